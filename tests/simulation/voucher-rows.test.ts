import { CODE_AS_REFERENCE } from './voucher-issue.ts'
import { expect, it } from 'vitest'

import type { SaleEvent } from '#domain/sale/event.ts'
import { findAttention, isComplete, type Sale } from '#domain/sale/sale.ts'
import type { Scenario } from './scenarios.ts'
import { playStory } from './story.ts'
import { A_MINUTE } from './people.ts'

/** Sells one voucher. Returns the sale as it was when its cashier had finished with it. */
async function play(scenario: Pick<Scenario, 'issue' | 'line'>): Promise<{ sale: Sale; events: readonly SaleEvent[] }> {
  const { sale, events, violations } = await playStory({
    name: 'a voucher',
    ends: 'succeeded',
    sells: 'voucher',
    ...scenario,
  })
  expect(violations).toEqual([])
  if (!sale) throw new Error('nothing was sold')
  return { sale, events }
}

const kinds = (events: readonly SaleEvent[]) => events.map(({ kind }) => kind)

it('F2: a voucher that comes with its code is settled; each showing is an event before it', async () => {
  const { sale, events } = await play({ issue: { holds: 'number and serial' } })
  expect(sale).toMatchObject({ state: 'succeeded', voucher: 'delivered', revealCount: 1, printCount: 1 })
  expect(kinds(events)).toEqual(['opened', 'checked', 'approved', 'final', 'code-revealed', 'delivered'])
  expect(sale).not.toHaveProperty('next')
})

it.each([
  { until: {} },
  { until: [] },
  { until: null },
  { until: undefined },
  { until: { number: '' } },
  { until: { reference: 'R-7' } },
  { until: CODE_AS_REFERENCE },
])('F3: sold, with $until instead of a code: asked on and on, settled when it comes', async ({ until }) => {
  const never = await play({ issue: { after: Number.POSITIVE_INFINITY, until } })
  expect(never.sale).toMatchObject({ state: 'succeeded', voucher: 'coming', next: { kind: 'find' } })
  expect(isComplete(never.sale)).toBe(false)
  expect(findAttention(never.sale, (never.sale.confirmedAt ?? 0) + 16 * A_MINUTE)).toBe('no-code')

  const later = await play({ issue: { after: 3, until } })
  expect(later.sale).toMatchObject({ state: 'succeeded', voucher: 'delivered' })
  expect(kinds(later.events)).toEqual(expect.arrayContaining(['code-coming', 'code-arrived', 'delivered']))
})

it('F3: a link that is not safe is shown as it is, and the code is waited for', async () => {
  const { sale, events } = await play({ issue: { holds: 'serial and a link that is not safe' } })
  expect(sale).toMatchObject({ state: 'succeeded', voucher: 'coming', next: { kind: 'find' } })
  expect(kinds(events)).toContain('code-revealed')
})

it('G12: another code at a later find: disputed, and a supervisor decides', async () => {
  const { sale, events } = await play({ issue: { changesAt: 1 } })
  expect(sale).toMatchObject({ state: 'succeeded', conflicting: true })
  expect(findAttention(sale, sale.confirmedAt ?? 0)).toBe('conflicting')
  expect(events.filter(({ kind }) => kind === 'conflict')).toMatchObject([{ code: 'other-code' }])
})
