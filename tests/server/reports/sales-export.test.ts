import type { Readable } from 'node:stream'

import { describe, expect, it } from 'vitest'

import { decimal, money } from '#domain/money/money.ts'
import type { ExportForm } from '#api/sales.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { ShopCalendar } from '#domain/shop-calendar.ts'
import { reportSales } from '#server/reports/report-sales.ts'
import { salesStore } from '#server/sales/store.ts'
import { exportSales } from '#server/reports/sales-export.ts'
import { aJournal } from '../../support/a-journal.ts'
import { readCsv } from '../../support/read-csv.ts'
import { aSaleId, confirmingSale, openedSale, till } from '../../support/sales.ts'

const DUBAI: ShopCalendar = { timeZone: 'Asia/Dubai', dayStartHour: 4 }
const DAY = { from: Date.UTC(2026, 10, 20), to: Date.UTC(2026, 10, 21) }
const NOON = Date.UTC(2026, 10, 20, 8)

async function exported(
  sales: Partial<SaleRecord>[],
  range = DAY,
  calendar = DUBAI,
  form?: ExportForm,
): Promise<string> {
  const db = await aJournal()
  const store = salesStore(db, { calendar: () => calendar })
  for (const [index, changes] of sales.entries()) {
    const id = aSaleId('0123456789ABCDEFGHJKMNPQRSTVWXYZ'[index])
    const sale = openedSale({ number: 0, version: 0, openedAt: NOON + index, ...changes, id })
    await store.insert(sale, [{ at: sale.openedAt, kind: 'opened' }])
  }
  return textOf(exportSales(reportSales(db), range, calendar, form))
}

async function textOf(stream: Readable): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(Buffer.from(part as Uint8Array))
  return Buffer.concat(parts).toString('utf8')
}
const rowsOf = (csv: string) => readCsv(csv.replace(/^\uFEFF/, ''))

describe('the sales of a range as CSV', () => {
  it('a sale that cannot be read is a row of the CSV that says so, and the others follow', async () => {
    const db = await aJournal()
    for (const id of ['A', 'B']) await salesStore(db).insert(openedSale({ id: aSaleId(id), openedAt: NOON }), [])
    await db.updateTable('sales').set({ record: '{' }).where('number', '=', 1).execute()
    const rows = rowsOf(await textOf(exportSales(reportSales(db), DAY, DUBAI)))
    expect(rows).toMatchObject([
      { number: '1', status: 'unreadable', paid: '' },
      { number: '2', state: 'opened' },
    ])
  })

  it.each([
    ['JPY', '1500', '1450', '1500', '1450'],
    ['AED', '0.1', '0.3', '0.10', '0.30'],
    ['AED', '999999999.99', '999999999.98', '999999999.99', '999999999.98'],
    ['KWD', '12.5', '12.345', '12.500', '12.345'],
    ['KWD', '0.001', '0.0005', '0.001', '0.0005'],
  ])(
    'amounts in %s are the exact decimals %s and %s in the CSV',
    async (currency, pays, cost, shownPays, shownCost) => {
      const amounts = { amount: money(decimal(pays), currency), pays: money(decimal(pays), currency) }
      const [row] = rowsOf(await exported([{ ...amounts, cost: money(decimal(cost), currency) }]))
      expect(row).toMatchObject({
        amount: shownPays,
        amount_currency: currency,
        paid: shownPays,
        paid_currency: currency,
        cost: shownCost,
        cost_currency: currency,
      })
    },
  )

  it('the CSV says what each of two methods paid', async () => {
    const pays = money(decimal('50'), 'AED')
    const split = { paymentMethod: 'cash', amount: money(decimal('20'), 'AED') } as const
    const rows = rowsOf(
      await exported([
        { pays, paymentMethod: 'card', split },
        { pays, paymentMethod: 'card' },
      ]),
    )
    expect(rows).toMatchObject([
      { paid: '50.00', payment_method: 'card', second_payment_method: 'cash', second_paid: '20.00' },
      { paid: '50.00', payment_method: 'card', second_payment_method: '', second_paid: '' },
    ])
  })

  it.each(['=HYPERLINK("http://x","y")', '+1+1', '-2+3', '@SUM(A1)', '\t=1', '\r=1', '＝1+1'])(
    'a text that a spreadsheet would calculate, %j, stays text in the CSV',
    async (text) => {
      const cashier = { id: 'c', name: text }
      const [row] = rowsOf(await exported([{ serviceName: text, brand: text, account: text, customer: text, cashier }]))
      for (const column of ['service', 'brand', 'account', 'customer', 'cashier'])
        expect(row?.[column]).toBe(`'${text}`)
    },
  )

  const REREAD =
    '971501234567|1234567890123456789| 971501234567 |٩٧١٥٠١٢٣٤٥٦٧|12 345|007|1E5|12345e-7|1.5|1,234|50%|$5|5 €'
  const OTHERS = ['TRUE', 'false', '(5)', '.5', '12 PM', '9:30am', 'MAR1', 'May-5', '1 Sept', 'Dec 2, 2026', '5/Oct/26']
  it.each([...REREAD.split('|'), ...OTHERS, '7-11', '24/7', '12:30', '1 1/2', '1'.repeat(60)])(
    'a text that a spreadsheet would change, %j, stays text in the CSV',
    async (text) => {
      const cashier = { id: 'c', name: text }
      const named = { serviceName: text, brand: text, account: text, customer: text, transactionId: text as never }
      const [row] = rowsOf(await exported([{ ...named, cashier, terminal: cashier, serviceTime: text }]))
      const columns = 'service brand account customer cashier till service_transaction service_time'
      for (const column of columns.split(' ')) expect(row?.[column]).toBe(`'${text}`)
    },
  )

  it('short digits, names with a number in them, and times are unchanged in the CSV', async () => {
    const named = {
      account: '12345678901',
      brand: 'Marhaba 5',
      serviceName: '5 GB',
      serviceTime: '2026-11-29 04:38:19',
    }
    const [row] = rowsOf(await exported([named]))
    expect(row).toMatchObject({ account: '12345678901', brand: 'Marhaba 5', service: '5 GB', number: '1' })
    expect(row).toMatchObject({ service_time: '2026-11-29 04:38:19', business_day: '2026-11-20' })
  })

  it.each([
    ['comma', ',', '12.345'],
    ['semicolon', ';', '12.345'],
    ['decimal-comma', ';', '12,345'],
  ] as const)('the CSV format %s has %s between its columns, and writes an amount as %s', async (form, sign, cost) => {
    const sale = { serviceName: `a${sign}b`, cost: money(decimal('12.345'), 'KWD') }
    const csv = await exported([sale], DAY, DUBAI, form)
    const [row] = readCsv(csv.replace(/^\uFEFF/, ''), sign)
    expect(row).toMatchObject({ service: `a${sign}b`, cost, cost_currency: 'KWD' })
  })

  it('commas, quotes, line breaks and Arabic stay in their CSV cell, and the file is marked as UTF-8', async () => {
    const serviceName = 'Gift "100", for\r\nall – بطاقة هدية'
    const csv = await exported([{ serviceName }, { serviceName: 'Plain' }])
    expect(csv.startsWith('\uFEFF')).toBe(true)
    expect(rowsOf(csv).map(({ service }) => service)).toEqual([serviceName, 'Plain'])
  })

  it('the range of a CSV begins with its first millisecond and ends before that of the next day', async () => {
    const at = [DAY.from - 1, DAY.from, DAY.to - 1, DAY.to]
    const rows = rowsOf(await exported(at.map((openedAt) => ({ openedAt }))))
    const ofDay = [DAY.from, DAY.to - 1].map((one) => new Date(one).toISOString())
    expect(rows.map(({ opened_utc }) => opened_utc)).toEqual(ofDay)
  })

  it('times in the CSV are those of the shop, and a sale before the start of its day belongs to the day before', async () => {
    // 01:30 twice, before and after the clocks are set back.
    const at = [Date.UTC(2026, 10, 1, 5, 30), Date.UTC(2026, 10, 1, 6, 30), Date.UTC(2026, 10, 1, 9)]
    const range = { from: at[0]!, to: at[2]! + 1 }
    const calendar = { timeZone: 'America/New_York', dayStartHour: 4 }
    const sales = at.map((openedAt) => ({ openedAt }))
    const rows = rowsOf(await exported(sales, range, calendar))
    const twice = '2026-11-01 01:30:00 of 2026-10-31'
    const shown = rows.map(({ opened, business_day }) => `${opened} of ${business_day}`)
    expect(shown).toEqual([twice, twice, '2026-11-01 04:00:00 of 2026-11-01'])
  })

  it('the till in the CSV is the one that sold, or the one that opened the sale while none has', async () => {
    const approval = { ...confirmingSale().approval!, terminal: { id: 'window', name: 'Window' } }
    const rows = rowsOf(await exported([{ approval }, {}]))
    expect(rows.map((row) => row['till'])).toEqual(['Window', till.name])
  })

  it('a test transaction is marked in the CSV, and an unknown value is empty', async () => {
    const [real, test] = rowsOf(await exported([{}, { isTest: true }]))
    expect(real).toMatchObject({
      test: '',
      cost: '',
      cost_currency: '',
      refund: '',
      completed_utc: '',
      payment_method: '',
    })
    expect(test).toMatchObject({ test: 'test' })
  })

  it('the CSV of a range without sales has only its header row', async () => {
    const csv = await exported([], DAY)
    expect(csv.trimEnd().split('\r\n')).toHaveLength(1)
    expect(rowsOf(csv)).toEqual([])
  })
})
