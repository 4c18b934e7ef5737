import { once } from 'node:events'
import type { LookupAddress } from 'node:dns'

import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'

import { createAddressGuard, createPrinterGuard, type AddressGuard } from '#server/lib/address-guard.ts'
import { lookUpInTurn, type LookUp } from '#server/lib/dns-queue.ts'

/** @security V15.2.2, V15.1.3: A name that never resolves delays no sale: one lookup at a time, eight seconds at most. */

type Asked = { name: string; answer: (...addresses: string[]) => void; fail: () => void }

/** The lookups that the system was asked for, in order, until the test answers them. */
const asked: Asked[] = []

const ofSystem: LookUp = (name, _, answer) => {
  const addresses = (given: string[]) =>
    given.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 }))
  asked.push({
    name,
    answer: (...given) => answer(null, addresses(given)),
    fail: () => answer(Object.assign(new Error('no such name'), { code: 'ENOTFOUND' }), []),
  })
}

const LONGEST_MS = 8_000
const NEVER = ['never-1.example', 'never-2.example', 'never-3.example']
let lookUp: LookUp
let printers: AddressGuard

/** Looks a name up, and returns the result: its addresses, or the code of the error. */
function ask(guard: AddressGuard, name: string): Promise<unknown> {
  return new Promise((resolve) => guard.lookup(name, { all: true }, (error, found) => resolve(error?.code ?? found)))
}
const addressOf = (address: string) => [{ address, family: 4 }]
const namesAsked = () => asked.map(({ name }) => name)

beforeEach(() => {
  asked.splice(0)
  lookUp = lookUpInTurn(ofSystem)
  printers = createPrinterGuard({ allowsLoopback: true, lookUp })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => {
    const timers = vi.getTimerCount()
    vi.useRealTimers()
    expect(timers).toBe(0)
  })
})

it('one name is looked up at a time, for printers and alerts of all shops together', async () => {
  const others = NEVER.map((name) => ask(createPrinterGuard({ allowsLoopback: true, lookUp }), name))
  const alerts = createAddressGuard(true, lookUp)
  const [printer, mail] = [ask(printers, 'printer.local'), ask(alerts.withoutTls, 'mail.example')]
  expect(namesAsked()).toEqual(NEVER.slice(0, 1))
  for (let at = 0; at < NEVER.length; at += 1) {
    expect(asked).toHaveLength(at + 1)
    asked[at]?.fail()
  }
  expect(await Promise.all(others)).toEqual(NEVER.map(() => 'ENOTFOUND'))
  asked[3]?.answer('192.168.1.50')
  asked[4]?.answer('10.0.0.1')
  expect(await Promise.all([printer, mail])).toEqual([addressOf('192.168.1.50'), addressOf('10.0.0.1')])
  expect(namesAsked()).toEqual([...NEVER, 'printer.local', 'mail.example'])
})

it('a name that waits behind one without an answer fails after a while as not found', async () => {
  const outcomes = [...NEVER, 'printer.local'].map((name) => ask(printers, name))
  const socket = printers.connect('kitchen.local', 9100)
  const failed = once(socket, 'error')
  await vi.advanceTimersByTimeAsync(LONGEST_MS - 1)
  expect(await Promise.race([...outcomes, failed, Promise.resolve('all wait')])).toBe('all wait')
  await vi.advanceTimersByTimeAsync(1)
  expect(await Promise.all(outcomes)).toEqual(Array(4).fill('EAI_AGAIN'))
  expect(await failed).toEqual([expect.objectContaining({ code: 'EAI_AGAIN' })])

  // The system is still looking up the first name. A new request is next, and none of the earlier ones is left.
  const next = ask(printers, 'printer.local')
  expect(namesAsked()).toEqual(NEVER.slice(0, 1))
  asked[0]?.fail()
  expect(namesAsked()).toEqual(['never-1.example', 'printer.local'])
  asked[1]?.answer('192.168.1.50')
  expect(await next).toEqual(addressOf('192.168.1.50'))
})

it('requests for a name that is already being looked up share the answer, each under the rules of its own guard', async () => {
  const [one, other, strict] = [
    ask(printers, 'printer.local'),
    ask(printers, 'printer.local'),
    ask(createPrinterGuard({ allowsLoopback: false, lookUp }), 'printer.local'),
  ]
  expect(namesAsked()).toEqual(['printer.local'])
  asked[0]?.answer('127.0.0.1')
  const expected = [addressOf('127.0.0.1'), addressOf('127.0.0.1'), 'EADDRFORBIDDEN']
  expect(await Promise.all([one, other, strict])).toEqual(expected)
  const again = ask(printers, 'printer.local')
  asked[1]?.answer('93.184.216.34')
  expect(await again).toBe('EADDRFORBIDDEN')
})

it('a request for a name whose earlier request timed out joins the lookup, and does not start another', async () => {
  const first = ask(printers, 'slow.example')
  await vi.advanceTimersByTimeAsync(LONGEST_MS)
  expect(await first).toBe('EAI_AGAIN')
  const second = ask(printers, 'slow.example')
  expect(namesAsked()).toEqual(['slow.example'])
  asked[0]?.answer('192.168.1.50')
  expect(await second).toEqual(addressOf('192.168.1.50'))
})
