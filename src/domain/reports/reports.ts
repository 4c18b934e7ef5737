import * as v from 'valibot'

import { sorted } from '../in-order.ts'
import { addDecimals, money, Money, type Decimal } from '../money/money.ts'
import { PAYMENT_METHODS, type PaymentMethod } from '../money/payment-method.ts'
import type { NamedRef } from '../person.ts'
import type { SaleGroup } from '../sale/group.ts'
import { SALE_KINDS, type SaleKind } from '../sale/sale.ts'
import type { Loss } from '../sale/loss.ts'
import { count, optionalTrue } from '../schema-parts.ts'
import { clockAt, shopDayAt, shopDays, type ShopCalendar } from '../shop-calendar.ts'

/** Price minus cost. `Money` is unsigned: `isLoss` marks a negative margin. */
const Margin = v.strictObject({ ...Money.entries, isLoss: optionalTrue })
export type Margin = v.InferOutput<typeof Margin>

/** Per currency. `withoutMargin` counts sales whose cost is unknown or in a different currency from the price. */
const Figures = v.strictObject({
  count,
  paid: v.array(Money),
  cost: v.array(Money),
  margin: v.array(Margin),
  withoutMargin: count,
})
export type Figures = v.InferOutput<typeof Figures>

/** With `isRest`, the row is the sum of all remaining rows. */
const ReportRow = v.strictObject({ ...Figures.entries, id: v.string(), name: v.string(), isRest: optionalTrue })
export type ReportRow = v.InferOutput<typeof ReportRow>

const CountedMoney = v.strictObject({ count, amount: v.array(Money) })
export type CountedMoney = v.InferOutput<typeof CountedMoney>

export const Report = v.strictObject({
  totals: v.strictObject({
    ...Figures.entries,
    sold: count,
    notSold: count,
    waiting: count,
    unknown: count,
    /** The service's test transactions; all other figures include them. */
    tests: CountedMoney,
    refundsDue: CountedMoney,
    losses: v.strictObject({ refunded: CountedMoney, belowCost: CountedMoney }),
  }),
  byKind: v.array(ReportRow),
  byService: v.array(ReportRow),
  byCategory: v.array(ReportRow),
  byOperator: v.array(ReportRow),
  byCashier: v.array(ReportRow),
  byTerminal: v.array(ReportRow),
  byPayment: v.array(ReportRow),
  /** By the shop's local time, in the order of its day: `00` to `23`. */
  byHour: v.array(ReportRow),
  byDay: v.array(ReportRow),
})
export type Report = v.InferOutput<typeof Report>

/** Without a `costCurrency` the cost is unknown. */
type Alike = { count: number; currency: string; paid: Decimal; costCurrency: string; cost: Decimal }
export type SalesAggregate = Alike & {
  group: SaleGroup
  kind: SaleKind
  paymentMethod: PaymentMethod | ''
  /** What a second method paid of `paid`. */
  split?: { paymentMethod: PaymentMethod; paid: Decimal }
  isTest: boolean
  isRefundDue: boolean
  loss: Loss | ''
}
export const SOLD_BY = ['cashier', 'terminal'] as const
export type SoldBy = (typeof SOLD_BY)[number]
/** Sales by one person or at one till. `newest` is the number of the newest sale. */
export type SellerAggregate = Alike & { of: NamedRef; newest: number }
export type ProductAggregate = Alike & { service: NamedRef; brand: string; newest: number }
/** `at` is the start of a quarter of an hour. */
export type IntervalAggregate = Alike & { at: number }

const MAX_ROWS = 500

type Sum = Map<string, Alike>

function addTo(sum: Sum, alike: Alike): void {
  const key = `${alike.currency}/${alike.costCurrency}`
  const before = sum.get(key)
  const { count, currency, paid, costCurrency, cost } = alike
  sum.set(
    key,
    before
      ? {
          ...before,
          count: before.count + count,
          paid: addDecimals(before.paid, paid),
          cost: addDecimals(before.cost, cost),
        }
      : { count, currency, paid, costCurrency, cost },
  )
}

const negative = ({ units, scale }: Decimal): Decimal => ({ units: -units, scale })

function byCurrency(amounts: readonly { currency: string; amount: Decimal }[]): [currency: string, sum: Decimal][] {
  const sums = new Map<string, Decimal>()
  for (const { currency, amount } of amounts) {
    const before = sums.get(currency)
    sums.set(currency, before ? addDecimals(before, amount) : amount)
  }
  return sorted(sums, ([a], [b]) => (a < b ? -1 : 1))
}

const toMoney = (amounts: Parameters<typeof byCurrency>[0]): Money[] =>
  byCurrency(amounts).map(([currency, sum]) => money(sum, currency))
const toMargin = ([currency, sum]: [string, Decimal]): Margin =>
  sum.units < 0n ? { ...money(negative(sum), currency), isLoss: true } : money(sum, currency)

const countOf = (sales: readonly Alike[]) => sales.reduce((sum, { count }) => sum + count, 0)

function figuresOf(sum: Sum): Figures {
  const all = [...sum.values()]
  const withMargin = all.filter(({ currency, costCurrency }) => currency === costCurrency)
  return {
    count: countOf(all),
    paid: toMoney(all.map(({ currency, paid }) => ({ currency, amount: paid }))),
    cost: toMoney(
      all.flatMap(({ costCurrency, cost }) => (costCurrency === '' ? [] : [{ currency: costCurrency, amount: cost }])),
    ),
    margin: byCurrency(
      withMargin.map(({ currency, paid, cost }) => ({ currency, amount: addDecimals(paid, negative(cost)) })),
    ).map(toMargin),
    withoutMargin: countOf(all) - countOf(withMargin),
  }
}

function countedMoney(sum: Sum, amountOf: (alike: Alike) => Decimal = ({ paid }) => paid): CountedMoney {
  const all = [...sum.values()]
  return {
    count: countOf(all),
    amount: toMoney(all.map((alike) => ({ currency: alike.currency, amount: amountOf(alike) }))),
  }
}

type Row = { name: string; newest: number; sum: Sum }
type Rows = Map<string, Row>

/** A row is named like its newest sale. */
function addToRow(rows: Rows, { id, name }: NamedRef, alike: Alike, newest = 0): void {
  const row = rows.get(id) ?? { name, newest, sum: new Map() }
  rows.set(id, newest > row.newest ? { ...row, name, newest } : row)
  addTo(row.sum, alike)
}

const rowOf = ([id, { name, sum }]: readonly [string, Row]): ReportRow => ({ id, name, ...figuresOf(sum) })

const inOrderOf = (rows: Rows, ids: readonly string[]): ReportRow[] =>
  ids.flatMap((id) => {
    const row = rows.get(id)
    return row ? [rowOf([id, row])] : []
  })

/** The row with the highest total comes first, in the currency of most sales. */
function mostFirst(rows: Rows, currency: string): ReportRow[] {
  const paidIn = ({ sum }: Row) =>
    [...sum.values()].reduce((units, each) => (each.currency === currency ? units + unitsOf(each.paid) : units), 0n)
  const paid = [...rows].map(([id, row]) => ({ id, row, paid: paidIn(row) }))
  const ordered = sorted(paid, (a, b) => (a.paid < b.paid ? 1 : a.paid > b.paid ? -1 : a.id < b.id ? -1 : 1)).map(
    ({ id, row }) => [id, row] as const,
  )
  const rest: Sum = new Map()
  for (const [, { sum }] of ordered.slice(MAX_ROWS)) for (const alike of sum.values()) addTo(rest, alike)
  return [
    ...ordered.slice(0, MAX_ROWS).map(rowOf),
    ...(rest.size > 0 ? [{ id: '', name: '', isRest: true as const, ...figuresOf(rest) }] : []),
  ]
}

/** In units of six decimals, the most that an amount can have. */
const unitsOf = (amount: Decimal): bigint => addDecimals(amount, { units: 0n, scale: 6 }).units

/** A split sale is counted under both methods, each with what it paid. Its cost is not divided, so there is no margin. */
function partsOf(sales: SalesAggregate): (Alike & Pick<SalesAggregate, 'paymentMethod'>)[] {
  const { split, paymentMethod, count, currency, paid } = sales
  if (!split) return [sales]
  const shared = { count, currency, costCurrency: '', cost: { units: 0n, scale: 0 } }
  return [
    { ...shared, paymentMethod, paid: addDecimals(paid, negative(split.paid)) },
    { ...shared, ...split },
  ]
}

type ReportOptions = {
  calendar: ShopCalendar
  categoryOf: (serviceId: string) => NamedRef | undefined
}

const NO_CATEGORY: NamedRef = { id: '', name: '' }

/** Sales are added in parts, in any order. Only what is sold has rows. */
export function createReport({ calendar, categoryOf }: ReportOptions) {
  const groups = new Map<SaleGroup, number>()
  const newSum = (): Sum => new Map()
  const [all, tests, refundsDue, refunded, belowCost] = [newSum(), newSum(), newSum(), newSum(), newSum()]
  const newRows = (): Rows => new Map()
  const sold: Record<SoldBy, Rows> = { cashier: newRows(), terminal: newRows() }
  const [byKind, byPayment] = [newRows(), newRows()]
  const [byService, byCategory, byOperator, byHour, byDay] = [newRows(), newRows(), newRows(), newRows(), newRows()]
  const clockOf = createShopClock(calendar)

  return {
    addSales: (sales: readonly SalesAggregate[]): void => {
      for (const each of sales) {
        groups.set(each.group, (groups.get(each.group) ?? 0) + each.count)
        // While the wholesaler contradicts itself, it is unknown whether a refund is due.
        if (each.isRefundDue && each.group !== 'unknown') addTo(refundsDue, each)
        if (each.loss === 'refunded') addTo(refunded, each)
        if (each.loss === 'below-cost') addTo(belowCost, each)
        if (each.group !== 'sold') continue
        addTo(all, each)
        if (each.isTest) addTo(tests, each)
        addToRow(byKind, { id: each.kind, name: each.kind }, each)
        for (const part of partsOf(each))
          addToRow(byPayment, { id: part.paymentMethod, name: part.paymentMethod }, part)
      }
    },
    addSold: (by: SoldBy, alike: readonly SellerAggregate[]): void => {
      for (const each of alike) addToRow(sold[by], each.of, each, each.newest)
    },
    addProducts: (products: readonly ProductAggregate[]): void => {
      for (const each of products) {
        addToRow(byService, each.service, each, each.newest)
        addToRow(byOperator, { id: each.brand, name: each.brand }, each)
        addToRow(byCategory, categoryOf(each.service.id) ?? NO_CATEGORY, each)
      }
    },
    addIntervals: (quarters: readonly IntervalAggregate[]): void => {
      for (const each of quarters) {
        const { day, hour } = clockOf(each.at)
        addToRow(byHour, { id: hour, name: hour }, each)
        addToRow(byDay, { id: day, name: day }, each)
      }
    },
    read: (): Report => {
      const [most] = sorted(all.values(), (a, b) => b.count - a.count)
      const currency = most?.currency ?? ''
      const count = (group: SaleGroup) => groups.get(group) ?? 0
      return {
        totals: {
          ...figuresOf(all),
          sold: count('sold'),
          notSold: count('not-sold'),
          waiting: count('waiting'),
          unknown: count('unknown'),
          tests: countedMoney(tests),
          refundsDue: countedMoney(refundsDue),
          losses: {
            refunded: countedMoney(refunded),
            belowCost: countedMoney(belowCost, ({ paid, cost }) => addDecimals(cost, negative(paid))),
          },
        },
        byKind: inOrderOf(byKind, SALE_KINDS),
        byService: mostFirst(byService, currency),
        byCategory: mostFirst(byCategory, currency),
        byOperator: mostFirst(byOperator, currency),
        byCashier: mostFirst(sold.cashier, currency),
        byTerminal: mostFirst(sold.terminal, currency),
        byPayment: inOrderOf(byPayment, [...PAYMENT_METHODS, '']),
        byHour: inOrderOf(byHour, hoursOf(calendar)),
        byDay: inOrderOf(byDay, sorted(byDay.keys())),
      }
    },
  }
}

/** `00` to `23` in the order of the shop's day. */
export const hoursOf = ({ dayStartHour }: ShopCalendar): string[] =>
  Array.from({ length: 24 }, (_, index) => hourText((dayStartHour + index) % 24))
const hourText = (hour: number): string => String(hour).padStart(2, '0')

const HOUR_MS = 60 * 60_000

/** Looks up the time zone once per day, unless its clocks change on that day. */
function createShopClock(calendar: ShopCalendar) {
  const { timeZone, dayStartHour } = calendar
  const days = shopDays(() => calendar)
  let last = { from: NaN, day: '', isRegular: false }
  return (at: number): { day: string; hour: string } => {
    const { from, to } = days.boundsAt(at)
    if (from !== last.from) {
      const isRegular =
        to - from === 24 * HOUR_MS &&
        clockAt(from, timeZone).hour === dayStartHour &&
        clockAt(to - 1, timeZone).hour === (dayStartHour + 23) % 24
      last = { from, day: shopDayAt(from, calendar), isRegular }
    }
    const hour = last.isRegular ? (dayStartHour + Math.floor((at - from) / HOUR_MS)) % 24 : clockAt(at, timeZone).hour
    return { day: last.day, hour: hourText(hour) }
  }
}
