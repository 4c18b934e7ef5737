import { expect, it } from 'vitest'

import type { Failure } from '#api/failure.ts'
import { NoAnswer, ServerFailure } from '#browser/api/request.ts'
import { printInNetwork } from '#browser/printing/network-printer.ts'

const failure = (code: Failure['code'], moneyMoved: Failure['moneyMoved']) =>
  new ServerFailure({ code, moneyMoved, message: 'It did not work.' })

it.each([
  { error: new NoAnswer('gone'), why: 'lost', sent: true },
  { error: failure('internal-error', 'unknown'), why: 'lost', sent: true },
  { error: failure('not-ready', 'unknown'), why: 'lost', sent: true },
  { error: failure('not-ready', 'no'), why: 'refused', sent: false },
  { error: failure('wrong-state', 'unknown'), why: 'refused', sent: false },
  { error: failure('not-found', 'no'), why: 'not-there', sent: false },
  { error: failure('invalid-request', 'no'), why: 'too-long', sent: false },
])(
  'a network print that the server rejected or did not answer properly returns its fault: $error',
  async ({ error, ...fault }) => {
    const send = () => Promise.reject(error)
    expect(await printInNetwork({ kind: 'test', lines: [] }, { width: 80, opensDrawer: false, send })).toEqual(fault)
  },
)
