import * as fc from 'fast-check'
import { sql } from 'kysely'
import { ulid } from 'ulid'
import { expect, it } from 'vitest'

import { denominationsOf } from '#domain/money/cash.ts'
import { decimal, decimalsOf, formatDecimal, money } from '#domain/money/money.ts'
import type { PaymentMethod } from '#domain/money/payment-method.ts'
import { keyOfPayment, methodsOfKey, type Payment, type PaymentKey } from '#domain/money/payment.ts'
import type { Person } from '#domain/person.ts'
import { findSaleId } from '#domain/sale/id.ts'
import type { SaleStep } from '#domain/sale/input.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { TypedCount } from '#api/shifts.ts'
import { shopDayAt } from '#domain/shop-calendar.ts'
import { alertSources } from '#server/alerts/alert-figures.ts'
import { InvalidOperation } from '#server/lib/failures.ts'
import { groupCommit } from '#server/database/drivers/group-commit.ts'
import { salesStore } from '#server/sales/store.ts'
import { openStaff } from '#server/staff/open-staff.ts'
import { aRunningBatch, asLine } from '../../support/a-batch.ts'
import { aFolder } from '../../support/folders.ts'
import {
  amal,
  APPROVED_AT,
  checkAnswered,
  confirmAnswered,
  findAnswered,
  hamad,
  HOUR,
  MINUTE,
  notSent,
  openedSale,
  readyVoucher,
  says,
  SECOND,
  step,
  theirId,
} from '../../support/sales.ts'
import { aJournal, closeJournals, journalRuns } from '../../support/a-journal.ts'
import { CHEAP_PINS } from '../../support/start-shop.ts'

const cashier: Person = { ...amal, role: 'cashier' }
const supervisor: Person = { ...hamad, role: 'supervisor' }
const counter = { id: 'counter', name: 'Counter' }
const window = { id: 'window', name: 'Window' }
const at = (terminal = counter, person = cashier) => ({ person, terminal })

async function aDrawerShop({ currency = 'AED' } = {}) {
  const db = await aJournal()
  const clock = { time: APPROVED_AT, now: () => clock.time, wall: () => clock.time }
  const commit = groupCommit(db)
  const staff = await openStaff({ db, commit, clock, dataFolder: aFolder(), pinCost: CHEAP_PINS })
  const store = salesStore(db, { audit: staff.audit, commit })
  await staff.settings.set({ drawer: { varianceReasonThreshold: '1' } }, {})
  const { shifts } = staff
  const ports = { currency: async () => currency, openItems: store.openItems }
  const drawer = (terminal = counter, person = cashier) => shifts.drawerAt({}, at(terminal, person), ports)
  const openShift = async (units = 0n, terminal = counter) => {
    await shifts.open(countOf(units, currency), at(terminal), currency)
    return (await drawer(terminal)).shift!
  }
  const count = async (units: bigint, terminal = counter) => {
    const { id } = (await drawer(terminal)).shift!
    await shifts.count(id, countOf(units, currency), at(terminal))
    return { id, comparison: (await drawer(terminal)).shift!.comparison! }
  }
  const close = async (units: bigint, terminal = counter) => {
    const { id, comparison } = await count(units, terminal)
    const seen = { expected: comparison.expected.amount.amount, counted: comparison.counted.amount }
    return shifts.close(id, { ...seen, reason: 'wrong-change' }, at(terminal))
  }
  const move = (shiftId: string, kind: 'in' | 'out' | 'no-sale', amount?: string, terminal = counter) =>
    shifts.addMovement(shiftId, { id: ulid(), kind, reason: 'Float', ...(amount && { amount }) }, at(terminal))
  const shop = { db, staff, clock, shifts, ports, drawer, openShift, count, close, move }
  return { ...shop, ...sellingIn(store, clock, currency) }
}

/** Sells with the steps of real sales, at a till that the test chooses. */
function sellingIn(store: ReturnType<typeof salesStore>, clock: { time: number }, currency: string) {
  let count = 0
  const save = async (before: SaleRecord, { sale, events }: SaleStep) =>
    store.save({ ...sale, version: before.version }, events)

  async function approve(
    units: bigint,
    method?: PaymentKey,
    terminal = counter,
    opener = terminal,
    marks: Pick<SaleRecord, 'isTest'> = {},
  ): Promise<SaleRecord> {
    count += 1
    const id = findSaleId(`01JD6X0000000000${String(count).padStart(10, '0')}`)!
    const pays = money({ units, scale: decimalsOf(currency) }, currency)
    const account = `9715${String(count).padStart(8, '0')}`
    const opened = openedSale({ id, terminal: opener, amount: pays, pays, account, openedAt: clock.time, ...marks })
    const sale = (await store.insert(opened, [{ at: clock.time, kind: 'opened' }]))!
    const answer = answerFor(sale, -1)
    const checked = await save(sale, checkAnswered(sale, answer, clock.time))
    const approval = { kind: 'approved' as const, by: amal, terminal }
    const paid = { ...checked, ...paymentBy(method, units, currency) }
    return save(checked, step(paid, approval, clock.time))
  }
  const answerFor = ({ id, account, amount }: SaleRecord, state: -1 | 0 | 1 | 2) =>
    says(state, { saleId: id, account: account!, amount: decimal(amount.amount), amountCurrency: currency })

  return {
    approve,
    answer: async (sale: SaleRecord, state: 0 | 1 | 2) => {
      clock.time += SECOND
      return save(sale, confirmAnswered(sale, answerFor(sale, state), clock.time))
    },
    end: async (sale: SaleRecord, state: 1 | 2) => {
      clock.time += HOUR
      return save(sale, findAnswered(sale, answerFor(sale, state), clock.time))
    },
    /** A confirm that was never sent, and a supervisor who sends it afterwards. */
    leave: async (sale: SaleRecord) => save(sale, confirmAnswered(sale, notSent('stopping'), clock.time)),
    approveAgain: async (sale: SaleRecord, terminal = counter) =>
      save(sale, step(sale, { kind: 'approved', by: hamad, terminal }, clock.time)),
    refund: async (sale: SaleRecord, method: PaymentMethod | 'as-paid', terminal = counter) => {
      const { paymentMethod, split } = sale
      const asPaid = { ...(paymentMethod ? { paymentMethod } : {}), ...(split ? { split } : {}) }
      const how = method === 'as-paid' ? asPaid : { paymentMethod: method }
      return save(sale, step(sale, { kind: 'refunded', by: amal, terminal, ...how }, clock.time))
    },
  }
}

/** Of a split payment, the second method pays a fifth. */
const secondUnits = (units: bigint) => units / 5n

function paymentBy(key: PaymentKey = '', units: bigint, currency: string): Partial<Payment> {
  const [paymentMethod, second] = methodsOfKey(key)
  const amount = money({ units: secondUnits(units), scale: decimalsOf(currency) }, currency)
  return {
    ...(paymentMethod ? { paymentMethod } : {}),
    ...(second ? { split: { paymentMethod: second, amount } } : {}),
  }
}

/** Without recorded payments, everything is cash. */
function cashUnits(units: bigint, key: PaymentKey = ''): bigint {
  if (key === '' || key === 'cash') return units
  return key.endsWith('+cash') ? secondUnits(units) : 0n
}

/** A count that adds up to this many smallest units, with 0 of every value that is not used. */
function countOf(units: bigint, currency = 'AED'): TypedCount {
  const table = denominationsOf(currency)
  let left = units
  const pieces = table.map(({ value }) => {
    const each = BigInt(Math.round(Number(value) * 10 ** decimalsOf(currency)))
    const count = left / each
    left -= count * each
    return { value, count: Number(count) }
  })
  if (left !== 0n) throw new Error(`${units} ${currency} cannot be counted`)
  return { pieces }
}

const amounts = fc.integer({ min: 1, max: 4_000 }).map((units) => units * 25)
const methods = fc.constantFrom('cash' as const, 'card' as const, 'other' as const)
const keys = fc.constantFrom<PaymentKey>('', 'cash', 'card', 'other', 'card+cash', 'other+cash', 'card+other')
const deeds = fc.array(
  fc.record({
    till: fc.constantFrom(counter, window),
    run: fc.oneof(
      { weight: 6, arbitrary: fc.record({ kind: fc.constant('sell' as const), units: amounts, method: keys, opener: fc.constantFrom(counter, window), ends: fc.constantFrom('sold' as const, 'failed' as const, 'pending' as const) }) }, // prettier-ignore
      { weight: 3, arbitrary: fc.record({ kind: fc.constant('end' as const), state: fc.constantFrom(1 as const, 2 as const), pick: fc.nat() }) }, // prettier-ignore
      {
        weight: 3,
        arbitrary: fc.record({
          kind: fc.constant('refund' as const),
          method: fc.option(methods, { nil: 'as-paid' as const }),
          pick: fc.nat(),
        }),
      },
      { weight: 2, arbitrary: fc.record({ kind: fc.constantFrom('in' as const, 'out' as const), units: amounts }) },
      { weight: 1, arbitrary: fc.constant({ kind: 'close' as const }) },
    ),
  }),
  { minLength: 5, maxLength: 30 },
)

it.each(['AED', 'KWD', 'JPY'])(
  'whatever happens at two tills, the expected %s are the sum of what went in and out of that drawer, wherever a sale was opened',
  async (currency) => {
    await fc.assert(
      fc
        .asyncProperty(deeds, async (all) => {
          const shop = await aDrawerShop({ currency })
          // The test's own ledger: the smallest units in each drawer, as an observer would write them down.
          const held = new Map([counter, window].map((till) => [till.id, 0n]))
          const move = (till: { id: string }, units: bigint) => held.set(till.id, held.get(till.id)! + units)
          const unitsOf = ({ pays }: SaleRecord) => {
            const { units, scale } = decimal(pays.amount)
            return units * 10n ** BigInt(decimalsOf(currency) - scale)
          }
          let pending: SaleRecord[] = []
          let owed: SaleRecord[] = []
          for (const till of [counter, window]) await shop.openShift(0n, till)

          const check = async (till: typeof counter) => {
            shop.clock.time += MINUTE
            const { id, comparison } = await shop.count(0n, till)
            const { amount, isBelowZero } = comparison.expected
            const units = BigInt(formatDecimal(decimal(amount.amount), decimalsOf(currency)).replace('.', ''))
            expect(isBelowZero ? -units : units).toBe(held.get(till.id))
            return { id, seen: { expected: amount.amount, counted: comparison.counted.amount } }
          }

          for (const { till, run } of all) {
            if (run.kind === 'sell') {
              const sale = await shop.approve(BigInt(run.units), run.method, till, run.opener)
              if (run.ends === 'failed') await shop.answer(sale, 2)
              else move(till, cashUnits(BigInt(run.units), run.method))
              if (run.ends === 'sold') await shop.answer(sale, 1)
              if (run.ends === 'pending') pending.push(await shop.answer(sale, 0))
            } else if (run.kind === 'end' && pending.length > 0) {
              const sale = pending[run.pick % pending.length]!
              pending = pending.filter((one) => one !== sale)
              const ended = await shop.end(sale, run.state)
              if (run.state === 2) owed.push(ended)
            } else if (run.kind === 'refund' && owed.length > 0) {
              const sale = owed[run.pick % owed.length]!
              owed = owed.filter((one) => one !== sale)
              await shop.refund(sale, run.method, till)
              move(till, -cashUnits(unitsOf(sale), run.method === 'as-paid' ? keyOfPayment(sale) : run.method))
            } else if (run.kind === 'in' || run.kind === 'out') {
              const { shift } = await shop.drawer(till)
              const { amount } = money({ units: BigInt(run.units), scale: decimalsOf(currency) }, currency)
              await shop.move(shift!.id, run.kind, amount, till)
              move(till, BigInt(run.kind === 'in' ? run.units : -run.units))
            } else if (run.kind === 'close') {
              const { id, seen } = await check(till)
              await shop.shifts.close(id, { ...seen, reason: 'not-found' }, at(till))
              held.set(till.id, 0n)
              await shop.openShift(0n, till)
            }
          }
          for (const till of [counter, window]) await check(till)
        })
        .afterEach(closeJournals),
      { numRuns: journalRuns(12) },
    )
  },
)

it('a sale that waited when its shift was closed stays in that report, and its refund comes out of the shift that pays it', async () => {
  const shop = await aDrawerShop()
  await shop.openShift(10_000n)
  const waiting = await shop.answer(await shop.approve(5_000n, 'cash'), 0)
  shop.clock.time += MINUTE
  const first = await shop.close(15_000n)
  expect(first).toMatchObject({
    expected: { amount: { amount: '150.00' } },
    difference: { kind: 'exact' },
    figures: { cashOpen: { count: 1, amount: { amount: '50.00' } } },
  })
  await shop.openShift(15_000n)
  await shop.refund(await shop.end(waiting, 2), 'cash')
  const second = await shop.close(10_000n)
  expect(second).toMatchObject({
    expected: { amount: { amount: '100.00' } },
    difference: { kind: 'exact' },
    figures: { refunds: { count: 0 }, otherRefunds: { count: 1, amount: { amount: '50.00' } } },
  })
  expect(await shop.shifts.read(first.id, at(counter, supervisor))).toEqual(first)
})

it('a Z report counts a split sale once, and under both methods with what each paid', async () => {
  const shop = await aDrawerShop()
  await shop.openShift(10_000n)
  await shop.answer(await shop.approve(5_000n, 'card+cash'), 1)
  await shop.answer(await shop.approve(5_000n, 'cash'), 1)
  shop.clock.time += MINUTE
  expect(await shop.close(16_000n)).toMatchObject({
    difference: { kind: 'exact' },
    figures: {
      sold: { count: 2, amounts: [{ amount: '100.00' }] },
      paymentMethod: [
        { method: 'cash', count: 2, amounts: [{ amount: '60.00' }] },
        { method: 'card', count: 1, amounts: [{ amount: '40.00' }] },
      ],
      cashSold: { count: 2, amount: { amount: '60.00' } },
    },
  })
})

it('a sale that is approved again stays in the shift in which it was first approved', async () => {
  const shop = await aDrawerShop()
  await shop.openShift(10_000n)
  const unsent = await shop.leave(await shop.approve(5_000n, 'cash'))
  shop.clock.time += MINUTE
  expect((await shop.close(15_000n)).figures.cashOpen.count).toBe(1)
  await shop.openShift(15_000n)
  await shop.answer(await shop.approveAgain(unsent), 1)
  expect(await shop.close(15_000n)).toMatchObject({ difference: { kind: 'exact' }, figures: { sold: { count: 0 } } })
})

it('the answer about a shift contains no cash sales before the count was sent, and none again when it is counted again', async () => {
  const shop = await aDrawerShop()
  const { id } = await shop.openShift(30_000n)
  await shop.answer(await shop.approve(77_725n, 'cash'), 1)
  const hasSums = async () => /777\.25|1077\.25/.test(JSON.stringify(await shop.drawer()))
  expect(await hasSums()).toBe(false)
  shop.clock.time += MINUTE
  await shop.shifts.count(id, countOf(100_000n), at())
  expect(await hasSums()).toBe(true)
  await shop.shifts.countAgain(id, at())
  expect(await hasSums()).toBe(false)
})

it('the first count stays in the audit log and in the report', async () => {
  const shop = await aDrawerShop()
  const { id } = await shop.openShift(10_000n)
  await shop.shifts.count(id, countOf(9_000n), at())
  await shop.shifts.countAgain(id, at())
  const report = await shop.close(10_000n)
  expect(report).toMatchObject({ countedTimes: 2, firstCounted: { amount: '90.00' }, counted: { amount: '100.00' } })
  const { lines } = await shop.staff.audit.page({ kind: 'drawer-counted' })
  expect(lines.map(({ detail }) => detail?.['counted'])).toEqual(['AED 100.00', 'AED 90.00'])
})

it('a drawer is not counted while a sale of it is being sent or its customer may still be there', async () => {
  const shop = await aDrawerShop()
  const { id } = await shop.openShift(0n)
  const sale = await shop.approve(5_000n, 'cash')
  const count = () => shop.shifts.count(id, countOf(0n), at())
  await expect(count()).rejects.toMatchObject({ failure: { code: 'wrong-state' } })
  await shop.answer(sale, 0)
  await expect(count()).rejects.toMatchObject({ failure: { code: 'wrong-state' } })
  shop.clock.time += MINUTE
  await count()
  expect((await shop.drawer()).shift?.comparison?.expected.amount.amount).toBe('50.00')
})

it('a sale or quantity that cannot be read keeps no drawer from being counted once its customer has left', async () => {
  const shop = await aDrawerShop()
  const { id } = await shop.openShift(0n)
  await shop.approve(5_000n, 'cash')
  const batch = aRunningBatch({}, { terminal: counter })
  const line = asLine(batch, 1, { ...readyVoucher(), id: batch.lines[0]!.saleId, transactionId: theirId('b') })
  await salesStore(shop.db).insert(line, [], { duplicate: () => undefined, opens: batch })
  const count = () => shop.shifts.count(id, countOf(0n), at())
  const damage = (table: string) => sql`UPDATE ${sql.table(table)} SET record = '{'`.execute(shop.db)
  await damage('sales')
  await expect(count()).rejects.toMatchObject({ failure: { code: 'wrong-state' } })
  shop.clock.time += 16 * SECOND
  await expect(count()).rejects.toMatchObject({ failure: { code: 'wrong-state' } })
  await damage('batches')
  await count()
  expect((await shop.drawer()).shift?.comparison?.expected.amount.amount).toBe('50.00')
})

it('a quantity keeps the drawer of its till from being counted only while its approval is valid', async () => {
  const shop = await aDrawerShop()
  const { id } = await shop.openShift(0n)
  const batch = aRunningBatch({}, { terminal: counter })
  const line = asLine(batch, 1, readyVoucher())
  await salesStore(shop.db).insert(line, [], { duplicate: () => undefined, opens: batch })
  const count = () => shop.shifts.count(id, countOf(0n), at())
  await expect(count()).rejects.toMatchObject({ failure: { code: 'wrong-state' } })
  shop.clock.time += 2 * MINUTE
  await count()
})

it('a count with a missing, repeated or unknown note, or with only a total, is rejected', async () => {
  const shop = await aDrawerShop()
  const { id } = await shop.openShift(0n)
  const { pieces } = countOf(0n) as Extract<TypedCount, { pieces: unknown }>
  const [, second, ...others] = pieces
  for (const count of [
    { pieces: pieces.slice(1) },
    { pieces: [second!, second!, ...others] },
    { pieces: [{ value: '3', count: 1 }, second!, ...others] },
    { total: '100' },
  ])
    await expect(shop.shifts.count(id, count, at()), JSON.stringify(count)).rejects.toThrow(/Count|AED/)
})

it('a currency without a table of notes is counted as a total', async () => {
  const shop = await aDrawerShop({ currency: 'TRY' })
  await shop.shifts.open({ total: '120.50' }, at(), 'TRY')
  expect((await shop.drawer()).shift?.start).toEqual({ amount: '120.50', currency: 'TRY' })
})

it('Z reports of tills that close at the same time are numbered without gaps', async () => {
  const shop = await aDrawerShop()
  const tills = Array.from({ length: 8 }, (_, index) => ({ id: `till-${index}`, name: `Till ${index}` }))
  for (let round = 0; round < 3; round += 1) {
    for (const till of tills) await shop.openShift(0n, till)
    await Promise.all(tills.map((till) => shop.close(0n, till)))
  }
  const { reports } = await shop.shifts.list({}, at(counter, supervisor), () => {})
  expect(reports.map(({ number }) => number)).toEqual(Array.from({ length: 24 }, (_, index) => 24 - index))
})

it('a Z report that cannot be read is reported, and missing in its page and in alerts', async () => {
  const { db, staff, clock, ...shop } = await aDrawerShop()
  await shop.openShift(10_000n)
  await shop.close(0n)
  const row = await db.selectFrom('z_reports').selectAll().executeTakeFirstOrThrow()
  const broken = { ...row, number: 2, shift_id: Number((await shop.openShift()).id), report: '{' }
  await db.insertInto('z_reports').values(broken).execute()
  const named: unknown[] = []
  const name = (problem: unknown) => void named.push(problem)
  expect((await shop.shifts.list({}, at(counter, supervisor), name)).reports).toMatchObject([{ number: 1 }])
  const calendar = () => ({ timeZone: 'UTC', dayStartHour: 0 })
  const context = { db, clock, calendar, settings: staff.settings.current, log: { info: name, error: name } }
  const reports = { read: async () => ({ totals: { refundsDue: {} } }) }
  const sources = alertSources(context, { dailyBackups: undefined, selling: { reports } as never })
  expect(await sources.drawerDifferences?.(0)).toMatchObject([{ zNumber: 1 }])
  expect(await sources.daySummary?.(shopDayAt(clock.now(), calendar()))).not.toHaveProperty('drawers')
  const problem = expect.stringContaining('Z report 2') as string
  expect(named).toEqual([problem, expect.objectContaining({ problem })])
})

it('no part of a shift is changed or deleted in any table once it is closed', async () => {
  const shop = await aDrawerShop()
  const { id } = await shop.openShift(0n)
  await shop.move(id, 'no-sale')
  const report = await shop.close(0n)
  await shop.shifts.addNote(report.id, 'Counted by two', at(counter, supervisor))
  const columns = { z_reports: 'report', drawer_movements: 'reason', shift_counts: 'amount', z_notes: 'text' }
  for (const [table, column] of Object.entries({ ...columns, shifts: 'currency' })) {
    const attempt = (query: string) => sql.raw(query).execute(shop.db)
    await expect(attempt(`UPDATE ${table} SET ${column} = 'x'`)).rejects.toThrow(/only ever appended|not changed/)
    await expect(attempt(`DELETE FROM ${table}`)).rejects.toThrow(/only ever appended|not deleted/)
  }
})

it('a variance above the shop’s amount needs a reason, and a smaller one does not', async () => {
  const shop = await aDrawerShop()
  const { id } = await shop.openShift(10_000n)
  await shop.shifts.count(id, countOf(9_875n), at())
  const seen = { expected: '100.00', counted: '98.75' }
  await expect(shop.shifts.close(id, seen, at())).rejects.toMatchObject({ failure: { code: 'reason-missing' } })
  await expect(shop.shifts.close(id, { ...seen, reason: 'other' }, at())).rejects.toMatchObject({ status: 400 })
  const report = await shop.shifts.close(id, { ...seen, reason: 'other', note: 'A coin fell' }, at())
  expect(report).toMatchObject({ reason: 'other', note: 'A coin fell', difference: { kind: 'short' } })
  await shop.openShift(10_000n)
  const small = (await shop.drawer()).shift!
  await shop.shifts.count(small.id, countOf(10_100n), at())
  expect(await shop.shifts.close(small.id, { expected: '100', counted: '101' }, at())).toMatchObject({ number: 2 })
})

it('a shift is not closed with amounts that have changed since they were seen', async () => {
  const shop = await aDrawerShop()
  const { id } = await shop.openShift(10_000n)
  const failed = await shop.end(await shop.answer(await shop.approve(1_000n, 'cash'), 0), 2)
  await shop.shifts.count(id, countOf(10_000n), at())
  const { comparison } = (await shop.drawer()).shift!
  expect(comparison).toMatchObject({ difference: { kind: 'short' }, missingRefund: { number: failed.number } })
  await shop.refund(failed, 'cash')
  const seen = { expected: '110.00', counted: '100.00', reason: 'refund-not-recorded' as const }
  await expect(shop.shifts.close(id, seen, at())).rejects.toMatchObject({ failure: { code: 'stale-version' } })
  expect((await shop.drawer()).shift?.comparison?.difference.kind).toBe('exact')
  expect(await shop.shifts.close(id, { expected: '100.00', counted: '100.00' }, at())).toMatchObject({ number: 1 })
})

it('a repeated request to close, after its answer was lost, gets the same report', async () => {
  const shop = await aDrawerShop()
  const report = await (await shop.openShift(0n), shop.close(0n))
  const again = await shop.shifts.close(report.id, { expected: '0', counted: '0' }, at())
  expect(again).toEqual(report)
})

it('a cash movement that is sent twice is stored once, and with another content it is rejected', async () => {
  const shop = await aDrawerShop()
  const { id } = await shop.openShift(10_000n)
  const out = { id: ulid(), kind: 'out', amount: '20', reason: 'Water' } as const
  await shop.shifts.addMovement(id, out, at())
  await shop.shifts.addMovement(id, out, at())
  expect((await shop.drawer()).shift?.takenOut).toMatchObject({ count: 1, amount: { amount: '20.00' } })
  await expect(shop.shifts.addMovement(id, { ...out, amount: '30' }, at())).rejects.toMatchObject({ status: 409 })
})

it('a shift can be closed however often its drawer is counted', async () => {
  const shop = await aDrawerShop()
  const { id } = await shop.openShift(10_000n)
  const again = async (): Promise<void> => {
    await shop.shifts.count(id, countOf(9_000n), at())
    await shop.shifts.countAgain(id, at())
  }
  const countOften = async () => {
    for (let times = 0; times < 200; times += 1) await again()
  }
  await expect(countOften()).rejects.toThrow(InvalidOperation)
  const report = await shop.shifts.close(id, { expected: '100', counted: '90', reason: 'not-found' }, at())
  expect(report.countedTimes).toBeGreaterThan(10)
})

it.each(['AED', 'KWD', 'TRY'])(
  'no amount of %s that is put in or taken out keeps the shift from being closed',
  async (currency) => {
    const shop = await aDrawerShop({ currency })
    const most = '9'.repeat(12) + (currency === 'KWD' ? '.999' : '.99')
    const zero: TypedCount = currency === 'TRY' ? { total: '0' } : countOf(0n, currency)
    await shop.shifts.open(zero, at(), currency)
    const { id } = (await shop.drawer()).shift!
    const tooMuch = { failure: { code: 'amount-invalid' } }
    for (const kind of ['in', 'out'] as const) {
      await expect(shop.move(id, kind, most)).rejects.toMatchObject(tooMuch)
      const moveAll = async () => {
        for (let times = 0; times < 200; times += 1) await shop.move(id, kind, '9999999999')
      }
      await expect(moveAll()).rejects.toMatchObject(tooMuch)
    }
    await shop.shifts.count(id, zero, at())
    expect((await shop.drawer()).shift?.comparison?.difference.kind).toBe('exact')
    expect(await shop.shifts.close(id, { expected: '0', counted: '0' }, at())).toMatchObject({ number: 1 })
  },
)

it('the refund of a test transaction, for which no one paid, takes nothing out of the drawer', async () => {
  const shop = await aDrawerShop()
  await shop.openShift(10_000n)
  const test = await shop.approve(5_000n, 'cash', counter, counter, { isTest: true })
  const failed = await shop.end(await shop.answer(test, 0), 2)
  await shop.refund(failed, 'cash')
  const { expected, figures } = await shop.close(10_000n)
  expect(figures).toMatchObject({ sold: { count: 0 }, refunds: { count: 0 }, otherRefunds: { count: 0 } })
  expect(expected.amount.amount).toBe('100.00')
})

it('a cashier at another till neither sees nor changes the shift, and a supervisor may close it there', async () => {
  const shop = await aDrawerShop()
  const { id } = await shop.openShift(10_000n)
  const stranger = at(window, { ...cashier, id: 'joseph', name: 'Joseph' })
  expect((await shop.shifts.drawerAt({ terminal: counter.id }, stranger, shop.ports)).shift).toBeUndefined()
  await expect(shop.shifts.count(id, countOf(0n), stranger)).rejects.toMatchObject({ status: 404 })
  const boss = at(window, supervisor)
  await shop.shifts.count(id, countOf(10_000n, 'AED'), boss)
  const report = await shop.shifts.close(id, { expected: '100', counted: '100' }, boss)
  expect(report).toMatchObject({ terminal: counter, closedBy: hamad })
  await expect(shop.shifts.read(id, at())).rejects.toMatchObject({ status: 404 })
  expect((await shop.shifts.list({}, at(), () => {})).reports).toEqual([])
})

it('each action with a drawer is an entry in the audit log', async () => {
  const shop = await aDrawerShop()
  const { id } = await shop.openShift(10_000n)
  await shop.move(id, 'in', '5')
  await shop.move(id, 'out', '5')
  await shop.move(id, 'no-sale')
  await shop.shifts.reportX(id, at(counter, supervisor))
  await shop.shifts.count(id, countOf(0n), at())
  await shop.shifts.countAgain(id, at())
  const { id: closed } = await shop.close(10_000n)
  await shop.shifts.addNote(closed, 'Seen', at(counter, supervisor))
  const { lines } = await shop.staff.audit.page({})
  const kinds = lines.map(({ kind }) => kind).toReversed()
  expect(kinds.slice(1).join(' ')).toBe(
    'shift-opened cash-put-in cash-taken-out drawer-opened x-report-read ' +
      'drawer-counted drawer-count-discarded drawer-counted shift-closed z-note-added',
  )
  expect(await shop.staff.audit.verify()).toMatchObject({ isIntact: true })
})

it('a shop that does not count drawers has no shifts', async () => {
  const shop = await aDrawerShop()
  await shop.staff.settings.set({ drawer: null }, {})
  await expect(shop.drawer()).rejects.toMatchObject({ status: 404 })
  await expect(shop.openShift()).rejects.toMatchObject({ status: 404 })
  expect(shop.shifts.isOn()).toBe(false)
})
