import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

import { decimalsOf, money, decimal, type DecimalText } from '#domain/money/money.ts'
import type { Sale } from '#domain/sale/sale.ts'
import {
  costFitOf,
  estimateOf,
  inMillionths,
  isCostDifference,
  reconcileReading,
  learnedFit,
  mayBe,
  moneyOf,
  proposedKind,
  walletChargeOf,
  type Charges,
  type WalletState,
} from '#domain/wallet/wallet.ts'
import { atLevel } from '../../support/level.ts'

const aed = (amount: string) => money(decimal(amount), 'AED')

describe('whether a sale was charged', () => {
  const resolved = (outcome: 'sold' | 'not-sold') => ({ resolution: { outcome, note: 'so', at: 1, by: 'Hamad' } })
  it.each<[string, Partial<Sale> & Pick<Sale, 'state'>, string]>([
    ['a checked sale', { state: 'checked', cost: aed('48') }, 'none'],
    ['a refused sale', { state: 'refused' }, 'none'],
    ['a sale whose confirm is on its way', { state: 'confirming', cost: aed('48') }, 'open'],
    ['a sale whose confirm was lost', { state: 'unknown' }, 'open'],
    ['a pending sale', { state: 'pending', cost: aed('48') }, 'open'],
    ['a sale that was proven not to have happened', { state: 'not-executed', cost: aed('48') }, 'none'],
    ['a sold sale', { state: 'succeeded', cost: aed('48') }, 'certain'],
    ['a sold voucher whose code is coming', { state: 'succeeded', voucher: 'coming', cost: aed('48') }, 'certain'],
    ['a sold sale of unknown cost', { state: 'succeeded' }, 'unsure'],
    ['a sold test transaction', { state: 'succeeded', cost: aed('48'), isTest: true }, 'unsure'],
    ['a sale that failed', { state: 'failed', cost: aed('48') }, 'none'],
    ['a canceled sale', { state: 'canceled', cost: aed('48') }, 'unsure'],
    ['a replaced sale', { state: 'replaced', cost: aed('48') }, 'unsure'],
    ['a sale with contradicting answers', { state: 'succeeded', conflicting: true, cost: aed('48') }, 'unsure'],
    ['a pending sale resolved as sold', { state: 'pending', ...resolved('sold'), cost: aed('48') }, 'certain'],
    ['a canceled sale resolved as not sold', { state: 'canceled', ...resolved('not-sold') }, 'none'],
  ])('whether %s was charged is known', (_, sale, charge) => expect(walletChargeOf(sale)).toBe(charge))
})

describe('amounts in millionths', () => {
  it.each(['0', '50.00', '0.000001', '999999999.999999', '12.5'])(
    'the amount %s is the same after it was converted',
    (text) => {
      const { amount } = moneyOf(inMillionths(text as DecimalText), 'AED')
      expect(decimal(amount)).toEqual(decimal(aed(text).amount))
    },
  )

  it('an estimate has the smallest unit of its currency and is never below zero', () => {
    expect(estimateOf(12.3456, 'AED').amount).toBe('12.35')
    expect(estimateOf(12.3456, 'JPY').amount).toBe('12')
    expect(estimateOf(12.3456, 'KWD').amount).toBe('12.346')
    expect(estimateOf(-1, 'AED').amount).toBe('0.00')
  })
})

const NOTHING: Charges = { certain: 0n, unsureAdded: 0n, unsureRemoved: 0n, open: 0n }
/** Evaluates readings one after another; amounts are in whole units. */
function judgeAll(readings: { balance: number; currency?: string; charges?: { [K in keyof Charges]?: number } }[]) {
  let state: WalletState | undefined
  return readings.map(({ balance, currency = 'AED', charges = {} }) => {
    const inUnits = Object.fromEntries(Object.entries(charges).map(([key, value]) => [key, BigInt(value)]))
    const judged = reconcileReading(state, { currency, balance: BigInt(balance), charges: { ...NOTHING, ...inUnits } })
    state = judged.state
    return judged.movement ?? judged.update
  })
}

describe('a reading of the wallet', () => {
  it('the first reading opens the list and shows no other transaction', () => {
    expect(judgeAll([{ balance: 100 }])).toEqual([undefined])
  })

  it('a balance that is lower by the cost of sales shows no other transaction', () => {
    expect(judgeAll([{ balance: 100 }, { balance: 52, charges: { certain: 48 } }])).toEqual([undefined, undefined])
  })

  it('an increase is an incoming transaction, exactly, beside sales of the same time', () => {
    const [, jump] = judgeAll([{ balance: 100 }, { balance: 1052, charges: { certain: 48 } }])
    expect(jump).toEqual({ direction: 'in', least: 1000n, most: 1000n })
  })

  it('money that leaves the wallet without a sale is an outgoing transaction, exactly', () => {
    const [, loss] = judgeAll([{ balance: 100 }, { balance: 27, charges: { certain: 48 } }])
    expect(loss).toEqual({ direction: 'out', least: 25n, most: 25n })
  })

  it.each([100, 90, 95])('an open sale explains any balance between its full cost and nothing: %i', (balance) => {
    expect(judgeAll([{ balance: 100 }, { balance, charges: { open: 10 } }])).toEqual([undefined, undefined])
  })

  it('a sale that fails after it was charged, and is refunded later, shows two other transactions', () => {
    const seen = judgeAll([{ balance: 100 }, { balance: 90, charges: { open: 10 } }, { balance: 90 }, { balance: 100 }])
    expect(seen.slice(2)).toEqual([
      { direction: 'out', least: 10n, most: 10n },
      { direction: 'in', least: 10n, most: 10n },
    ])
  })

  it('a deposit beside an open sale is a range, and one amount once the sale is complete', () => {
    const [, refill, sure] = judgeAll([
      { balance: 100 },
      { balance: 190, charges: { open: 10 } },
      { balance: 190, charges: { certain: 10 } },
    ])
    expect(refill).toEqual({ direction: 'in', least: 90n, most: 100n })
    expect(sure).toEqual({ direction: 'in', least: 100n, most: 100n })
  })

  it('a sale of unknown cost explains at most what the customer paid, once', () => {
    const seen = judgeAll([
      { balance: 100 },
      { balance: 91, charges: { unsureAdded: 10 } },
      { balance: 91, charges: { unsureAdded: 10 } },
      { balance: 90, charges: { unsureAdded: 10 } },
    ])
    expect(seen).toEqual([undefined, undefined, undefined, { direction: 'out', least: 1n, most: 1n }])
  })

  it('a cost that becomes known later creates no other transaction', () => {
    const seen = judgeAll([
      { balance: 100 },
      { balance: 91, charges: { unsureAdded: 10 } },
      { balance: 91, charges: { unsureAdded: 10, unsureRemoved: 10, certain: 9 } },
    ])
    expect(seen).toEqual([undefined, undefined, undefined])
  })

  it('another currency opens another list', () => {
    expect(judgeAll([{ balance: 100 }, { balance: 7, currency: 'USD' }])).toEqual([undefined, undefined])
  })
})

/** A separate ledger: what really happened to the wallet, in the smallest unit, written without the code under test. */
type LedgerSale = { cost: number; pays: number; isCostKnown: boolean; isCharged: boolean; state: State }
type State = 'open' | 'sold' | 'failed'

const steps = fc.array(
  fc.record({
    what: fc.constantFrom('sell', 'sell', 'charge', 'succeed', 'fail', 'refund', 'refill', 'foreign', 'read', 'read'),
    amount: fc.integer({ min: 1, max: 100_000 }),
    which: fc.nat(),
    isCostKnown: fc.boolean(),
  }),
  { maxLength: 60 },
)
type Step = { what: string; amount: number; which: number; isCostKnown: boolean }

function simulate(all: readonly Step[], currency: string, options: { hasOutside: boolean; hasUnknownCosts: boolean }) {
  const unit = 10n ** BigInt(6 - decimalsOf(currency))
  const sales: LedgerSale[] = []
  const owed: LedgerSale[] = []
  let balance = 1_000_000_000
  let outside = 0
  let state: WalletState | undefined
  let explained: bigint[] = []
  let movements = 0

  const sum = (of: (sale: LedgerSale) => number) => BigInt(sales.reduce((all, sale) => all + of(sale), 0)) * unit
  const read = () => {
    const charges: Charges = {
      certain: sum((sale) => (sale.state === 'sold' && sale.isCostKnown ? sale.cost : 0)),
      unsureAdded: sum((sale) => (sale.state === 'sold' && !sale.isCostKnown ? sale.pays : 0)),
      unsureRemoved: 0n,
      open: sum((sale) => (sale.state === 'open' ? (sale.isCostKnown ? sale.cost : sale.pays) : 0)),
    }
    const judged = reconcileReading(state, { currency, balance: BigInt(balance) * unit, charges })
    state = judged.state
    const change = judged.movement ?? judged.update
    if (judged.update) explained = explained.slice(0, -1)
    if (change) explained.push(change.direction === 'in' ? change.most : -change.least)
    if (judged.movement) movements += 1
  }
  const debit = (sale: LedgerSale) => {
    if (!sale.isCharged) balance -= sale.cost
    sale.isCharged = true
  }
  const finish = (sale: LedgerSale, isSold: boolean) => {
    sale.state = isSold ? 'sold' : 'failed'
    if (isSold) debit(sale)
    else if (sale.isCharged && options.hasOutside) owed.push(sale)
    else if (sale.isCharged) balance += sale.cost
  }

  read()
  for (const { what, amount, which, isCostKnown } of all) {
    const open = sales.filter((sale) => sale.state === 'open')
    const one = open[which % Math.max(1, open.length)]
    if (what === 'sell') {
      const isKnown = isCostKnown || !options.hasUnknownCosts
      sales.push({ cost: amount, pays: amount + (which % 50), isCostKnown: isKnown, isCharged: false, state: 'open' })
    } else if (what === 'charge' && one) debit(one)
    else if (what === 'succeed' && one) finish(one, true)
    else if (what === 'fail' && one) finish(one, false)
    else if (what === 'refund') {
      const sale = owed.shift()
      if (sale) balance += sale.cost
    } else if (what === 'refill' && options.hasOutside) {
      balance += amount
      outside += amount
    } else if (what === 'foreign' && options.hasOutside) {
      balance -= amount
      outside -= amount
    } else if (what === 'read') read()
  }
  for (const [index, sale] of sales.entries()) if (sale.state === 'open') finish(sale, index % 2 === 0)
  read()
  outside -= owed.reduce((all, sale) => all + sale.cost, 0)
  return { movements, explained: explained.reduce((all, one) => all + one, 0n), outside: BigInt(outside) * unit }
}

describe.each(['JPY', 'AED', 'KWD'])(
  'a shop with random sales, readings and other users of the wallet, in %s',
  (currency) => {
    const inEveryShop = (check: (all: readonly Step[]) => void) =>
      fc.assert(fc.property(steps, check), { numRuns: atLevel(100, 400) })

    it('the other transactions explain exactly what happened outside the sales', () => {
      inEveryShop((all) => {
        const { explained, outside } = simulate(all, currency, { hasOutside: true, hasUnknownCosts: false })
        expect(explained).toBe(outside)
      })
    })

    it('without other users of the wallet no other transaction is shown, whatever is open or of unknown cost', () => {
      inEveryShop((all) => {
        expect(simulate(all, currency, { hasOutside: false, hasUnknownCosts: true }).movements).toBe(0)
      })
    })
  },
)

describe('the suggested kind of an other transaction', () => {
  it('an incoming amount is suggested as a deposit, or as a refund when a failed sale cost the same, and any other as outside the shop', () => {
    expect(proposedKind('in', false)).toBe('deposit')
    expect(proposedKind('in', true)).toBe('service-refund')
    expect(proposedKind('out', true)).toBe('outside')
    expect(mayBe('deposit', 'out')).toBe(false)
    expect(mayBe('service-refund', 'in')).toBe(true)
    expect(mayBe('outside', 'out')).toBe(true)
  })
})

describe('the way in which the commission counts', () => {
  const percent = { kind: 'percent' as const, value: '4' as DecimalText }
  const sold = (cost: string, commission: { kind: 'percent' | 'fixed'; value: DecimalText } = percent) =>
    costFitOf({ state: 'succeeded', amount: aed('50'), cost: aed(cost), commission })

  it.each([
    ['48', 'less'],
    ['52', 'more'],
    ['50', 'none'],
    ['47', 'neither'],
  ])('a cost of %s fits the promise as: %s', (cost, fit) => expect(sold(cost)).toBe(fit))

  it('a kept promise of zero does not tell the way, and a broken one is a difference', () => {
    expect(sold('50', { kind: 'percent', value: '0' as DecimalText })).toBeUndefined()
    expect(sold('49', { kind: 'percent', value: '0' as DecimalText })).toBe('neither')
  })

  it('a sale that was not certainly charged is not compared', () => {
    expect(costFitOf({ state: 'pending', amount: aed('50'), cost: aed('48'), commission: percent })).toBeUndefined()
    expect(costFitOf({ state: 'succeeded', amount: aed('50'), commission: percent })).toBeUndefined()
  })

  it('the way is learned from more than half of at least five sales, and never assumed', () => {
    expect(learnedFit({ less: 4 })).toBeUndefined()
    expect(learnedFit({ less: 5 })).toBe('less')
    expect(learnedFit({ more: 6, less: 5 })).toBe('more')
    expect(learnedFit({ more: 5, less: 5 })).toBeUndefined()
    expect(learnedFit({ neither: 9, less: 5 })).toBeUndefined()
  })

  it('a sale is a difference when it fits no way, or not the learned one', () => {
    expect(isCostDifference('neither', undefined)).toBe(true)
    expect(isCostDifference('more', undefined)).toBe(false)
    expect(isCostDifference('more', 'less')).toBe(true)
    expect(isCostDifference('less', 'less')).toBe(false)
  })
})
