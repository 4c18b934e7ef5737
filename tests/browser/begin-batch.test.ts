// @vitest-environment jsdom
import { beforeEach, expect, it } from 'vitest'

import { beginBatch, findBatch, keepBatch } from '#browser/begin-batch.ts'
import { findSaleRequest } from '#browser/sale-request.ts'

const content = { kind: 'voucher', serviceId: 'code', amount: '50' } as const

beforeEach(() => sessionStorage.clear())

const theBatch = () =>
  Object.keys(sessionStorage)
    .find((key) => key.startsWith('batch:'))
    ?.slice('batch:'.length) ?? ''

it('mints an id for every line before anything leaves, and asks for the first', () => {
  const first = beginBatch(content, 3, '7')
  const id = theBatch()
  const kept = findBatch(id)
  expect(kept).toMatchObject({ content, of: 3, tileId: '7' })
  expect(new Set(Object.values(kept?.saleIds ?? {})).size).toBe(3)
  expect(kept?.saleIds[1]).toBe(first)
  expect(findSaleRequest(first)).toEqual({
    content: { ...content, batch: { id, line: 1, of: 3 } },
    stage: 'asked',
    tileId: '7',
  })
})

it.each(['not JSON', '{}', '{"content":{"kind":"voucher","serviceId":"x","amount":"1"},"of":11,"saleIds":{}}'])(
  'reads %s as nothing kept',
  (text) => {
    sessionStorage.setItem('batch:x', text)
    expect(findBatch('x')).toBeUndefined()
  },
)

it('keeps what is changed, and only the newest quantities', () => {
  beginBatch(content, 2)
  const first = theBatch()
  const kept = findBatch(first)
  if (!kept) throw new Error('nothing was kept')
  keepBatch(first, { ...kept, isEnded: true })
  expect(findBatch(first)).toMatchObject({ isEnded: true })
  for (let more = 0; more < 10; more++) beginBatch(content, 2)
  expect(Object.keys(sessionStorage).filter((key) => key.startsWith('batch:'))).toHaveLength(10)
})
