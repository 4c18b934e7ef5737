import { sql } from 'kysely'
import { describe, expect, it, onTestFinished } from 'vitest'

import type { LimitWindows } from '#domain/sales-limits.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { openDatabase } from '#proxy/journal/database.ts'
import { salesStore } from '#proxy/journal/sales-store.ts'
import { usageWithout, usageToday } from '#proxy/journal/limit-usage.ts'
import {
  anAmount,
  APPROVED_AT,
  aSaleId,
  confirmingSale,
  DAY,
  failedSale,
  HOUR,
  MINUTE,
  readyVoucher,
} from '../../support/sales.ts'

const DAY_START = APPROVED_AT - 6 * HOUR
const ALL: LimitWindows = {
  perHour: APPROVED_AT - HOUR,
  perDay: DAY_START,
  perNumber: DAY_START,
  vouchersPerMinute: APPROVED_AT - MINUTE,
}

const used = (last: string, by: string, at: number, changes: Partial<SaleRecord> = {}): SaleRecord => {
  const sale = { ...confirmingSale(), ...changes, id: aSaleId(last), confirmedAt: at }
  const { terminal } = sale
  return { ...sale, approval: { at, by: { id: by, name: by }, terminal, countsTowardLimits: true } }
}

async function aJournal(...sales: SaleRecord[]) {
  const db = await openDatabase(':memory:')
  onTestFinished(() => db.destroy())
  const store = salesStore(db)
  const written: SaleRecord[] = []
  for (const sale of sales) written.push((await store.insert(sale, []))!)
  return { db, store, written }
}
const asked = { ...confirmingSale(), number: 99 }

describe('the usage of limits', () => {
  it('usage is grouped by person and amount, for the windows that are requested', async () => {
    const { db } = await aJournal(
      used('B', 'amal', APPROVED_AT - HOUR),
      used('C', 'amal', APPROVED_AT - 1),
      used('D', 'amal', APPROVED_AT - HOUR - 1, { account: '971509999999' }),
      used('E', 'joseph', APPROVED_AT - 1, { pays: anAmount('7.5') }),
      used('F', 'joseph', DAY_START - 1),
    )
    const fifty = { by: 'amal', pays: anAmount('50') }
    const others = { by: 'joseph', pays: anAmount('7.5'), times: 1 }
    expect(await usageWithout(db, asked, ALL)).toEqual({
      perHour: [{ ...fifty, times: 2 }, others],
      perDay: [{ ...fifty, times: 3 }, others],
      perNumber: [{ ...fifty, times: 2 }, others],
      vouchersPerMinute: [],
    })
    expect(await usageWithout(db, asked, { perHour: ALL.perHour! })).toEqual({
      perHour: [{ ...fifty, times: 2 }, others],
    })
    expect(await usageToday(db, DAY_START, APPROVED_AT)).toEqual([{ ...fifty, times: 3 }, others])
  })

  it('usage does not include the sale itself', async () => {
    const { db, written } = await aJournal(used('B', 'amal', APPROVED_AT))
    expect(await usageWithout(db, written[0]!, { perDay: DAY_START })).toEqual({ perDay: [] })
  })

  it('the usage of vouchers per minute includes vouchers only', async () => {
    const voucher = { ...readyVoucher(), pays: anAmount('20') }
    const { db } = await aJournal(used('B', 'amal', APPROVED_AT - 1), used('C', 'amal', APPROVED_AT - 1, voucher))
    const { vouchersPerMinute } = await usageWithout(db, asked, ALL)
    expect(vouchersPerMinute).toEqual([{ by: 'amal', pays: anAmount('20'), times: 1 }])
  })

  it('an e-mail address has one usage, whatever its letter case', async () => {
    const { db } = await aJournal(used('B', 'amal', APPROVED_AT, { account: 'Amal@Example.ae' }))
    const { perNumber } = await usageWithout(db, { ...asked, account: 'amal@EXAMPLE.ae' }, { perNumber: DAY_START })
    expect(perNumber).toMatchObject([{ by: 'amal', times: 1 }])
  })

  it('the window of an hour reaches back beyond midnight', async () => {
    const { db } = await aJournal(used('B', 'amal', APPROVED_AT - MINUTE), used('C', 'amal', APPROVED_AT))
    const afterMidnight = { perHour: APPROVED_AT - HOUR, perDay: APPROVED_AT }
    expect(await usageWithout(db, asked, afterMidnight)).toMatchObject({
      perHour: [{ times: 2 }],
      perDay: [{ times: 1 }],
    })
  })

  it('an e-mail address has one usage, whatever its width or invisible characters', async () => {
    const written = ['Amal@Example.com', 'ａmal@example.com', 'amal@example.com\u200b', 'joseph@example.com']
    const { db } = await aJournal(
      ...written.map((account, index) => used('BCDE'.charAt(index), 'amal', APPROVED_AT - 1, { account })),
    )
    const perNumber = DAY_START
    expect(await usageWithout(db, { ...asked, account: 'AMAL@example.com' }, { perNumber })).toMatchObject({
      perNumber: [{ times: 3 }],
    })
  })

  it('a failed sale no longer counts in the usage of the day', async () => {
    const { db, store, written } = await aJournal(used('B', 'amal', APPROVED_AT))
    const [sale] = written
    await store.save({ ...failedSale(), ...sale!, state: 'failed' }, [])
    expect(await usageToday(db, DAY_START, APPROVED_AT)).toEqual([])
  })

  it('after the clock was set back, sales up to a day ahead still count', async () => {
    const { db } = await aJournal(used('B', 'amal', APPROVED_AT + DAY - 1), used('C', 'amal', APPROVED_AT + DAY))
    expect(await usageToday(db, DAY_START, APPROVED_AT)).toMatchObject([{ times: 1 }])
  })

  it('usage is read from a covering index', async () => {
    const { db } = await aJournal()
    const plan = await sql<{ detail: string }>`EXPLAIN QUERY PLAN
      SELECT limit_owner, limit_amount, limit_currency, count(*) FROM sales WHERE limit_owner IS NOT NULL AND confirmed_at >= 1
      AND confirmed_at < 2 AND number != 3
      GROUP BY limit_owner, limit_amount, limit_currency`.execute(db)
    expect(plan.rows.map(({ detail }) => detail).join()).toContain('USING COVERING INDEX sales_by_limit_usage')
  })
})
