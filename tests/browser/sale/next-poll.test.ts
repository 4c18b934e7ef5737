import { expect, it } from 'vitest'

import { formatCountdown, nextPollOf } from '#browser/sale/next-poll.ts'
import { anInternationalSale } from '../../support/an-international-sale.ts'
import { aSale } from '../../support/a-shop.ts'

it.each([
  [0, '0:00'],
  [8, '0:08'],
  [60, '1:00'],
  [305, '5:05'],
  [3_605, '1:00:05'],
  [86_400, '24:00:00'],
])('a countdown of %i seconds is %s', (seconds, text) => expect(formatCountdown(seconds)).toBe(text))

const asked = { openedAt: 0, confirmedAt: 1_000, lastFindAt: 10_000, nextFindAt: 30_000 }
it.each([
  { says: 'counts up to the whole second', sale: asked, now: 20_500, next: { seconds: 10, canPollNow: true } },
  {
    says: 'may not be asked within five seconds',
    sale: asked,
    now: 14_999,
    next: { seconds: 16, canPollNow: false },
  },
  { says: 'may be asked after five seconds', sale: asked, now: 15_000, next: { seconds: 15, canPollNow: true } },
  { says: 'is being asked', sale: asked, now: 30_001, next: { seconds: 0, canPollNow: false } },
  {
    says: 'is no longer asked',
    sale: { openedAt: 0, confirmedAt: 1_000 },
    now: 60_000,
    next: { seconds: undefined, canPollNow: false },
  },
])('nextAskOf $says', ({ sale, now, next }) => {
  const { checkedAt: _, ...bare } = aSale({ state: 'pending', ...sale })
  expect(nextPollOf(bare, now)).toMatchObject(next)
})

it('nextAskOf allows asking about an international top-up after thirty seconds', () => {
  const sale = { ...asked, nextFindAt: 70_000 }
  expect(nextPollOf(anInternationalSale({ state: 'pending', ...sale }), 39_999).canPollNow).toBe(false)
  expect(nextPollOf(anInternationalSale({ state: 'pending', ...sale }), 40_000).canPollNow).toBe(true)
})

it('nextAskOf counts from the last find, or from the confirm before the first find', () => {
  expect(nextPollOf(aSale(asked), 20_000)).toMatchObject({ from: 10_000, to: 30_000 })
  expect(nextPollOf(aSale({ openedAt: 0, confirmedAt: 1_000, nextFindAt: 6_000 }), 2_000)).toMatchObject({
    from: 1_000,
    to: 6_000,
  })
})
