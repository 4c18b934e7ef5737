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
import { decimal, timesOver, money } from '#domain/money.ts'
import type { SaleApproval } from '#domain/sale/input.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import {
  amal,
  ANSWERED_AT,
  anAmount,
  APPROVED_AT,
  cancelledSale,
  checkedSale,
  resolved,
  confirmAnswered,
  failedSale,
  abandoned,
  heldSale,
  HOUR,
  hamad,
  joseph,
  MINUTE,
  notExecutedSale,
  openedSale,
  pendingSale,
  says,
  step,
  succeededSale,
  till,
  unknownSale,
} from '../support/sales.ts'

const ME = 'amal'
const aed = (limits: Omit<SalesLimits, 'currency'>): SalesLimits => ({ currency: 'AED', ...limits })
const used = (amount: string, count = 1, by = ME) => ({
  by,
  count,
  sum: timesOver(decimal(amount), count),
  currency: 'AED',
})
const wanted = (pays = '50', kind: SaleRecord['kind'] = 'direct') => ({ kind, pays: anAmount(pays), account: '9715' })

type Row = {
  what: string
  limits: LimitsFor
  uses?: LimitUsage
  sale?: ReturnType<typeof wanted>
  is?: Exceeded | Exceeded[]
}
const rows: Row[] = [
  { what: 'none set', limits: {}, uses: { perDay: [used('1000000')] } },
  { what: 'a sale at its limit', limits: { person: aed({ perSale: '50' }) } },
  {
    what: 'a sale a hundredth above its limit',
    limits: { person: aed({ perSale: '49.99' }) },
    is: { of: 'person', kind: 'perSale', limit: anAmount('49.99'), used: anAmount('0') },
  },
  ...(['perHour', 'perDay', 'perNumber'] as const).flatMap((kind): Row[] => [
    { what: `${kind} exactly reached`, limits: { person: aed({ [kind]: '150' }) }, uses: { [kind]: [used('50', 2)] } },
    {
      what: `${kind} a millionth above`,
      limits: { person: aed({ [kind]: '150' }) },
      uses: { [kind]: [used('50', 2), used('0.000001')] },
      is: { of: 'person', kind, limit: anAmount('150'), used: anAmount('100.000001') },
    },
    {
      what: `${kind} used by others`,
      limits: { person: aed({ [kind]: '50' }) },
      uses: { [kind]: [used('50', 9, 'joseph')] },
    },
    {
      what: `${kind} of the shop, used by others`,
      limits: { shop: aed({ [kind]: '99' }) },
      uses: { [kind]: [used('50', 1, 'joseph')] },
      is: { of: 'shop', kind, limit: anAmount('99'), used: anAmount('50') },
    },
  ]),
  {
    what: 'many small amounts, exactly',
    limits: { person: aed({ perDay: '80' }) },
    uses: { perDay: [used('0.1', 300)] },
  },
  {
    what: 'an amount of nothing allowed',
    limits: { person: aed({ perDay: '0' }) },
    is: { of: 'person', kind: 'perDay', limit: anAmount('0'), used: anAmount('0') },
  },
  {
    what: 'another currency, however little of it',
    limits: { person: { currency: 'USD', perDay: '1000000' } },
    is: { of: 'person', kind: 'perDay', limit: money(decimal('1000000'), 'USD'), used: money(decimal('0'), 'USD') },
  },
  {
    what: 'what was paid in another currency',
    limits: { person: aed({ perDay: '50' }) },
    uses: { perDay: [{ ...used('900'), currency: 'USD' }] },
  },
  {
    what: 'no number where there is no account',
    limits: { person: aed({ perNumber: '10' }) },
    sale: { ...wanted('50'), account: undefined } as never,
  },
  {
    what: 'the second voucher of two in a minute',
    limits: { person: aed({ vouchersPerMinute: 2 }) },
    uses: { vouchersPerMinute: [used('10')] },
    sale: wanted('10', 'voucher'),
  },
  {
    what: 'the third voucher of two in a minute',
    limits: { person: aed({ vouchersPerMinute: 2 }) },
    uses: { vouchersPerMinute: [used('10'), used('20')] },
    sale: wanted('10', 'voucher'),
    is: { of: 'person', kind: 'vouchersPerMinute', limit: 2, used: 2 },
  },
  {
    what: 'a recharge, however many vouchers there were',
    limits: { person: aed({ vouchersPerMinute: 2 }) },
    uses: { vouchersPerMinute: [used('10', 5)] },
  },
  {
    what: 'every one of several: of the sale before the hour, of the person before the shop',
    limits: { person: aed({ perHour: '10', perSale: '10', perDay: '90' }), shop: aed({ perSale: '20' }) },
    is: [
      { of: 'person', kind: 'perSale', limit: anAmount('10'), used: anAmount('0') },
      { of: 'person', kind: 'perHour', limit: anAmount('10'), used: anAmount('0') },
      { of: 'shop', kind: 'perSale', limit: anAmount('20'), used: anAmount('0') },
    ],
  },
  {
    what: 'the shop where the person has room',
    limits: { person: aed({ perDay: '500' }), shop: aed({ perSale: '10' }) },
    is: { of: 'shop', kind: 'perSale', limit: anAmount('10'), used: anAmount('0') },
  },
]

describe('findExceeded', () => {
  it.each(rows)('findExceeded for $what', ({ limits, uses = {}, sale = wanted(), is }) => {
    expect(findExceeded(sale, ME, limits, uses)).toEqual([is ?? []].flat())
  })
})

describe('limitWindows', () => {
  const at = { now: APPROVED_AT, dayStart: APPROVED_AT - 3 * HOUR }
  const all = aed({ perSale: '1', perHour: '1', perDay: '1', perNumber: '1', vouchersPerMinute: 1 })

  it('the windows of limits begin an hour ago, a minute ago and with the day of the shop', () => {
    expect(limitWindows({ shop: all }, { account: '9715' }, at)).toEqual({
      perHour: APPROVED_AT - HOUR,
      perDay: at.dayStart,
      perNumber: at.dayStart,
      vouchersPerMinute: APPROVED_AT - MINUTE,
    })
  })

  it('only limits that are set have windows', () => {
    expect(limitWindows({}, { account: '9715' }, at)).toEqual({})
    const some = { person: aed({ perDay: '1', perSale: '1' }), shop: aed({ perHour: '1' }) }
    expect(Object.keys(limitWindows(some, { account: '9715' }, at))).toEqual(['perHour', 'perDay'])
  })

  it('the limit for a number has no window when the sale has no account', () => {
    expect(limitWindows({ person: all }, {}, at)).not.toHaveProperty('perNumber')
  })
})

/** The same sale, confirmed by a cashier. */
const byCashier = (sale: SaleRecord): SaleRecord =>
  sale.approval ? { ...sale, approval: { ...sale.approval, countsTowardLimits: true } } : sale

describe('limitOwner', () => {
  it.each([
    { what: 'nobody’s before it is confirmed', sale: openedSale(), whose: undefined },
    { what: 'nobody’s as a quote', sale: checkedSale(), whose: undefined },
    { what: 'its cashier’s while nobody knows', sale: unknownSale(), whose: 'amal' },
    { what: 'its cashier’s while it is pending', sale: pendingSale(), whose: 'amal' },
    { what: 'its cashier’s while it is held', sale: heldSale(), whose: 'amal' },
    { what: 'its cashier’s when it is sold', sale: succeededSale(), whose: 'amal' },
    { what: 'its cashier’s when it is cancelled: who knows what moved', sale: cancelledSale(), whose: 'amal' },
    { what: 'nobody’s any more when it failed', sale: failedSale(), whose: undefined },
    { what: 'its cashier’s while it may be finished', sale: notExecutedSale(), whose: 'amal' },
    {
      what: 'nobody’s when it is given up then',
      sale: abandoned(notExecutedSale(), ANSWERED_AT + 5 * MINUTE).sale,
      whose: undefined,
    },
    {
      what: 'nobody’s when a supervisor closed it as not sold',
      sale: resolved(unknownSale(), 'not-sold', ANSWERED_AT + HOUR).sale,
      whose: undefined,
    },
    {
      what: 'its cashier’s when a supervisor closed it as sold',
      sale: resolved(unknownSale(), 'sold', ANSWERED_AT + HOUR).sale,
      whose: 'amal',
    },
    {
      what: 'its cashier’s again when what failed is disputed',
      sale: { ...failedSale(), conflicting: true as const },
      whose: 'amal',
    },
    {
      what: 'who confirmed it, no matter who took it over',
      sale: { ...unknownSale(), cashier: { id: 'joseph', name: 'Joseph' } },
      whose: 'amal',
    },
  ])('a sale counts toward limits as $what', ({ sale, whose }) => {
    expect(limitOwner(byCashier(sale))).toBe(whose)
  })

  it('a sale that a supervisor confirmed counts toward nobody’s limits', () => {
    expect(limitOwner(succeededSale())).toBeUndefined()
  })
})

describe('an approval with an override', () => {
  type Lifted = NonNullable<SaleApproval['overridden']>
  const approve = (sale: SaleRecord, now: number, lifted?: Lifted, by = amal) =>
    step(
      sale,
      { kind: 'approved', by, terminal: till, countsTowardLimits: true, ...(lifted ? { overridden: lifted } : {}) },
      now,
    )
  const ofShop: LimitRef = { of: 'shop', kind: 'perDay' }
  const ofPerson: LimitRef = { of: 'person', kind: 'perSale' }
  const lifted = (...limits: LimitRef[]) => approve(checkedSale(), APPROVED_AT, { by: hamad, limits })
  const unsold = (sale: SaleRecord): SaleRecord => ({ ...sale, state: 'not-executed' })
  const LATER = APPROVED_AT + MINUTE

  it('an override records who gave it and for which limits', () => {
    const { sale, events } = lifted(ofPerson, ofShop)
    expect(sale.approval).toMatchObject({
      by: amal,
      countsTowardLimits: true,
      approver: hamad,
      overridden: [ofPerson, ofShop],
    })
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
  const usage = {
    perHour: [used('50')],
    perDay: [used('50')],
    perNumber: [used('50')],
    vouchersPerMinute: [used('50')],
  }
  const kindsAbove = (times: number) =>
    findExceeded(wanted('50', 'voucher'), ME, limits, usage, times).map(({ kind }) => kind)

  it('a batch that exactly reaches its limits is within them', () => expect(kindsAbove(3)).toEqual([]))

  it('a batch is above limits as a whole, and the limit for one sale applies to each line', () =>
    expect(kindsAbove(4)).toEqual(['perHour', 'perDay', 'perNumber', 'vouchersPerMinute']))
})

describe('what is left of limits', () => {
  const left = (limits: LimitsFor, usage: LimitUsage) =>
    findRemaining(ME, limits, usage).map(({ of, kind, left }) => [
      of,
      kind,
      typeof left === 'number' ? left : left.amount,
    ])

  it('each limit that is set leaves its amount less what counts against it, a person their own part', () => {
    const usage: LimitUsage = { perDay: [used('30'), used('50', 1, 'joseph')], vouchersPerMinute: [used('5', 2)] }
    expect(left({ person: aed({ perSale: '40', perDay: '100' }), shop: aed({ perDay: '200' }) }, usage)).toEqual([
      ['person', 'perSale', '40.00'],
      ['person', 'perDay', '70.00'],
      ['shop', 'perDay', '120.00'],
    ])
    expect(left({ shop: aed({ vouchersPerMinute: 5 }) }, usage)).toEqual([['shop', 'vouchersPerMinute', 3]])
  })

  it('a limit that was exceeded leaves nothing, and the limit of one number is whole', () => {
    const usage: LimitUsage = { perDay: [used('130')], perNumber: [used('20')], vouchersPerMinute: [used('5', 9)] }
    const limits = aed({ perDay: '100', perNumber: '60', vouchersPerMinute: 5 })
    expect(left({ shop: limits }, usage)).toEqual([
      ['shop', 'perDay', '0.00'],
      ['shop', 'perNumber', '60.00'],
      ['shop', 'vouchersPerMinute', 0],
    ])
  })
})
