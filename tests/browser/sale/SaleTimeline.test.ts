import { expect, it } from 'vitest'

import { eventWords, findVariant, isVisibleEvent, signOf, toTimeline } from '#browser/sale/SaleTimeline.tsx'
import type { SaleEvent } from '#domain/sale/event.ts'

/** Returns message ids instead of texts: the tests check which sentence is shown, not its wording. */
const t = (id: string, values?: Record<string, string | number>) => (values?.['why'] ? `${id} ${values['why']}` : id)

function told(event: Omit<SaleEvent, 'at'>) {
  const line = { ...event, at: 1 }
  if (!isVisibleEvent(line)) throw new Error(`${event.kind} is not told`)
  const variant = findVariant(line)
  return { words: eventWords({ kind: line.kind, variant }, t), sign: signOf({ kind: line.kind, variant }) }
}

it.each<[Omit<SaleEvent, 'at'>, words: string, sign: string]>([
  [{ kind: 'confirm-refused', code: 1001 }, 'sale.refusedFor sale.refusal.funds', 'doubt'],
  [{ kind: 'confirm-refused', code: 5 }, 'sale.refusedFor sale.refusal.access', 'doubt'],
  [{ kind: 'confirm-refused', code: 60 }, 'sale.refusedFor sale.refusal.service', 'doubt'],
  [{ kind: 'confirm-refused', code: 'invalid-request' }, 'sale.event.confirm-refused', 'doubt'],
  // Only a lost answer counts as no reply.
  [{ kind: 'confirm-lost', reason: 'timeout' }, 'sale.event.confirm-lost', 'doubt'],
  [{ kind: 'confirm-lost', reason: 'http-status' }, 'sale.event.confirm-lost', 'doubt'],
  [{ kind: 'confirm-lost', reason: 'wrong-ids' }, 'sale.event.confirm-lost.unclear', 'doubt'],
  [{ kind: 'confirm-lost', state: -1 }, 'sale.event.confirm-lost.unclear', 'doubt'],
  [{ kind: 'find-lost', reason: 'reset' }, 'sale.event.find-lost', 'doubt'],
  [{ kind: 'find-lost', code: 60 }, 'sale.event.find-lost.unclear', 'doubt'],
  [{ kind: 'final', state: 1 }, 'state.succeeded.heading', 'done'],
  [{ kind: 'final', state: 2 }, 'state.failed.heading', 'bad'],
  [{ kind: 'final', state: 3 }, 'state.canceled.heading', 'doubt'],
  [{ kind: 'final', state: 4 }, 'state.replaced.heading', 'doubt'],
  [{ kind: 'pending', state: 6 }, 'state.held.heading', 'done'],
  [{ kind: 'pending', state: 0 }, 'sale.event.pending', 'done'],
  [{ kind: 'abandoned', reason: 'expired' }, 'state.expired.heading', 'done'],
  [{ kind: 'answer-differs' }, 'sale.event.answer-differs', 'doubt'],
  [{ kind: 'answer-differs', reason: 'amount, cost' }, 'sale.event.answer-differs.unreadable', 'doubt'],
  [{ kind: 'restarted' }, 'sale.event.restarted', 'done'],
  [{ kind: 'restarted', reason: 'unreadable' }, 'sale.event.restarted.unreadable', 'done'],
  [{ kind: 'abandoned', reason: 'abandoned' }, 'sale.event.abandoned', 'done'],
  [{ kind: 'print-outcome-unknown', reason: 'receipt' }, 'sale.event.print-outcome-unknown', 'doubt'],
  [{ kind: 'print-outcome-unknown', reason: 'waiting' }, 'sale.event.print-outcome-unknown.waiting', 'doubt'],
  [{ kind: 'print-outcome-unknown', reason: 'report' }, 'sale.event.print-outcome-unknown.report', 'doubt'],
])('the timeline shows %j as %s', (event, words, sign) => {
  expect(told(event)).toEqual({ words, sign })
})

it('the timeline lists events in order, and repeated ones once with their last time', () => {
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

it('the timeline says that the cost differs, and that it is above the price, to anyone who may see either', () => {
  const events = [
    { at: 1, kind: 'cost-differs' },
    { at: 2, kind: 'cost-differs', reason: 'above-price' },
  ] as const
  expect(toTimeline(events)).toEqual([
    { at: 1, kind: 'cost-differs', times: 1 },
    { at: 2, kind: 'cost-differs', times: 1, variant: { of: 'cost-differs', as: 'above-price' } },
  ])
})

it('the timeline says how the customer received the code, each way separately', () => {
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
