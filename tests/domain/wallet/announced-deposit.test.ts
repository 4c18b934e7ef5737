import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import {
  isSameDeposit,
  lateAt,
  matchDeposits,
  mayBePaidAt,
  type AnnouncedDeposit,
} from '#domain/wallet/announced-deposit.ts'
import { aed } from '../../support/a-shop.ts'
import { NOW } from '../../support/now.ts'
import { DAY, HOUR, MINUTE } from '../../support/sales.ts'

type Arrival = Parameters<typeof matchDeposits>[1][number]

const announced = (changes: Partial<AnnouncedDeposit> = {}): AnnouncedDeposit => ({
  id: 'a',
  amount: aed('5000'),
  paidAt: NOW,
  announcedAt: NOW,
  ...changes,
})
const arrived = (changes: Partial<Arrival> = {}): Arrival => ({
  id: 1,
  at: NOW + HOUR,
  direction: 'in',
  least: aed('5000'),
  most: aed('5000'),
  kind: 'deposit',
  ...changes,
})
const exactly = (amount: string) => ({ least: aed(amount), most: aed(amount) })

describe('the match of an announced deposit', () => {
  it.each<{ what: string; movement: Partial<Arrival>; isMatch: boolean }>([
    { what: 'exactly this amount', movement: {}, isMatch: true },
    { what: 'the amount with more decimals', movement: exactly('5000.00'), isMatch: true },
    { what: 'a hundredth more', movement: exactly('5000.01'), isMatch: false },
    { what: 'the amount less a fee', movement: exactly('4995'), isMatch: false },
    { what: 'a range that contains it', movement: { least: aed('4990'), most: aed('5000') }, isMatch: false },
    { what: 'another currency', movement: { least: { ...aed('5000'), currency: 'USD' }, most: { ...aed('5000'), currency: 'USD' } }, isMatch: false }, // prettier-ignore
    { what: 'a withdrawal', movement: { direction: 'out', kind: 'outside' }, isMatch: false },
    { what: 'an hour before it was paid', movement: { at: NOW - HOUR }, isMatch: true },
    { what: 'longer before it was paid', movement: { at: NOW - HOUR - 1 }, isMatch: false },
    { what: 'weeks later', movement: { at: NOW + 40 * DAY }, isMatch: true },
    { what: 'a transaction that was explained', movement: { explained: { by: 'Hamad' } }, isMatch: false },
  ])('$what: $isMatch', ({ movement, isMatch }) => {
    expect(matchDeposits([announced()], [arrived(movement)])).toHaveLength(isMatch ? 1 : 0)
  })

  it.each<{ what: string; movement: Partial<Arrival>; deposit?: Partial<AnnouncedDeposit>; isCertain: boolean }>([
    { what: 'arrived after it was announced', movement: {}, isCertain: true },
    { what: 'arrived before it was announced', movement: {}, deposit: { announcedAt: NOW + 2 * HOUR }, isCertain: false }, // prettier-ignore
    { what: 'may be a refund of an unsold sale', movement: { kind: 'service-refund' }, isCertain: false },
    { what: 'happened before a restore', movement: { isFromRestore: true }, isCertain: false },
  ])('money that $what is certainly the deposit: $isCertain', ({ movement, deposit, isCertain }) => {
    expect(matchDeposits([announced(deposit)], [arrived(movement)])).toEqual([
      { depositId: 'a', movementId: 1, isCertain },
    ])
  })

  it('of several with one amount, the oldest deposit gets the oldest transaction, in whatever order they are listed', () => {
    const later = announced({ id: 'b', paidAt: NOW + MINUTE })
    const both = [later, announced()]
    const pairs = [
      { depositId: 'a', movementId: 1, isCertain: true },
      { depositId: 'b', movementId: 2, isCertain: true },
    ]
    expect(matchDeposits(both, [arrived({ id: 2 }), arrived()])).toEqual(pairs)
    expect(matchDeposits(both, [arrived()])).toEqual(pairs.slice(0, 1))
  })

  it('a newer transaction is certain only once an older one of that amount is explained', () => {
    const deposit = announced({ announcedAt: NOW + HOUR })
    const older = arrived({ at: NOW + MINUTE })
    const newer = arrived({ id: 2, at: NOW + 2 * HOUR })
    expect(matchDeposits([deposit], [newer, older])).toEqual([{ depositId: 'a', movementId: 1, isCertain: false }])
    expect(matchDeposits([deposit], [newer, { ...older, explained: true }])).toEqual([
      { depositId: 'a', movementId: 2, isCertain: true },
    ])
  })

  it('no deposit and no transaction is in two pairs, each pair is the same money, and none that could be a pair is left', () => {
    const amounts = fc.constantFrom(aed('5'), aed('10'), aed('10.5'))
    const times = fc.integer({ min: 0, max: 6 }).map((hours) => NOW + hours * HOUR)
    const deposits = fc
      .array(fc.record({ amount: amounts, paidAt: times, announcedAt: times }), { maxLength: 6 })
      .map((all) => all.map((one, index) => ({ ...one, id: String(index) })))
    const movement = fc.record({
      amount: amounts,
      at: times,
      direction: fc.constantFrom('in' as const, 'out' as const),
      isExplained: fc.boolean(),
    })
    const movements = fc.array(movement, { maxLength: 6 }).map((all) =>
      all.map(({ amount, isExplained, ...rest }, id): Arrival => {
        const kind = rest.direction === 'in' ? 'deposit' : 'outside'
        return { id, kind, least: amount, most: amount, ...rest, ...(isExplained && { explained: true }) }
      }),
    )
    fc.assert(
      fc.property(deposits, movements, (expected, all) => {
        const pairs = matchDeposits(expected, all)
        const [ofDeposits, ofMovements] = [pairs.map(({ depositId }) => depositId), pairs.map(({ movementId }) => movementId)] // prettier-ignore
        expect(new Set(ofDeposits).size).toBe(pairs.length)
        expect(new Set(ofMovements).size).toBe(pairs.length)
        for (const { depositId, movementId } of pairs) {
          expect(isSameDeposit(expected[Number(depositId)]!, all[movementId]!)).toBe(true)
          expect(all[movementId]!.explained).toBeUndefined()
        }
        const left = all.filter(({ id, explained }) => !explained && !ofMovements.includes(id))
        for (const deposit of expected.filter(({ id }) => !ofDeposits.includes(id)))
          expect(left.some((one) => isSameDeposit(deposit, one))).toBe(false)
      }),
    )
  })
})

describe('the time at which a deposit was paid', () => {
  const calendar = { timeZone: 'Asia/Dubai', dayStartHour: 0 }
  const now = Date.parse('2026-11-20T14:00+04:00')
  it.each([
    { at: '2026-11-20T14:00+04:00', isPossible: true },
    { at: '2026-11-20T23:59+04:00', isPossible: true },
    { at: '2026-11-21T00:00+04:00', isPossible: false },
    { at: '2026-10-21T00:00+04:00', isPossible: true },
    { at: '2026-10-20T23:59+04:00', isPossible: false },
  ])('$at may be entered: $isPossible', ({ at, isPossible }) => {
    expect(mayBePaidAt(Date.parse(at), now, calendar)).toBe(isPossible)
  })

  it('three days after it, a deposit is late', () => expect(lateAt({ paidAt: NOW })).toBe(NOW + 3 * DAY))
})
