import fc, { type Arbitrary } from 'fast-check'
import type { Kysely } from 'kysely'
import { expect, it } from 'vitest'

import { DEFAULT_SETTINGS } from '#api/settings.ts'
import { decimal, money, type Money } from '#domain/money/money.ts'
import type { Figures, Margin, ReportRow } from '#domain/reports/reports.ts'
import type { SaleEvent } from '#domain/sale/event.ts'
import type { SaleStep } from '#domain/sale/input.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { ShopCalendar } from '#domain/shop-calendar.ts'
import type { Answer, Transaction } from '#domain/wallet/transaction.ts'
import { groupCommit } from '#server/database/drivers/group-commit.ts'
import { reportSales } from '#server/reports/report-sales.ts'
import { saleTimesStore } from '#server/reports/sale-times.ts'
import { salesStore } from '#server/sales/store.ts'
import type { JournalTables } from '#server/database/schema/tables.ts'
import { systemClock } from '#server/lib/clock.ts'
import { createReports } from '#server/reports/reports.ts'
import {
  abandoned,
  aSaleId,
  amal,
  checkAnswered,
  confirmAnswered,
  DAY,
  findAnswered,
  hamad,
  HOUR,
  joseph,
  lost,
  MINUTE,
  openedInternational,
  openedSale,
  openedVoucher,
  refunded,
  refuses,
  resolved,
  says,
  saysInternational,
  saysOfVoucher,
  SECOND,
  step,
  takenOver,
} from '../../support/sales.ts'
import { aJournal, closeJournals, journalRuns } from '../../support/a-journal.ts'
import {
  asText,
  expectedFigures,
  micros,
  saleFromEvents,
  sumsOf,
  wallClock,
  type SaleFromEvents,
} from '../../support/expected-figures.ts'

/** Times around a clock change of each zone, if it has one. */
const ZONES = [
  { timeZone: 'America/New_York', around: Date.UTC(2026, 10, 1, 6) },
  { timeZone: 'America/New_York', around: Date.UTC(2026, 2, 8, 7) },
  { timeZone: 'Asia/Beirut', around: Date.UTC(2026, 2, 28, 22) },
  { timeZone: 'Asia/Beirut', around: Date.UTC(2026, 9, 24, 21) },
  { timeZone: 'Asia/Dubai', around: Date.UTC(2026, 10, 20, 10) },
]

type Life = ((sale: SaleRecord, now: number, cost: Money | undefined) => SaleStep)[]

function answerAbout(
  sale: SaleRecord,
  state: Transaction['state'],
  cost?: Money,
  more: Partial<Transaction> = {},
): Answer {
  const changes = { amount: decimal(sale.amount.amount), amountCurrency: sale.amount.currency, ...more }
  const answer = { direct: says, voucher: saysOfVoucher, international: saysInternational }[sale.kind](state, changes)
  if (answer.kind !== 'transaction') throw new Error('it is an answer about a transaction')
  const { cost: _, ...rest } = answer.transaction
  const saleId = sale.kind === 'international' ? {} : { saleId: sale.id }
  return { kind: 'transaction', transaction: { ...rest, ...saleId, ...(cost ? { cost } : {}) } }
}

const check = (sale: SaleRecord, now: number, cost?: Money) => checkAnswered(sale, answerAbout(sale, -1, cost), now)
const refuse = (sale: SaleRecord, now: number) => checkAnswered(sale, refuses(201), now)
const approve = (sale: SaleRecord, now: number) =>
  step(sale, { kind: 'approved', by: sale.cashier, terminal: { id: `till-${sale.cashier.id}`, name: 'Till' } }, now)
const confirm =
  (state: number, more: Partial<Transaction> = {}) =>
  (sale: SaleRecord, now: number, cost?: Money) =>
    confirmAnswered(sale, answerAbout(sale, state, cost, more), now)
const loseConfirm = (sale: SaleRecord, now: number) => confirmAnswered(sale, lost(), now)
const find =
  (state: number, more: Partial<Transaction> = {}) =>
  (sale: SaleRecord, now: number, cost?: Money) =>
    findAnswered(sale, answerAbout(sale, state, cost, more), now)
const resolve = (outcome: 'sold' | 'not-sold') => (sale: SaleRecord, now: number) =>
  resolved(sale, outcome, now + 2 * HOUR)
const refund = (sale: SaleRecord, now: number) => refunded(sale, now, joseph)
const takeOver = (sale: SaleRecord, now: number) => takenOver(sale, hamad, now)
const giveUp = (sale: SaleRecord, now: number) => abandoned(sale, now)

const code = { hasCode: true } as const
const REFUNDED_THEN_SOLD: Life = [check, approve, confirm(0), resolve('not-sold'), refund, find(1, code)]
const LIVES: Record<string, Life> = {
  'opened only': [],
  refused: [refuse],
  'checked only': [check],
  'given up before the confirm': [check, giveUp],
  confirming: [check, approve],
  sold: [check, approve, confirm(1, code)],
  'sold by another cashier': [check, takeOver, approve, confirm(1, code)],
  failed: [check, approve, confirm(2)],
  pending: [check, approve, confirm(0)],
  'failed later': [check, approve, confirm(0), find(2)],
  'failed later and refunded': [check, approve, confirm(0), find(2), refund],
  'not known': [check, approve, loseConfirm],
  'not known and then sold': [check, approve, loseConfirm, find(1, code)],
  'without its code': [check, approve, confirm(1)],
  'with a late code': [check, approve, confirm(1), find(1, code)],
  canceled: [check, approve, confirm(3)],
  'resolved as sold': [check, approve, confirm(3), resolve('sold')],
  'resolved as not sold': [check, approve, confirm(3), resolve('not-sold')],
  'resolved as not sold and refunded': [check, approve, confirm(3), resolve('not-sold'), refund],
  'resolved while pending': [check, approve, confirm(0), resolve('sold')],
  'resolved and then contradicted': [check, approve, confirm(0), resolve('not-sold'), find(1, code)],
  'refunded and then sold': REFUNDED_THEN_SOLD,
  'refunded, then sold, and so resolved': [...REFUNDED_THEN_SOLD, resolve('sold')],
  contradicted: [check, approve, confirm(1, code), find(2)],
}

const CURRENCIES = ['AED', 'JPY', 'KWD']
const aShop = fc.record({
  zone: fc.constantFrom(...ZONES),
  dayStartHour: fc.constantFrom(0, 2, 4, 23),
  before: fc.option(fc.record({ zone: fc.constantFrom(...ZONES), dayStartHour: fc.constantFrom(0, 4) }), {
    nil: undefined,
  }),
  sales: fc.array(
    fc.record({
      life: fc.constantFrom(...Object.keys(LIVES)),
      after: fc.integer({ min: -3 * DAY, max: 3 * DAY }),
      kind: fc.constantFrom('direct' as const, 'voucher' as const, 'international' as const),
      service: fc.constantFrom('a', 'b', 'c'),
      cashier: fc.constantFrom(amal, joseph),
      pays: fc.constantFrom('0.1', '0.2', '10', '99.99', '123456789.123456'),
      currency: fc.constantFrom(...CURRENCIES),
      cost: fc.constantFrom('none', 'same', 'dearer', 'other currency'),
      /** The cost is known only with the last answer. */
      isCostLate: fc.boolean(),
      paymentMethod: fc.constantFrom(undefined, 'cash' as const, 'card' as const),
      isSplit: fc.boolean(),
      isTest: fc.constantFrom(undefined, undefined, true as const),
    }),
    { minLength: 1, maxLength: 24 },
  ),
})

function costOf({ cost, pays, currency }: { cost: string; pays: string; currency: string }): Money | undefined {
  if (cost === 'none') return undefined
  if (cost === 'other currency') return money(decimal('3.75'), 'USD')
  return money(decimal(cost === 'dearer' ? '123456789.2' : pays), currency)
}

type ShopOf<A> = A extends Arbitrary<infer Shop> ? Shop : never
type OrderRequest = ShopOf<typeof aShop>['sales'][number]
function openSale(
  index: number,
  { kind, service, cashier, pays, currency, paymentMethod, isSplit, isTest }: OrderRequest,
  openedAt: number,
): SaleRecord {
  const open = { direct: openedSale, voucher: openedVoucher, international: openedInternational }[kind]
  const names = { serviceId: service, serviceName: `Service ${service}`, brand: `Brand of ${service}` }
  const named = kind === 'international' ? {} : { ...names, amount: money(decimal(pays), currency) }
  return open({
    id: aSaleId('0123456789ABCDEFGHJKMNPQRSTVWXYZ'[index]),
    number: 0,
    version: 0,
    ...named,
    pays: money(decimal(pays), currency),
    cashier,
    openedAt,
    ...(paymentMethod ? { paymentMethod } : {}),
    ...(isSplit && paymentMethod === 'card'
      ? { split: { paymentMethod: 'cash' as const, amount: money(decimal('0.05'), currency) } }
      : {}),
    ...(isTest ? { isTest } : {}),
  })
}

/** Runs all sales through their steps at the same time, and returns what their events say. */
async function live(
  db: Kysely<JournalTables>,
  { zone, dayStartHour, before, sales }: ShopOf<typeof aShop>,
): Promise<SaleFromEvents[]> {
  const calendar = { timeZone: zone.timeZone, dayStartHour }
  const earlier = before ? { timeZone: before.zone.timeZone, dayStartHour: before.dayStartHour } : calendar
  const commit = groupCommit(db)
  const storeOf = (of: ShopCalendar) => salesStore(db, { commit, calendar: () => of })
  const [first, second] = [storeOf(earlier), storeOf(calendar)]
  const lived = await Promise.all(
    sales.map(async (wish, index) => {
      const store = index < sales.length / 2 ? first : second
      const openedAt = zone.around + wish.after
      let sale = (await store.insert(openSale(index, wish, openedAt), [{ at: openedAt, kind: 'opened' }]))!
      const life = LIVES[wish.life]!
      let now = openedAt
      for (const [turn, change] of life.entries()) {
        now += turn < 3 ? SECOND : MINUTE
        const isLate = wish.isCostLate && turn < life.length - 1
        const { sale: next, events } = change(sale, now, isLate ? undefined : costOf(wish))
        if (next !== sale) sale = await store.save({ ...next, openedAt }, events)
      }
      return sale.id
    }),
  )
  const found: SaleFromEvents[] = []
  for (const id of lived) {
    const record = (await second.find(id))!
    const events: SaleEvent[] = await second.events(id)
    found.push(saleFromEvents(record, events))
  }
  return found
}

const marginText = ({ amount, currency, isLoss }: Margin) => `${isLoss ? '-' : ''}${amount} ${currency}`
const moneyText = ({ amount, currency }: Money) => `${amount} ${currency}`
const figureText = ({ count, paid, cost, margin, withoutMargin }: Figures) => ({
  count,
  paid: paid.map(moneyText).toSorted(),
  cost: cost.map(moneyText).toSorted(),
  margin: margin.map(marginText).toSorted(),
  withoutMargin,
})
const rowsText = (rows: readonly ReportRow[]) =>
  Object.fromEntries(rows.map(({ id, name, ...figures }) => [id, { name, ...figureText(figures) }]))

function expectedRows(sales: readonly SaleFromEvents[], refOf: (sale: SaleRecord) => { id: string; name: string }) {
  const sold = sales.filter(({ group }) => group === 'sold')
  const refs = new Map(sold.map(({ record }) => [refOf(record).id, refOf(record)]))
  return Object.fromEntries(
    [...refs].map(([id, { name }]) => [
      id,
      { name, ...expectedFigures(sold.filter(({ record }) => refOf(record).id === id)) },
    ]),
  )
}
const asRef = (id: string) => ({ id, name: id })
const expectedCount = (sales: readonly SaleFromEvents[], amountOf = ({ pays }: SaleRecord) => micros(pays)) => ({
  count: sales.length,
  amount: sumsOf(sales.map(({ record }) => [record.pays.currency, amountOf(record)])),
})
const countedText = ({ count, amount }: { count: number; amount: Money[] }) => ({
  count,
  amount: amount.map(moneyText).toSorted(),
})

/** A split sale as two, each with what one method paid and without the cost, which is not divided. */
function partsOf(sale: SaleFromEvents): SaleFromEvents[] {
  const { split, cost: _, ...record } = sale.record
  if (!split) return [sale]
  const { currency } = record.pays
  const [amount] = asText(currency, micros(record.pays) - micros(split.amount)).split(' ')
  const [first, second] = [money(decimal(amount!), currency), split.amount]
  return [
    { ...sale, record: { ...record, pays: first } },
    { ...sale, record: { ...record, pays: second, paymentMethod: split.paymentMethod } },
  ]
}

async function expectReports(
  db: Kysely<JournalTables>,
  calendar: ShopCalendar,
  all: readonly SaleFromEvents[],
): Promise<void> {
  const clockOf = (sale: SaleRecord) => wallClock(sale.openedAt, calendar.timeZone, calendar.dayStartHour)
  const days = [...new Set(all.map(({ record }) => clockOf(record).day))].toSorted()
  const saleTimes = saleTimesStore({ db, reader: db, commit: groupCommit(db) })
  const sources = { sales: reportSales(db), saleTimes, catalog: { latest: () => undefined } }
  const reports = createReports(
    { calendar: () => calendar, settings: () => DEFAULT_SETTINGS, clock: systemClock() },
    sources,
  )
  const ranges = [...days.map((day) => [day, day] as const), [days[0]!, days.at(-1)!] as const]
  for (const [from, to] of ranges) {
    const sales = all.filter(({ record }) => clockOf(record).day >= from && clockOf(record).day <= to)
    const sold = sales.filter(({ group }) => group === 'sold')
    const { totals, losses, ...lists } = await reports.read({ from, to })
    const countOf = (group: SaleFromEvents['group']) => sales.filter((one) => one.group === group).length
    expect(figureText(totals)).toEqual(expectedFigures(sold))
    expect(totals).toMatchObject({
      sold: sold.length,
      notSold: countOf('not-sold'),
      waiting: countOf('waiting'),
      unknown: countOf('unknown'),
    })
    expect(countedText(totals.tests)).toEqual(expectedCount(sold.filter(({ record }) => record.isTest)))
    const isDue = ({ refund, group }: SaleFromEvents) => refund === 'due' && group !== 'unknown'
    expect(countedText(totals.refundsDue)).toEqual(expectedCount(sales.filter(isDue)))
    const lost = (loss: SaleFromEvents['loss']) => sales.filter((one) => one.loss === loss)
    expect(countedText(totals.losses.refunded)).toEqual(expectedCount(lost('refunded')))
    expect(countedText(totals.losses.belowCost)).toEqual(
      expectedCount(lost('below-cost'), ({ cost, pays }) => micros(cost!) - micros(pays)),
    )
    const withLoss = sales.filter(({ loss }) => loss !== 'none').map(({ record }) => record.number)
    expect(new Set(losses.map(({ number }) => number))).toEqual(new Set(withLoss))
    expect(losses).toHaveLength(withLoss.length)
    for (const { number, amount, by } of losses) {
      const { loss, record } = sales.find((one) => one.record.number === number)!
      const sum = loss === 'refunded' ? micros(record.pays) : micros(record.cost!) - micros(record.pays)
      expect(moneyText(amount)).toBe(asText(record.pays.currency, sum))
      expect(by).toBe(loss === 'refunded' ? joseph.name : undefined)
    }
    expect(rowsText(lists.byKind)).toEqual(expectedRows(sales, ({ kind }) => asRef(kind)))
    expect(rowsText(lists.byService)).toEqual(
      expectedRows(sales, (sale) => ({ id: sale.serviceId, name: sale.serviceName })),
    )
    expect(rowsText(lists.byOperator)).toEqual(expectedRows(sales, ({ brand }) => asRef(brand)))
    expect(rowsText(lists.byCashier)).toEqual(expectedRows(sales, ({ cashier }) => cashier))
    expect(rowsText(lists.byTerminal)).toEqual(expectedRows(sales, ({ approval }) => approval!.terminal))
    const parts = sales.flatMap(partsOf)
    expect(rowsText(lists.byPayment)).toEqual(expectedRows(parts, ({ paymentMethod }) => asRef(paymentMethod ?? '')))
    expect(rowsText(lists.byHour)).toEqual(expectedRows(sales, (sale) => asRef(clockOf(sale).hour)))
    expect(rowsText(lists.byDay)).toEqual(expectedRows(sales, (sale) => asRef(clockOf(sale).day)))
  }
}

it('each figure of a report equals the sum over the stored events, by any calendar and after a change of it', async () => {
  await fc.assert(
    fc
      .asyncProperty(aShop, async (shop) => {
        const db = await aJournal()
        const sales = await live(db, shop)
        await expectReports(db, { timeZone: shop.zone.timeZone, dayStartHour: shop.dayStartHour }, sales)
        // Another calendar divides the days that are already stored.
        await expectReports(db, { timeZone: 'Asia/Kathmandu', dayStartHour: 5 }, sales)
      })
      .afterEach(closeJournals),
    { numRuns: journalRuns(40) },
  )
})
