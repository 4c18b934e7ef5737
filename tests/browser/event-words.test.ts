import { describe, expect, it } from 'vitest'

import { eventWords, findVariant, isVisibleEvent, signOf } from '#browser/sale/SaleTimeline.tsx'
import type { SaleEvent } from '#domain/sale/event.ts'

/** The message ids instead of their texts: which sentence it is, not how it is worded. */
const t = (id: string, values?: Record<string, string | number>) => (values?.['why'] ? `${id} ${values['why']}` : id)

function told(event: Omit<SaleEvent, 'at'>) {
  const line = { ...event, at: 1 }
  if (!isVisibleEvent(line)) throw new Error(`${event.kind} is not told`)
  const variant = findVariant(line)
  return { words: eventWords({ kind: line.kind, variant }, t), sign: signOf({ kind: line.kind, variant }) }
}

describe('what happened', () => {
  it.each<[Omit<SaleEvent, 'at'>, words: string, sign: string]>([
    [{ kind: 'confirm-refused', code: 1001 }, 'sale.refusedFor sale.refusal.funds', 'doubt'],
    [{ kind: 'confirm-refused', code: 5 }, 'sale.refusedFor sale.refusal.access', 'doubt'],
    [{ kind: 'confirm-refused', code: 60 }, 'sale.refusedFor sale.refusal.service', 'doubt'],
    [{ kind: 'confirm-refused', code: 'invalid-request' }, 'sale.event.confirm-refused', 'doubt'],
    // Only a lost answer is no reply.
    [{ kind: 'confirm-lost', reason: 'timeout' }, 'sale.event.confirm-lost', 'doubt'],
    [{ kind: 'confirm-lost', reason: 'http-status' }, 'sale.event.confirm-lost', 'doubt'],
    [{ kind: 'confirm-lost', reason: 'wrong-ids' }, 'sale.event.confirm-lost.unclear', 'doubt'],
    [{ kind: 'confirm-lost', state: -1 }, 'sale.event.confirm-lost.unclear', 'doubt'],
    [{ kind: 'find-lost', reason: 'reset' }, 'sale.event.find-lost', 'doubt'],
    [{ kind: 'find-lost', code: 60 }, 'sale.event.find-lost.unclear', 'doubt'],
    [{ kind: 'final', state: 1 }, 'state.succeeded.heading', 'done'],
    [{ kind: 'final', state: 2 }, 'state.failed.heading', 'bad'],
    [{ kind: 'final', state: 3 }, 'state.cancelled.heading', 'doubt'],
    [{ kind: 'final', state: 4 }, 'state.replaced.heading', 'doubt'],
    [{ kind: 'pending', state: 6 }, 'state.held.heading', 'done'],
    [{ kind: 'pending', state: 0 }, 'sale.event.pending', 'done'],
    [{ kind: 'abandoned', reason: 'expired' }, 'state.expired.heading', 'done'],
    [{ kind: 'answer-differs' }, 'sale.event.answer-differs', 'doubt'],
    [{ kind: 'answer-differs', reason: 'amount, cost' }, 'sale.event.answer-differs.unreadable', 'doubt'],
    [{ kind: 'abandoned', reason: 'abandoned' }, 'sale.event.abandoned', 'done'],
    [{ kind: 'paper-unclear', reason: 'receipt' }, 'sale.event.paper-unclear', 'doubt'],
    [{ kind: 'paper-unclear', reason: 'waiting' }, 'sale.event.paper-unclear.waiting', 'doubt'],
    [{ kind: 'paper-unclear', reason: 'report' }, 'sale.event.paper-unclear.report', 'doubt'],
  ])('of %j is told as %s', (event, words, sign) => {
    expect(told(event)).toEqual({ words, sign })
  })
})
