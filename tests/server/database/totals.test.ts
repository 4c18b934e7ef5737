import { setImmediate } from 'node:timers'

import fc from 'fast-check'
import { sql, type Kysely, type Transaction } from 'kysely'
import { expect, it } from 'vitest'

import { addDecimals, decimal, money, type Decimal } from '#domain/money/money.ts'
import { shopDayAt, shopDayBounds } from '#domain/shop-calendar.ts'
import { groupOfSale } from '#domain/sale/group.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { isComplete, moneyMoved, SALE_STATES } from '#domain/sale/sale.ts'
import { countByState } from '#server/sales-list/count-by-state.ts'
import { createGroupCommit, groupCommit } from '#server/database/drivers/group-commit.ts'
import { salesList } from '#server/sales-list/list.ts'
import { salesStore, type SalesStore } from '#server/sales/store.ts'
import type { JournalTables } from '#server/database/schema/tables.ts'
import { aJournal, closeJournals, journalRuns } from '../../support/a-journal.ts'
import {
  anAmount,
  APPROVED_AT,
  aSaleId,
  confirmingSale,
  DAY,
  HOUR,
  joseph,
  OPENED_AT,
  succeededSale,
} from '../../support/sales.ts'

const people = ['amal', 'joseph', 'hamad'].map((id) => ({ id, name: id.toUpperCase() }))
const LETTERS = [...'0123456789ABCDEFGHJKMNPQRSTVWXYZ']
const CALENDARS = ['Asia/Dubai', 'Asia/Kathmandu', 'America/St_Johns', 'UTC'].map((timeZone, index) => ({
  timeZone,
  dayStartHour: index === 3 ? 5 : 0,
}))

const aChange = fc.record({
  state: fc.constantFrom(...SALE_STATES),
  cashier: fc.constantFrom(...people),
  confirmedAt: fc.constantFrom(undefined, APPROVED_AT),
  voucher: fc.constantFrom(undefined, 'coming' as const, 'ready' as const, 'delivered' as const),
  conflicting: fc.constantFrom(undefined, undefined, true as const),
  resolution: fc.constantFrom(
    undefined,
    ...(['sold', 'not-sold'] as const).map((outcome) => ({ outcome, note: 'n', at: 1, by: 'H' })),
  ),
  refund: fc.constantFrom(undefined, {}, { done: { at: 1, by: 'A' } }),
})
const aSaleOf = fc.record({
  serviceId: fc.constantFrom('qamra', 'velto'),
  pays: fc.constantFrom('0.1', '0.2', '50', '999999999.999999').map((amount) => money(decimal(amount), 'AED')),
  openedAt: fc.integer({ min: OPENED_AT - 2 * DAY, max: OPENED_AT + 2 * DAY }),
})
const aStep = fc.record({ of: fc.nat(), change: aChange, isTakenBack: fc.boolean() })

type Counted = Awaited<ReturnType<ReturnType<typeof salesList>['count']>>

/** Count and sum for each cashier, group and currency, in a form that can be compared. */
function addUp(counted: Counted): string[] {
  const totals = new Map<string, { count: number; sum: Decimal }>()
  for (const { cashierId, group, isPaid, currency, ...one } of counted) {
    const key = [cashierId, group, isPaid, currency].join()
    const { count, sum } = totals.get(key) ?? { count: 0, sum: decimal('0') }
    totals.set(key, { count: count + one.count, sum: addDecimals(sum, one.sum) })
  }
  return [...totals].map(([key, { count, sum }]) => `${key} ${count} ${money(sum, 'AED').amount}`).toSorted()
}

const countUp = (sales: readonly SaleRecord[]): string[] =>
  addUp(
    sales.map((sale) => ({
      cashierId: sale.cashier.id,
      group: groupOfSale(sale),
      isPaid: moneyMoved(sale) === 'yes',
      currency: sale.pays.currency,
      count: 1,
      sum: decimal(sale.pays.amount),
    })),
  )

async function expectTotals(db: Kysely<JournalTables>): Promise<void> {
  const rows = await db.selectFrom('sales').select('record').execute()
  const sales = rows.map(({ record }) => JSON.parse(record) as SaleRecord)
  const list = salesList(db)
  for (const zone of CALENDARS) {
    for (let at = OPENED_AT - 3 * DAY; at <= OPENED_AT + 3 * DAY; at += DAY) {
      const { from, to } = shopDayBounds(shopDayAt(at, zone), zone)
      const ofDay = sales.filter(({ openedAt }) => openedAt >= from && openedAt < to)
      for (const serviceId of [undefined, 'qamra']) {
        const filter = { from, to, ...(serviceId ? { serviceId } : {}) }
        const ofService = ofDay.filter((sale) => !serviceId || sale.serviceId === serviceId)
        expect(addUp(await list.count(filter))).toEqual(countUp(ofService))
      }
      expect((await list.services({ from, to })).map(({ id }) => id)).toEqual(
        [...new Set(ofDay.map((sale) => sale.serviceId))].toSorted(),
      )
      expect((await list.cashiers({ from, to })).map(({ id }) => id)).toEqual(
        [...new Set(ofDay.map(({ cashier }) => cashier.id))].toSorted(),
      )
    }
  }
  for (const { state, count } of await countByState(db))
    expect(count).toBe(sales.filter((sale) => sale.state === state).length)
  const complete = sales.filter(isComplete)
  const summed = await sql<{ count: number }>`SELECT coalesce(sum(count), 0) AS count FROM sale_totals`.execute(db)
  expect(Number(summed.rows[0]?.count)).toBe(complete.length)
}

it('totals equal those of the sales in any time zone, after any steps and rollbacks, and after a change of the zone', async () => {
  const shop = fc.record({
    sales: fc.array(aSaleOf, { minLength: 1, maxLength: 6 }),
    steps: fc.array(aStep, { maxLength: 20 }),
    zones: fc.array(fc.constantFrom(...CALENDARS), { minLength: 2, maxLength: 2 }),
  })
  await fc.assert(
    fc
      .asyncProperty(shop, async ({ sales, steps, zones }) => {
        const db = await aJournal()
        const commit = groupCommit(db)
        const stores = zones.map((zone) => salesStore(db, { commit, calendar: () => zone }))
        const opened: SaleRecord[] = []
        for (const [index, of] of sales.entries()) {
          const sale = { ...confirmingSale(), ...of, id: aSaleId(LETTERS[index]) }
          opened.push((await stores[index % 2]!.insert(sale, []))!)
        }
        for (const { of, change, isTakenBack } of steps) {
          const index = of % opened.length
          const next = JSON.parse(JSON.stringify({ ...opened[index]!, ...change })) as SaleRecord
          const together = [
            stores[0]!.save(next, []),
            // The rollback of this step must not affect the other steps in its group.
            ...(isTakenBack ? [stores[1]!.saveAll([step(next), step({ ...next, version: 99 })]).catch(() => {})] : []),
          ]
          opened[index] = (await together[0]) as SaleRecord
          await Promise.all(together)
        }
        await expectTotals(db)
      })
      .afterEach(closeJournals),
    { numRuns: journalRuns(25) },
  )
})

it.each<[string, Partial<SaleRecord>]>([
  ['the cashier', { cashier: joseph }],
  ['the till', { approval: { ...succeededSale().approval!, terminal: { id: 'window', name: 'Window' } } }],
  ['how it was paid', { paymentMethod: 'card' }],
  ['what the second method paid', { paymentMethod: 'card', split: { paymentMethod: 'cash', amount: anAmount('20') } }],
  ['the cost', { cost: anAmount('48.25') }],
  ['the currency of the cost', { cost: money(decimal('13'), 'USD') }],
  ['its state', { state: 'failed' }],
  ['its refund', { refund: {} }],
  ['whether it is contradicted', { conflicting: true }],
])('totals follow a change of %s of a complete sale', async (_, change) => {
  const before = { ...succeededSale(), id: aSaleId('A') }
  const [changed, fresh] = [await aJournal(), await aJournal()]
  const written = (await salesStore(changed).insert(before, []))!
  await salesStore(changed).save({ ...written, ...change }, [])
  await salesStore(fresh).insert({ ...before, ...change }, [])
  expect(await allTotals(changed)).toEqual(await allTotals(fresh))
})

async function allTotals(db: Kysely<JournalTables>) {
  const tables = ['sale_totals', 'product_totals', 'service_totals', 'interval_totals'] as const
  return Promise.all(tables.map((table) => db.selectFrom(table).selectAll().where('count', '>', 0).execute()))
}

it('a group whose commit fails leaves totals unchanged', async () => {
  const db = await aJournal()
  const whole = salesStore(db)
  const [first, second] = [await insert(whole, 'A'), await insert(whole, 'B')]
  await whole.save({ ...first, state: 'succeeded' }, [])
  const failing = createGroupCommit<Transaction<JournalTables>>({
    transaction: (work) =>
      db.transaction().execute(async (trx) => {
        await work(trx)
        throw new Error('the disk is gone')
      }),
    savepoint: async () => ({ release: async () => {}, rollBack: async () => {} }),
    defer: setImmediate,
  })
  await expect(salesStore(db, { commit: failing }).save({ ...second, state: 'succeeded' }, [])).rejects.toThrow('gone')
  await expectTotals(db)
  expect(await countByState(db)).toEqual([
    { state: 'confirming', count: 1 },
    { state: 'succeeded', count: 1 },
  ])
})

it('a day that began in another time zone is shortened and not counted twice', async () => {
  const db = await aJournal()
  const open = async (last: string, openedAt: number, zone: string) =>
    insert(salesStore(db, { calendar: () => ({ timeZone: zone, dayStartHour: 0 }) }), last, openedAt)
  const midnight = Date.UTC(2026, 10, 20)
  await open('A', midnight + HOUR, 'UTC')
  await open('B', midnight - 3 * HOUR, 'Asia/Dubai')
  await open('C', midnight + 30 * HOUR, 'Asia/Dubai')
  const days = await db.selectFrom('sale_days').select(['from_at', 'to_at']).orderBy('from_at').execute()
  expect(days).toEqual([
    { from_at: midnight - 4 * HOUR, to_at: midnight },
    { from_at: midnight, to_at: midnight + 24 * HOUR },
    { from_at: midnight + 24 * HOUR, to_at: midnight + 44 * HOUR },
  ])
  await expectTotals(db)
})

const step = (sale: SaleRecord) => ({ sale, events: [] })

async function insert(store: SalesStore, last: string, openedAt = OPENED_AT): Promise<SaleRecord> {
  const written = await store.insert({ ...confirmingSale(), id: aSaleId(last), openedAt }, [])
  if (!written) throw new Error(`sale ${last} is there already`)
  return written
}
