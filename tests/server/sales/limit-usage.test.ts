import fc from 'fast-check'
import { expect, it } from 'vitest'

import { decimal, formatDecimal, money } from '#domain/money/money.ts'
import { sumIn, type LimitUsage, type LimitUse, type LimitWindows } from '#domain/sales-limits.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { SALE_KINDS, type SaleState } from '#domain/sale/sale.ts'
import { salesStore } from '#server/sales/store.ts'
import { usageWithout, usageToday } from '#server/sales/limit-usage.ts'
import { anAmount, APPROVED_AT, aSaleId, confirmingSale, DAY, HOUR, MINUTE } from '../../support/sales.ts'
import { aJournal, closeJournals, journalRuns } from '../../support/a-journal.ts'
import { usesAmong } from '../../simulation/shop-limits.ts'

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

async function aJournalWith(...sales: SaleRecord[]) {
  const db = await aJournal()
  const store = salesStore(db)
  const written = await Promise.all(sales.map(async (sale) => (await store.insert(sale, []))!))
  return { db, store, written }
}
const asked = { ...confirmingSale(), number: 99 }

function textsOf(usage: LimitUsage) {
  const keys = (uses: readonly LimitUse[]) =>
    [...new Set(uses.map(({ by, currency }) => `${by} ${currency}`))].toSorted()
  const textOf = (uses: readonly LimitUse[], key: string) => {
    const alike = uses.filter(({ by, currency }) => `${by} ${currency}` === key)
    const count = alike.reduce((sum, use) => sum + use.count, 0)
    const [by, currency = ''] = key.split(' ')
    return `${by} ${count} ${formatDecimal(sumIn(currency, alike))} ${currency}`
  }
  return Object.fromEntries(
    Object.entries(usage).map(([kind, uses]) => [kind, keys(uses).map((key) => textOf(uses, key))]),
  )
}

const QUARTER = 15 * MINUTE
const EDGE = Math.floor(APPROVED_AT / QUARTER) * QUARTER
const aMoment = fc
  .tuple(fc.integer({ min: -12, max: 12 }), fc.constantFrom(-1, 0, 1, 7 * MINUTE))
  .map(([quarters, more]) => EDGE + quarters * QUARTER + more)
const aUse = fc.record({
  by: fc.constantFrom('amal', 'joseph'),
  at: aMoment,
  kind: fc.constantFrom(...SALE_KINDS),
  voucher: fc.constantFrom(undefined, 'ready' as const),
  account: fc.constantFrom('971500000001', '971500000002'),
  pays: fc.constantFrom('0.1', '50', '999999999.999999').map((amount) => money(decimal(amount), 'AED')),
  state: fc.constantFrom('confirming', 'succeeded', 'failed', 'not-executed') satisfies fc.Arbitrary<SaleState>,
})
const aChange = fc.tuple(aUse, fc.nat()).map(([use, of]) => ({ ...use, of }))
const aQuestion = fc.record({
  at: aMoment,
  back: fc.integer({ min: 0, max: 12 }).map((quarters) => quarters * QUARTER),
  account: fc.constantFrom('971500000001', '971500000002'),
  except: fc.uniqueArray(fc.integer({ min: 1, max: 8 }), { maxLength: 3 }),
})

type Use = typeof aUse extends fc.Arbitrary<infer One> ? One : never
const saleOf = ({ by, at, voucher, ...rest }: Use, index = 0): SaleRecord =>
  used('BCDEFGHJ'.charAt(index), by, at, { ...rest, ...(voucher && { voucher }) })

it('usage is grouped by person and currency, for the windows that are requested', async () => {
  const { db } = await aJournalWith(
    used('B', 'amal', APPROVED_AT - HOUR),
    // This sale may still get a code.
    used('C', 'amal', APPROVED_AT - 1, { kind: 'international' }),
    used('D', 'amal', APPROVED_AT - HOUR - 1, { account: '971509999999' }),
    used('E', 'joseph', APPROVED_AT - 1, { kind: 'international', state: 'succeeded', pays: anAmount('7.5') }),
    used('F', 'joseph', DAY_START - 1),
  )
  const usage = await usageWithout(db, asked, ALL)
  expect(textsOf(usage)).toEqual({
    perHour: ['amal 2 100 AED', 'joseph 1 7.5 AED'],
    perDay: ['amal 3 150 AED', 'joseph 1 7.5 AED'],
    perNumber: ['amal 2 100 AED', 'joseph 1 7.5 AED'],
    vouchersPerMinute: ['amal 1 50 AED'],
  })
  expect(await usageWithout(db, asked, { perHour: ALL.perHour! })).toEqual({ perHour: usage.perHour })
  expect(await usageToday(db, DAY_START, APPROVED_AT)).toEqual(usage.perDay)
})

it('usage does not include the sale itself', async () => {
  const { db, written } = await aJournalWith(used('B', 'amal', APPROVED_AT))
  expect(await usageWithout(db, written[0]!, { perDay: DAY_START })).toEqual({ perDay: [] })
})

it('an email address has one usage, whatever its letter case, its width or invisible characters', async () => {
  const written = ['Amal@Example.com', 'ａmal@example.com', 'amal@example.com\u200b', 'joseph@example.com']
  const { db } = await aJournalWith(
    ...written.map((account, index) => used('BCDE'.charAt(index), 'amal', APPROVED_AT - 1, { account })),
  )
  const perNumber = DAY_START
  expect(await usageWithout(db, { ...asked, account: 'AMAL@example.com' }, { perNumber })).toMatchObject({
    perNumber: [{ count: 3 }],
  })
})

it('after the clock was set back, sales up to a day ahead still count', async () => {
  const { db } = await aJournalWith(used('B', 'amal', APPROVED_AT + DAY - 1), used('C', 'amal', APPROVED_AT + DAY))
  expect(await usageToday(db, DAY_START, APPROVED_AT)).toMatchObject([{ count: 1 }])
})

it('usage is that of the sales in each window, whatever steps they took', async () => {
  await fc.assert(
    fc
      .asyncProperty(
        fc.array(aUse, { maxLength: 8 }),
        fc.array(aChange, { maxLength: 12 }),
        aQuestion,
        async (uses, changes, question) => {
          const { db, store, written } = await aJournalWith(...uses.map(saleOf))
          const sales = [...written]
          for (const { of, ...use } of changes) {
            const index = of % (sales.length || 1)
            const before = sales[index]
            if (!before) continue
            const { id, number, version, kind, account = '', openedAt, pays } = before
            const known = { id, number, version, kind, account, openedAt }
            sales[index] = await store.save({ ...saleOf({ ...use, pays }), ...known }, [])
          }
          const { at, back, account, except } = question
          const asking = { ...asked, account, confirmedAt: at }
          const [perHour, perDay, vouchersPerMinute] = [at - HOUR, at - back, at - MINUTE]
          const windows = { perHour, perDay, perNumber: perDay, vouchersPerMinute }
          expect(textsOf(await usageWithout(db, asking, windows, { except }))).toEqual(
            textsOf(usesAmong(sales, asking, windows, { except })),
          )
          expect(textsOf({ perDay: await usageToday(db, perDay, at) })).toEqual(
            textsOf(usesAmong(sales, asking, { perDay })),
          )
        },
      )
      .afterEach(closeJournals),
    { numRuns: journalRuns(100) },
  )
})
