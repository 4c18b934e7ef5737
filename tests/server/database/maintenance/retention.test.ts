import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'

import type { BatchRecord } from '#domain/sale/batch.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { stopBatch } from '#domain/sale/steps/batch-step.ts'
import { groupCommit } from '#server/database/drivers/group-commit.ts'
import { createRetention } from '#server/database/maintenance/retention.ts'
import { salesStore } from '#server/sales/store.ts'
import type { Timers } from '#server/lib/ports.ts'
import { createAuditLog } from '#server/audit/audit-log.ts'
import type { LogLine } from '#server/lib/log.ts'
import { aJournal } from '../../../support/a-journal.ts'
import { aBasket } from '../../../support/a-batch.ts'
import { noted } from '../../../support/open-wholesaler.ts'
import { DAY, OPENED_AT, openedSale, pendingSale, succeededSale, theirId } from '../../../support/sales.ts'

const NOW = OPENED_AT + 400 * DAY
/** Pauses in the work end immediately; what is planned for later never runs. */
const quick: Timers = {
  after: (ms, run) => {
    if (ms <= 1_000) setImmediate(run)
    return () => {}
  },
}

const idOf = (at: number) => `01JD6X${String(at).padStart(20, '0')}` as SaleRecord['id']
const accountOf = (at: number) => `97150${String(1_000_000 + at)}`

async function aFullJournal(count: number, change: (sale: SaleRecord, at: number) => SaleRecord = (sale) => sale) {
  const db = await aJournal()
  const commit = groupCommit(db)
  const store = salesStore(db, { commit })
  const template = succeededSale()
  for (let from = 0; from < count; from += 500) {
    const some = Array.from({ length: Math.min(500, count - from) }, (_, index) => from + index)
    const insert = (at: number) => {
      const own = { id: idOf(at), account: accountOf(at), transactionId: theirId(`t-${at}`), openedAt: OPENED_AT + at }
      return store.insert(change({ ...template, ...own }, at), [{ at: OPENED_AT, kind: 'final', state: 1 }])
    }
    await Promise.all(some.map(insert))
  }
  const months = { kept: 12 as number | null }
  const problems: LogLine[] = []
  const log = noted(problems)
  const open = (timers: Timers = quick, clock = { now: () => NOW }) =>
    createRetention({ db, commit, clock, timers, log, months: () => months.kept })
  const accounts = async () =>
    (await db.selectFrom('sales').select(['number', 'account', 'record']).orderBy('number').execute()).map(
      ({ account, record }) => ({ column: account, record: (JSON.parse(record) as SaleRecord).account }),
    )
  return { db, commit, store, months, open, accounts, problems }
}

describe('the retention of customers’ numbers', () => {
  it('retention masks more than a thousand old sales, column and record, and leaves totals, events and the audit chain intact', async () => {
    const { db, commit, open, accounts } = await aFullJournal(1_200)
    const clock = { now: () => NOW, wall: () => NOW }
    const audit = createAuditLog({ db, commit, clock, pepper: Buffer.alloc(32, 7) })
    for (let line = 0; line < 5; line += 1)
      await audit.append({ kind: 'looked-up', about: { id: idOf(line), name: 'x' }, detail: { seller: 'Amal' } })
    const untouched = ['sale_totals', 'state_totals', 'limit_totals', 'sale_events', 'audit_log'] as const
    const facts = () => Promise.all(untouched.map((table) => db.selectFrom(table).selectAll().execute()))
    const before = await facts()

    expect(await open().runPass()).toBe(1_200)
    for (const [at, { column, record }] of (await accounts()).entries())
      expect([column, record]).toEqual(Array(2).fill(`••••••••${accountOf(at).slice(-4)}`))
    expect(await facts()).toEqual(before)
    expect(await audit.verify()).toMatchObject({ isIntact: true, lines: 5 })
    const { rows } = await sql<{ text: string }>`SELECT record AS text FROM sales`.execute(db)
    expect(rows.filter(({ text }) => /97150\d{7}/.test(text))).toEqual([])
    expect(await open().runPass()).toBe(0)
  })

  it('retention leaves younger sales, open ones, refunds due and undelivered codes, and comes back to them', async () => {
    const isOld = (at: number) => at % 2 === 0
    const special: Record<number, Partial<SaleRecord>> = {
      2: { refund: {} },
      4: { voucher: 'ready', kind: 'voucher' },
      6: { conflicting: true },
      8: { next: { kind: 'find', at: NOW + DAY } },
    }
    const { open, accounts, store } = await aFullJournal(12, (sale, at) => {
      const openedAt = isOld(at) ? sale.openedAt : NOW - DAY
      if (at === 10) return { ...pendingSale(), id: sale.id, ...(sale.account && { account: sale.account }) }
      return { ...sale, ...special[at], openedAt, finalAt: openedAt }
    })
    // A newer sale stops the pass, because sales are numbered in the order in which they are opened.
    expect(await open().runPass()).toBe(1)
    const masked = async () => (await accounts()).flatMap(({ record }, at) => (record?.includes('•') ? [at] : []))
    expect(await masked()).toEqual([0])

    const later = { now: () => NOW + 500 * DAY }
    await open(quick, later).runPass()
    expect(await masked()).toEqual([0, 1, 3, 5, 7, 9, 11])
    const refunded = (await store.find(idOf(2)))!
    await store.save({ ...refunded, refund: { done: { at: NOW, by: 'Amal' } } }, [])
    expect(await open(quick, later).runPass()).toBe(1)
    expect(await masked()).toContain(2)
  })

  it('retention continues after a restart where it ended, and does not overwrite a sale that changes meanwhile', async () => {
    const { open, accounts, store } = await aFullJournal(300)
    let steps = 0
    const first = open({
      after: (ms, run) => {
        steps += 1
        if (steps === 9) void first.stop()
        return quick.after(ms, run)
      },
    })
    const masked = await first.runPass()
    expect(masked).toBeGreaterThan(0)
    expect(masked).toBeLessThan(300)

    const last = (await store.find(idOf(299)))!
    let saved: Promise<unknown> | undefined
    const more = await open({
      after: (ms, run) => {
        // Changes the last sale after its page was read and before that page is committed.
        saved ??= store.find(idOf(285)).then((before) => before?.account?.includes('•') ? store.save({ ...last, printCount: 7 }, []) : void (saved = undefined)) // prettier-ignore
        void saved.then(() => quick.after(ms, run))
        return () => {}
      },
    }).runPass()
    await saved
    expect(masked + more).toBe(299)
    const again = await open().runPass()
    expect(masked + more + again).toBe(300)
    expect((await accounts()).every(({ record }) => record?.startsWith('••••••••'))).toBe(true)
    expect((await store.find(idOf(299)))?.printCount).toBe(7)
  })

  it('retention reports sales and quantities that cannot be read, masks all others, and comes back to them', async () => {
    const batch = { id: 'torn', line: 1, of: 2 } as unknown as NonNullable<SaleRecord['batch']>
    const { db, open, accounts, problems } = await aFullJournal(120, (sale, at) =>
      at === 70 ? { ...sale, batch } : sale,
    )
    await sql`INSERT INTO batches VALUES ('torn', 1, 'complete', 'amal', 1, '50', 'AED', 0, '', '{')`.execute(db)
    // A whole page and one more sale.
    const records = await db.selectFrom('sales').select(['number', 'record']).where('number', '<=', 51).execute()
    await db.updateTable('sales').set({ record: '{' }).where('number', '<=', 51).execute()
    expect(await open().runPass()).toBe(68)
    expect(problems).toHaveLength(52)
    for (const { number, record } of records)
      await db.updateTable('sales').set({ record }).where('number', '=', number).execute()
    expect(await open().runPass()).toBe(51)
    expect((await accounts()).flatMap(({ record }, at) => (record?.includes('•') ? [] : [at]))).toEqual([70])
    expect(problems).toHaveLength(52)
  })

  it('retention does nothing while none is set, and stops when it is turned off', async () => {
    const { open, months, accounts } = await aFullJournal(200)
    months.kept = null
    expect(await open().runPass()).toBe(0)
    months.kept = 12
    const retention = open({
      after: (ms, run) => {
        months.kept = null
        return quick.after(ms, run)
      },
    })
    const masked = await retention.runPass()
    expect(masked).toBeLessThan(200)
    expect((await accounts()).filter(({ record }) => record?.includes('•'))).toHaveLength(masked)
  })

  it('a masked sale is not a duplicate of a new one to the same number', async () => {
    const { open, store } = await aFullJournal(20)
    const alikeOf = async (id: SaleRecord['id']) => {
      let alike: readonly SaleRecord[] = []
      const fresh = openedSale({ id, account: accountOf(3), openedAt: NOW })
      await store.insert(fresh, [], { duplicate: (found) => void (alike = found) as undefined })
      return alike.map((sale) => sale.id)
    }
    expect(await alikeOf(idOf(98))).toEqual([idOf(3)])
    await open().runPass()
    expect(await alikeOf(idOf(99))).toEqual([])
  })

  it('retention masks at most ten sales before other work of the server runs', async () => {
    const { open, accounts } = await aFullJournal(100)
    const masked: number[] = []
    const counting: Timers = {
      after: (_, run) => {
        void accounts().then((all) => {
          masked.push(all.filter(({ record }) => record?.includes('•')).length)
          run()
        })
        return () => {}
      },
    }
    expect(await open(counting).runPass()).toBe(100)
    expect(Math.max(...masked.map((now, index) => now - (masked[index - 1] ?? 0)))).toBe(10)
  })

  it('retention masks the numbers in each line of a basket, also of one without any sale', async () => {
    const { db, store, open } = await aFullJournal(1)
    const ended = (id: string): BatchRecord => stopBatch(aBasket({ id }), { reason: 'not-sold', at: OPENED_AT })
    const ids = ['01JD6X000000000000000000AA', '01JD6X000000000000000000AB']
    for (const id of ids) {
      const lines = aBasket().lines.map((line, index) => ({ ...line, saleId: idOf(90 + 10 * ids.indexOf(id) + index) }))
      await store.batches.open({ ...ended(id), lines }, () => {})
    }
    expect(await open().runPass()).toBe(1)
    const records = await db.selectFrom('batches').select(['limit_account', 'record']).execute()
    const lines = await db.selectFrom('batch_lines').select('limit_account').execute()
    expect(JSON.stringify([records, lines])).not.toContain('1234567')
  })
})
