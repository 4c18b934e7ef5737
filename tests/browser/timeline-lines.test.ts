import { expect, it } from 'vitest'

import { toTimeline } from '#browser/sale/SaleTimeline.tsx'

it('tells what happened in order, and the same thing in a row once with its last time', () => {
  const lines = toTimeline([
    { at: 1, kind: 'opened' },
    { at: 2, kind: 'checked' },
    { at: 3, kind: 'approved', by: 'Amal' },
    { at: 4, kind: 'confirm-lost', reason: 'timeout' },
    { at: 5, kind: 'find-lost' },
    { at: 6, kind: 'find-lost' },
    { at: 7, kind: 'still-reserved', state: -1 },
  ])
  expect(lines).toEqual([
    { at: 2, kind: 'checked', times: 1 },
    { at: 3, kind: 'approved', times: 1, by: 'Amal' },
    { at: 4, kind: 'confirm-lost', times: 1 },
    { at: 6, kind: 'find-lost', times: 2 },
    { at: 7, kind: 'still-reserved', times: 1 },
  ])
})

it('says that the cost differs, and that it is above the price, to anyone who is told of either', () => {
  const events = [
    { at: 1, kind: 'cost-differs' },
    { at: 2, kind: 'cost-differs', reason: 'above-price' },
  ] as const
  expect(toTimeline(events)).toEqual([
    { at: 1, kind: 'cost-differs', times: 1 },
    { at: 2, kind: 'cost-differs', times: 1, variant: { of: 'cost-differs', as: 'above-price' } },
  ])
})

it('says how the customer got it, each way apart', () => {
  const lines = toTimeline([
    { at: 1, kind: 'delivered', by: 'Amal', reason: 'copied' },
    { at: 2, kind: 'delivered', by: 'Amal', reason: 'printed' },
    { at: 3, kind: 'delivered', by: 'Amal', reason: 'printed' },
    { at: 4, kind: 'delivered', by: 'Amal', reason: 'some other way' },
  ])
  expect(lines.map(({ variant, times }) => ({ method: variant?.as, times }))).toEqual([
    { method: 'copied', times: 1 },
    { method: 'printed', times: 2 },
    { method: undefined, times: 1 },
  ])
})
