import { ulid } from 'ulid'
import { expect, it } from 'vitest'

import { decimal, money } from '#domain/money/money.ts'
import { moneyMoved, SALE_STATES, type Sale } from '#domain/sale/sale.ts'
import { groupOfSale, SALE_GROUPS } from '#domain/sale/group.ts'
import type { SaleId, TransactionId } from '#domain/sale/id.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { salesList } from '#server/sales-list/list.ts'
import { salesStore } from '#server/sales/store.ts'
import { mayView } from '#server/sales/sale-access.ts'
import { aJournal, isInPostgres } from '../../support/a-journal.ts'
import { atLevel } from '../../support/level.ts'
import { amal, anAmount, joseph, OPENED_AT, openedSale } from '../../support/sales.ts'

/**
 * @security V8.2.2: A cashier finds only their own sales and the shop's open ones.
 * @security V1.2.4: Typed text cannot become SQL: every value is a parameter.
 */

const DAY_MS = 24 * 60 * 60_000
const day = { from: OPENED_AT - 1, to: OPENED_AT + 1 }
const aSale = (changes: Partial<SaleRecord> = {}) => openedSale({ id: ulid() as SaleId, ...changes })

async function aJournalWith(sales: readonly SaleRecord[]) {
  const db = await aJournal()
  const store = salesStore(db)
  // All at once, so that one commit takes many of them.
  const written = await Promise.all(sales.map(async (sale) => (await store.insert(sale, [])) ?? sale))
  return { db, list: salesList(db), written }
}

const numbersOf = (sales: readonly SaleRecord[]) => sales.map(({ number }) => number)

/** At the quick level, every fifth sale is tested on PostgreSQL; these have each value of each field. */
const every = () => (isInPostgres() ? atLevel(5, 1) : 1)

/** A sale in every state, with every field that its group may depend on. */
const everyKind = (): SaleRecord[] =>
  [
    SALE_STATES.map((state) => ({ state })),
    [{}, { conflicting: true as const }],
    [{}, ...(['sold', 'not-sold'] as const).map((outcome) => ({ resolution: { outcome, note: 'n', at: 1, by: 'H' } }))],
    [{}, ...(['coming', 'ready', 'delivered'] as const).map((voucher) => ({ voucher }))],
    [{}, { confirmedAt: OPENED_AT }],
    [{}, { refund: {} }, { refund: { done: { at: 1, by: 'A' } } }],
  ]
    .reduce<Partial<Sale>[]>((all, list) => all.flatMap((one) => list.map((more) => ({ ...one, ...more }))), [{}])
    .filter((_, index) => index % every() === 0)
    .map((flags) => aSale(flags))

it('a split sale is listed and counted under both of its methods', async () => {
  const split = { paymentMethod: 'cash', amount: anAmount('20') } as const
  const { list, written } = await aJournalWith([
    aSale({ state: 'failed', paymentMethod: 'card', split }),
    aSale({ paymentMethod: 'card', split }),
    aSale({ paymentMethod: 'cash' }),
  ])
  const [complete, open, cash] = written.map(({ number }) => number)
  for (const [paymentMethod, numbers] of [
    ['card', [open, complete]],
    ['cash', [cash, open, complete]],
    ['other', []],
  ] as const) {
    const { sales } = await list.list({ ...day, paymentMethod, limit: 9 })
    expect(new Set(numbersOf(sales))).toEqual(new Set(numbers))
    const counted = await list.count({ ...day, paymentMethod })
    expect(counted.reduce((sum, { count }) => sum + count, 0)).toBe(numbers.length)
  }
})

it('every kind of sale is in the group of groupOfSale, and paid where moneyMoved says so', async () => {
  const { list, written } = await aJournalWith(everyKind())
  expect(written).toHaveLength(Math.ceil((12 * 2 * 3 * 4 * 2 * 3) / every()))
  const rows = await list.count(day)
  const counted = (isAsked: (row: (typeof rows)[number]) => boolean) =>
    rows.filter(isAsked).reduce((sum, { count }) => sum + count, 0)
  for (const group of SALE_GROUPS) {
    const ruled = written.filter((sale) => groupOfSale(sale) === group)
    expect(ruled.length).toBeGreaterThan(0)
    const { sales: listed } = await list.list({ ...day, group, limit: 2_000 })
    expect(numbersOf(listed)).toEqual(numbersOf(ruled).toReversed())
    expect(counted((row) => row.group === group)).toBe(ruled.length)
  }
  for (const isPaid of [true, false]) {
    const ruled = written.filter((sale) => (moneyMoved(sale) === 'yes') === isPaid)
    expect(counted((row) => row.isPaid === isPaid)).toBe(ruled.length)
  }
  if (every() === 1) expect(counted(({ isPaid, group }) => isPaid && group === 'waiting')).toBe(2 * 3)
})

it('the sales of a day are listed newest first, with filters and pages', async () => {
  const { db, list } = await aJournalWith([
    aSale(),
    aSale({ cashier: joseph }),
    aSale({ openedAt: OPENED_AT + 1 }),
    aSale({ serviceId: 'velto' }),
    aSale(),
  ])
  const numbers = async (filter: object) => numbersOf((await list.list({ ...day, limit: 10, ...filter })).sales)
  expect(await numbers({})).toEqual([5, 4, 2, 1])
  expect(await numbers({ cashierId: 'amal' })).toEqual([5, 4, 1])
  expect(await numbers({ serviceId: 'velto' })).toEqual([4])
  expect(await numbers({ below: 5, limit: 2 })).toEqual([4, 2])
  // A sale that cannot be read does not hide older ones.
  await db.updateTable('sales').set({ record: '{' }).where('number', '=', 4).execute()
  expect(await list.list({ ...day, limit: 2 })).toMatchObject({ sales: [{ number: 5 }], next: 4 })
  expect(await list.list({ ...day, below: 4, limit: 2 })).not.toHaveProperty('next')
})

it('the sales of several days are listed newest first, with filters and pages', async () => {
  const on = (day: number, changes: Partial<SaleRecord> = {}) =>
    aSale({ openedAt: OPENED_AT + day * DAY_MS, state: 'succeeded', ...changes })
  const { list } = await aJournalWith([
    on(0),
    on(0, { cashier: joseph }),
    on(1),
    on(2, { cashier: joseph, state: 'pending' }),
    on(3),
  ])
  const days = { from: OPENED_AT - DAY_MS, to: OPENED_AT + 4 * DAY_MS, limit: 10 }
  const numbers = async (filter: object) => numbersOf((await list.list({ ...days, ...filter })).sales)
  expect(await numbers({})).toEqual([5, 4, 3, 2, 1])
  expect(await numbers({ limit: 2 })).toEqual([5, 4])
  expect(await numbers({ below: 4, limit: 2 })).toEqual([3, 2])
  expect(await numbers({ cashierId: 'joseph' })).toEqual([4, 2])
  expect(await numbers({ cashierId: 'joseph', group: 'sold' })).toEqual([2])
  expect(await numbers({ cashierId: 'joseph', group: 'waiting' })).toEqual([4])
  expect(await numbers({ cashierId: 'nobody' })).toEqual([])
  expect(await numbers({ openOnly: true })).toEqual([4])
})

it('open sales are those that are not final or whose code is coming, and checked ones', async () => {
  const [sold, checked, failed] = (['succeeded', 'checked', 'failed'] as const).map((state) => aSale({ state }))
  const coded = (['coming', 'ready'] as const).map((voucher) => aSale({ state: 'succeeded', voucher }))
  const { list } = await aJournalWith([sold!, ...coded, checked!, failed!])
  expect(numbersOf((await list.list({ ...day, openOnly: true, limit: 10 })).sales)).toEqual([4, 2])
})

it('sales are counted by group, cashier and currency, with an exact sum', async () => {
  const { list } = await aJournalWith([
    aSale({ state: 'succeeded' }),
    aSale({ state: 'succeeded', pays: anAmount('20.000001'), serviceId: 'velto' }),
    aSale({ state: 'succeeded', pays: money(decimal('999999999999999'), 'VND') }),
    aSale({ state: 'succeeded', pays: money(decimal('999999999999999'), 'VND') }),
    aSale({ state: 'failed', cashier: joseph }),
    aSale({ state: 'checked', cashier: joseph }),
  ])
  const sold = { group: 'sold', isPaid: true, cashierId: 'amal' }
  const counted = await list.count(day)
  expect(counted).toHaveLength(4)
  const sumOf = (units: bigint) => ({ units, scale: 6 })
  expect(counted).toContainEqual({ ...sold, currency: 'AED', sum: sumOf(70_000_001n), count: 2 })
  expect(counted).toContainEqual({ ...sold, currency: 'VND', sum: sumOf(1_999_999_999_999_998_000_000n), count: 2 })
  expect(await list.count({ ...day, cashierId: 'joseph' })).toMatchObject([
    { group: 'not-confirmed', count: 1 },
    { group: 'not-sold', count: 1 },
  ])
  expect(await list.count({ ...day, serviceId: 'velto' })).toMatchObject([{ group: 'sold', count: 1 }])
})

it('products and cashiers of a day have their newest names', async () => {
  const { list } = await aJournalWith([
    aSale({ state: 'succeeded' }),
    aSale({ state: 'succeeded', serviceName: 'Qamra Top-up', cashier: { id: 'amal', name: 'Amal Said' } }),
    aSale({ state: 'checked', cashier: joseph, serviceId: 'velto', serviceName: 'Velto' }),
  ])
  const [qamra, velto] = [
    { id: 'qamra', name: 'Qamra Top-up' },
    { id: 'velto', name: 'Velto' },
  ]
  expect(await list.services(day)).toEqual([qamra, velto])
  expect(await list.services({ ...day, cashierId: 'amal' })).toEqual([qamra])
  expect(await list.cashiers(day)).toEqual([{ id: 'amal', name: 'Amal Said' }, joseph])
})

const theirs = (text: string) => text as TransactionId
const sales = () => [
  aSale({ openedAt: 1, transactionId: theirs('69d-7C9') }),
  aSale({ account: '971559876543' }),
  aSale({ account: 'Huda_R@example.ae' }),
  aSale({ account: '971505550003' }),
]

it('a search by number, id or wholesaler’s id is exact and covers all days', async () => {
  const { list, written } = await aJournalWith(sales())
  for (const [search, found] of [
    [{ number: 1 }, [1]],
    [{ number: 9 }, []],
    [{ id: written[1]!.id }, [2]],
    [{ transactionId: theirs('69d-7C9') }, [1]],
    [{ transactionId: theirs('69D-7C9') }, []],
    [{ transactionId: theirs('69d-7C') }, []],
    // A sale that matches several readings is found once.
    [{ number: 1, account: '50123', transactionId: theirs('69d-7C9') }, [1]],
  ] as const)
    expect(numbersOf(await list.search(search))).toEqual(found)
})

it('a search finds accounts by any part of them, in any case and newest first, and takes no letter for any other', async () => {
  const { list } = await aJournalWith(sales())
  for (const [account, found] of [
    ['5987', [2]],
    ['4567', [1]],
    ['huda_', [3]],
    ['9715', [4, 2, 1]],
    ['huda%', []],
    ['____', []],
  ] as const)
    expect(numbersOf(await list.search({ account })), account).toEqual(found)
})

it('a search does not look into references or brands', async () => {
  const { list } = await aJournalWith([aSale({ reference: '77665544', brand: 'Orbyte' })])
  expect(await list.search({ account: '7766' })).toEqual([])
  expect(await list.search({ account: 'Orbyte' })).toEqual([])
})

it('a search by a cashier finds exactly the sales that mayView allows', async () => {
  const approval = { at: OPENED_AT, by: amal, terminal: { id: 't', name: 'Counter' } }
  const { list, written } = await aJournalWith(
    everyKind()
      .flatMap((sale, index) => [
        { ...sale, id: ulid() as SaleId, cashier: joseph },
        { ...sale, id: ulid() as SaleId, cashier: joseph, ...(index % 3 === 0 ? { approval } : { refund: {} }) },
        ...(index % 50 === 0 ? [sale] : []),
      ])
      .filter((_, index) => index % (every() === 1 ? 13 : 3) === 0),
  )
  const seen = written.filter((sale) => mayView(sale, { ...amal, role: 'cashier' }))
  expect(seen.length).toBeGreaterThan(50)
  expect(seen.length).toBeLessThan(Math.min(written.length, 300))
  expect(numbersOf(await list.search({ account: '4567' }, 'amal'))).toEqual(numbersOf(seen).toReversed())
})

it('a search finds a cashier’s own sale behind many others, and any sale by its exact number', async () => {
  const theirs = Array.from({ length: 301 }, () => aSale({ cashier: joseph, state: 'failed' }))
  const { list } = await aJournalWith([aSale({ state: 'failed' }), ...theirs])
  expect(numbersOf(await list.search({ account: '4567' }))).not.toContain(1)
  expect(numbersOf(await list.search({ account: '4567' }, 'amal'))).toEqual([1])
  expect(numbersOf(await list.search({ number: 302 }, 'amal'))).toEqual([302])
})

it('a search finds at most the newest three hundred sales', async () => {
  const { list } = await aJournalWith(Array.from({ length: 305 }, () => aSale()))
  const found = numbersOf(await list.search({ account: '4567' }))
  expect([found.length, found[0], found.at(-1)]).toEqual([300, 305, 6])
})
