import { describe, expect, it } from 'vitest'

import {
  limitAccountKey,
  findExceeded,
  findRemaining,
  limitWindows,
  limitOwner,
  type Exceeded,
  type SalesLimits,
  type LimitsFor,
  type LimitUsage,
} from '#domain/sales-limits.ts'
import type { LimitRef } from '#domain/limit-ref.ts'
import { decimal, timesOver, money } from '#domain/money/money.ts'
import type { SaleApproval } from '#domain/sale/input.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import {
  amal,
  anAmount,
  ANSWERED_AT,
  APPROVED_AT,
  aSale,
  confirmAnswered,
  hamad,
  HOUR,
  joseph,
  MINUTE,
  resolved,
  says,
  step,
  till,
} from '../support/sales.ts'

/**
 * @security V2.3.2, V2.3.3: No one can empty the wallet, because sales are limited per sale, hour, day and number, and
 * codes per minute.
 */

const ME = 'amal'
const aed = (limits: Omit<SalesLimits, 'currency'>): SalesLimits => ({ currency: 'AED', ...limits })
const used = (amount: string, count = 1, by = ME) => ({
  by,
  count,
  sum: timesOver(decimal(amount), count),
  currency: 'AED',
  account: '9715',
})
const wanted = (pays = '50', kind: SaleRecord['kind'] = 'direct') => ({ kind, pays: anAmount(pays), account: '9715' })

const DOLLARS = { ...used('900'), currency: 'USD' }
const VOUCHER = wanted('10', 'voucher')
const WITHOUT_ACCOUNT = { ...wanted('50'), account: undefined } as never
const TWO_VOUCHERS = { person: aed({ vouchersPerMinute: 2 }) }
const above = (of: 'person' | 'shop', kind: 'perSale' | 'perHour' | 'perDay' | 'perNumber', limit: string, sum = '0') =>
  ({ of, kind, limit: anAmount(limit), used: anAmount(sum) }) as const

type Row = [what: string, is: Exceeded[], limits: LimitsFor, uses?: LimitUsage, sale?: ReturnType<typeof wanted>]
const rows: Row[] = [
  ['none set', [], {}, { perDay: [used('1000000')] }],
  ['a sale at its limit', [], { person: aed({ perSale: '50' }) }],
  ['a sale a hundredth above its limit', [above('person', 'perSale', '49.99')], { person: aed({ perSale: '49.99' }) }],
  ...(['perHour', 'perDay', 'perNumber'] as const).flatMap((kind): Row[] => [
    [`${kind} exactly reached`, [], { person: aed({ [kind]: '150' }) }, { [kind]: [used('50', 2)] }],
    [
      `${kind} a millionth above`,
      [above('person', kind, '150', '100.000001')],
      { person: aed({ [kind]: '150' }) },
      { [kind]: [used('50', 2), used('0.000001')] },
    ],
    [`${kind} used by others`, [], { person: aed({ [kind]: '50' }) }, { [kind]: [used('50', 9, 'joseph')] }],
    [
      `${kind} of the shop, used by others`,
      [above('shop', kind, '99', '50')],
      { shop: aed({ [kind]: '99' }) },
      { [kind]: [used('50', 1, 'joseph')] },
    ],
  ]),
  ['many small amounts, exactly', [], { person: aed({ perDay: '80' }) }, { perDay: [used('0.1', 300)] }],
  ['a limit of zero', [above('person', 'perDay', '0')], { person: aed({ perDay: '0' }) }],
  [
    'another currency, however small the amount',
    [{ of: 'person', kind: 'perDay', limit: money(decimal('1000000'), 'USD'), used: money(decimal('0'), 'USD') }],
    { person: { currency: 'USD', perDay: '1000000' } },
  ],
  ['what was paid in another currency', [], { person: aed({ perDay: '50' }) }, { perDay: [DOLLARS] }],
  ['no number where there is no account', [], { person: aed({ perNumber: '10' }) }, {}, WITHOUT_ACCOUNT],
  ['the second voucher of two in a minute', [], TWO_VOUCHERS, { vouchersPerMinute: [used('10')] }, VOUCHER],
  [
    'the third voucher of two in a minute',
    [{ of: 'person', kind: 'vouchersPerMinute', limit: 2, used: 2 }],
    TWO_VOUCHERS,
    { vouchersPerMinute: [used('10'), used('20')] },
    VOUCHER,
  ],
  [
    'an international top-up that may have a code',
    [{ of: 'person', kind: 'vouchersPerMinute', limit: 2, used: 2 }],
    TWO_VOUCHERS,
    { vouchersPerMinute: [used('10'), used('20')] },
    wanted('10', 'international'),
  ],
  ['a top-up, however many vouchers there were', [], TWO_VOUCHERS, { vouchersPerMinute: [used('10', 5)] }],
  [
    'each of several: the sale before the hour, the person before the shop',
    [above('person', 'perSale', '10'), above('person', 'perHour', '10'), above('shop', 'perSale', '20')],
    { person: aed({ perHour: '10', perSale: '10', perDay: '90' }), shop: aed({ perSale: '20' }) },
  ],
  [
    'only the shop, when the person is below their limits',
    [above('shop', 'perSale', '10')],
    { person: aed({ perDay: '500' }), shop: aed({ perSale: '10' }) },
  ],
]

describe('findExceeded', () => {
  it.each(rows)('findExceeded for %s', (_, exceeded, limits, uses = {}, sale = wanted()) => {
    expect(findExceeded([sale], ME, limits, uses)).toEqual(exceeded)
  })
})

describe('limitWindows', () => {
  const at = { now: APPROVED_AT, dayStart: APPROVED_AT - 3 * HOUR }
  const all = aed({ perSale: '1', perHour: '1', perDay: '1', perNumber: '1', vouchersPerMinute: 1 })

  it("the windows of limits begin an hour ago, a minute ago and with the shop's day", () => {
    expect(limitWindows({ shop: all }, [{ account: '9715' }], at)).toEqual({
      perHour: APPROVED_AT - HOUR,
      perDay: at.dayStart,
      perNumber: at.dayStart,
      vouchersPerMinute: APPROVED_AT - MINUTE,
    })
  })

  it('only limits that are set have windows', () => {
    expect(limitWindows({}, [{ account: '9715' }], at)).toEqual({})
    const some = { person: aed({ perDay: '1', perSale: '1' }), shop: aed({ perHour: '1' }) }
    expect(Object.keys(limitWindows(some, [{ account: '9715' }], at))).toEqual(['perHour', 'perDay'])
  })

  it('the limit for a number has no window when the sale has no account', () => {
    expect(limitWindows({ person: all }, [{}], at)).not.toHaveProperty('perNumber')
  })
})

const byCashier = (sale: SaleRecord): SaleRecord =>
  sale.approval ? { ...sale, approval: { ...sale.approval, countsTowardLimits: true } } : sale

describe('limitOwner', () => {
  const closedAs = (outcome: 'sold' | 'not-sold') => resolved(aSale.unknown(), outcome, ANSWERED_AT + HOUR).sale
  it.each<[string, 'amal' | undefined, () => SaleRecord]>([
    ['no one’s before it is confirmed', undefined, aSale.opened],
    ['no one’s as a quote', undefined, aSale.checked],
    ['its cashier’s while its result is unknown', 'amal', aSale.unknown],
    ['its cashier’s while it is pending', 'amal', aSale.pending],
    ['its cashier’s while it is held', 'amal', aSale.held],
    ['its cashier’s when it is sold', 'amal', aSale.succeeded],
    ['its cashier’s when it is canceled, because money may have moved', 'amal', aSale.canceled],
    ['no one’s when it failed', undefined, aSale.failed],
    ['its cashier’s while it may be finished', 'amal', aSale.notExecuted],
    ['no one’s when it is abandoned then', undefined, aSale.abandoned],
    ['no one’s when a supervisor closed it as not sold', undefined, () => closedAs('not-sold')],
    ['its cashier’s when a supervisor closed it as sold', 'amal', () => closedAs('sold')],
    ['its cashier’s again when a failed sale is disputed', 'amal', () => ({ ...aSale.failed(), conflicting: true })],
    [
      'that of the person who confirmed it, whoever took it over',
      'amal',
      () => ({ ...aSale.unknown(), cashier: joseph }),
    ],
  ])('a sale counts toward limits as %s: %s', (_, whose, given) => expect(limitOwner(byCashier(given()))).toBe(whose))

  it('a sale that a supervisor confirmed counts toward no one’s limits', () => {
    expect(limitOwner(aSale.succeeded())).toBeUndefined()
  })
})

describe('an approval with an override', () => {
  type Lifted = NonNullable<SaleApproval['overridden']>
  const approve = (sale: SaleRecord, now: number, lifted?: Lifted, by = amal) => {
    const overridden = lifted ? { overridden: lifted } : {}
    const approval: SaleApproval = { by, terminal: till, countsTowardLimits: true, ...overridden }
    return step(sale, { kind: 'approved', ...approval }, now)
  }
  const ofShop: LimitRef = { of: 'shop', kind: 'perDay' }
  const ofPerson: LimitRef = { of: 'person', kind: 'perSale' }
  const lifted = (...limits: LimitRef[]) => approve(aSale.checked(), APPROVED_AT, { by: hamad, limits })
  const unsold = (sale: SaleRecord): SaleRecord => ({ ...sale, state: 'not-executed' })
  const LATER = APPROVED_AT + MINUTE

  it('an override records who gave it and for which limits', () => {
    const { sale, events } = lifted(ofPerson, ofShop)
    const overridden = [ofPerson, ofShop]
    expect(sale.approval).toMatchObject({ by: amal, countsTowardLimits: true, approver: hamad, overridden })
    expect(events).toEqual([
      { at: APPROVED_AT, kind: 'limit-overridden', by: hamad.name, reason: 'person perSale, shop perDay' },
      { at: APPROVED_AT, kind: 'approved', by: amal.name },
    ])
  })

  it('an override remains valid when the sale is confirmed again', () => {
    const { approval } = approve(unsold(lifted(ofPerson, ofShop).sale), LATER).sale
    expect(approval).toMatchObject({ approver: hamad, overridden: [ofPerson, ofShop] })
  })

  it('an override of personal limits is not valid for another person who confirms the sale again', () => {
    const finished = approve(unsold(lifted(ofPerson, ofShop).sale), LATER, undefined, joseph).sale
    expect(finished.approval).toMatchObject({ by: joseph, approver: hamad, overridden: [ofShop] })
    const own = approve(unsold(lifted(ofPerson).sale), LATER, undefined, joseph).sale
    expect(own.approval).not.toHaveProperty('approver')
    expect(own.approval).not.toHaveProperty('overridden')
  })

  it('a further override is added to the existing ones', () => {
    const finished = approve(unsold(lifted(ofPerson).sale), LATER, { by: hamad, limits: [ofShop] }).sale
    expect(finished.approval?.overridden).toEqual([ofPerson, ofShop])
  })

  it('a sale with an override counts toward limits', () => {
    expect(limitOwner(confirmAnswered(lifted(ofShop).sale, says(1), ANSWERED_AT).sale)).toBe('amal')
  })
})

describe('limitAccountKey', () => {
  it.each([
    ['971501234567', '971501234567'],
    ['Amal@Example.AE', 'amal@example.ae'],
    [undefined, ''],
  ])('the account %s has the key "%s" for limits', (account, counted) => {
    expect(limitAccountKey({ account } as SaleRecord)).toBe(counted)
  })
})

describe('the limits of a batch', () => {
  const limits = { shop: aed({ perSale: '50', perHour: '200', perDay: '200', perNumber: '200', vouchersPerMinute: 4 }) }
  const usage = Object.fromEntries(
    ['perHour', 'perDay', 'perNumber', 'vouchersPerMinute'].map((kind) => [kind, [used('50')]]),
  )
  const kindsAbove = (times: number) =>
    findExceeded(
      Array.from({ length: times }, () => wanted('50', 'voucher')),
      ME,
      limits,
      usage,
    ).map(({ kind }) => kind)

  it('a batch that exactly reaches its limits is within them', () => expect(kindsAbove(3)).toEqual([]))

  it('a batch is above limits as a whole, and the limit for one sale applies to each line', () =>
    expect(kindsAbove(4)).toEqual(['perHour', 'perDay', 'perNumber', 'vouchersPerMinute']))

  const basket = [wanted('30', 'voucher'), wanted('40'), { ...wanted('45'), account: '9716' }]
  it.each<[string, string[], Omit<SalesLimits, 'currency'>]>([
    ['each line is within the limit for one sale', [], { perSale: '45' }],
    ['one line is above the limit for one sale', ['perSale'], { perSale: '44' }],
    ['the sum and what was used reach the limit for a day', [], { perDay: '165' }],
    ['the sum and what was used are above the limit for a day', ['perDay'], { perDay: '164.99' }],
    ['the lines of each number and what was used for it reach the limit for a number', [], { perNumber: '120' }],
    ['the lines of one number and what was used for it are above it', ['perNumber'], { perNumber: '119.99' }],
    ['the codes and what was used reach the limit of codes', [], { vouchersPerMinute: 2 }],
    ['the codes and what was used are above the limit of codes', ['vouchersPerMinute'], { vouchersPerMinute: 1 }],
  ])('a basket counts line by line: %s', (_, kinds, person) => {
    expect(findExceeded(basket, ME, { person: aed(person) }, usage).map(({ kind }) => kind)).toEqual(kinds)
  })

  it('what was used for one number does not count for another', () => {
    const limits = { person: aed({ perNumber: '50' }) }
    expect(findExceeded([{ ...wanted('50'), account: '9716' }], ME, limits, usage)).toEqual([])
    expect(findExceeded([wanted('1')], ME, limits, usage)).toMatchObject([{ kind: 'perNumber', used: anAmount('50') }])
  })
})

describe('what is left of limits', () => {
  const left = (limits: LimitsFor, usage: LimitUsage) =>
    findRemaining(ME, limits, usage).map(({ of, kind, left }) => [
      of,
      kind,
      typeof left === 'number' ? left : left.amount,
    ])

  it("each limit that is set leaves its amount minus what counts against it, each person's limits separately", () => {
    const usage: LimitUsage = { perDay: [used('30'), used('50', 1, 'joseph')], vouchersPerMinute: [used('5', 2)] }
    expect(left({ person: aed({ perSale: '40', perDay: '100' }), shop: aed({ perDay: '200' }) }, usage)).toEqual([
      ['person', 'perSale', '40.00'],
      ['person', 'perDay', '70.00'],
      ['shop', 'perDay', '120.00'],
    ])
    expect(left({ shop: aed({ vouchersPerMinute: 5 }) }, usage)).toEqual([['shop', 'vouchersPerMinute', 3]])
  })

  it('a limit that was exceeded leaves nothing, and the limit of an unused number is left in full', () => {
    const usage: LimitUsage = { perDay: [used('130')], perNumber: [used('20')], vouchersPerMinute: [used('5', 9)] }
    const limits = aed({ perDay: '100', perNumber: '60', vouchersPerMinute: 5 })
    expect(left({ shop: limits }, usage)).toEqual([
      ['shop', 'perDay', '0.00'],
      ['shop', 'perNumber', '60.00'],
      ['shop', 'vouchersPerMinute', 0],
    ])
  })
})
