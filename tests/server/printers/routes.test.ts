import { describe, expect, it, onTestFinished } from 'vitest'

import type { PrintedSale, PrintSale } from '#api/printing.ts'
import type { Drawer } from '#api/shifts.ts'
import type { Session } from '#api/session.ts'
import type { Settings } from '#api/settings.ts'
import type { SaleListPage } from '#api/sales.ts'
import { denominationsOf } from '#domain/money/cash.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { readPlaces } from '../../../tools/reconcile/find-secrets.ts'
import { aPrinter } from '../../support/a-printer.ts'
import { openShop, openSale, saleOnce, signedIn, type Browser, type Shop } from '../../support/shop.ts'

/** @security V1.3.6: A till sends lines and dots, and the server writes the printer's bytes. */

/** Longer than a test waits, whatever the machine does: nothing here ends because of time. */
const PATIENT = { connectMs: 60_000, takeMs: 60_000, endMs: 60_000 }

/** A practice shop with one network printer, and a cashier and a supervisor at separate tills. */
async function aPrintingShop() {
  const printer = await aPrinter()
  onTestFinished(printer.close)
  const recorded: string[] = []
  const times = { ...PATIENT }
  const record = (line: string) => recorded.push(line)
  const shop = await openShop({ env: { ALLOW_PRIVATE_TARGETS: '1' }, printerTimes: times, record })
  /** A job at a jamming printer ends only because of its timeout. */
  const setTrouble = (trouble: 'jams' | 'none') => {
    printer.state.trouble = trouble
    Object.assign(times, trouble === 'jams' ? { takeMs: 300, endMs: 300 } : PATIENT)
  }
  const answers: string[] = []
  const at = async (name: string, of: Shop = shop) => {
    const browser = await signedIn(of, name)
    const ask: Browser['ask'] = async (method, path, ...rest) => {
      const answer = await browser.ask(method, path, ...rest)
      if (!path.endsWith('/reveal')) answers.push(JSON.stringify(answer.body))
      return answer as never
    }
    return { ...browser, ask }
  }
  const hamad = await at('Hamad Saleh')
  const set = await hamad.ask<Settings>('PUT', '/api/settings', { printers: [printer.as('counter')] })
  expect(set.status).toBe(200)
  return { shop, printer, setTrouble, recorded, answers, at, hamad, amal: await at('Amal Rahman') }
}

/** Sells a voucher and reads its code, as the page does before it prints. */
async function sellCode(browser: Browser) {
  const { id } = await openSale(browser, { kind: 'voucher', serviceId: vouchers.numberAndSerial, amount: '100' })
  await browser.ask('POST', `/api/sales/${id}/confirm`, {})
  await saleOnce(browser, id, ({ voucher }) => voucher === 'ready')
  const { voucher } = (await browser.ask<{ voucher: { number: string } }>('POST', `/api/sales/${id}/reveal`, {})).body
  return { id, code: voucher.number }
}

const paperOf = (code: string): PrintSale => ({
  printerId: 'counter',
  document: {
    lines: [
      { kind: 'text', text: 'PIN', align: 'center' },
      { kind: 'text', text: code, align: 'center', look: 'code' },
    ],
  },
})
const print = (browser: Browser, id: string, code: string) =>
  browser.ask<PrintedSale & { code?: string }>('POST', `/api/sales/${id}/print`, paperOf(code))
const readSale = async (browser: Browser, id: string) => (await browser.ask<Sale>('GET', `/api/sales/${id}`)).body

const opensDrawer = (job: readonly number[]) => Buffer.from(job).includes(Buffer.from([0x1b, 0x70]))

describe('printing at a network printer', () => {
  it('a code on a jamming printer is asked about at every till and after a restart, and is printed once', async () => {
    const { shop, printer, setTrouble, recorded, answers, at, amal, hamad } = await aPrintingShop()
    const { id, code } = await sellCode(amal)
    setTrouble('jams')
    const jammed = await print(amal, id, code)
    expect(jammed.body.result).toEqual({ kind: 'unclear', why: 'busy' })
    expect(jammed.body.sale).toMatchObject({ voucher: 'ready', print: { isUnclear: true, printer: 'Counter' } })
    setTrouble('none')
    expect(await print(amal, id, code)).toMatchObject({ status: 409, body: { code: 'wrong-state' } })
    expect((await readSale(hamad, id)).print).toMatchObject({ isUnclear: true })

    const again = await shop.restart()
    const [later, colleague] = [await at('Amal Rahman', again), await at('Joseph Mathew', again)]
    expect((await readSale(later, id)).print).toMatchObject({ isUnclear: true })
    expect(await print(later, id, code)).toMatchObject({ status: 409 })
    const open = (await colleague.ask<SaleListPage>('GET', '/api/sales?group=open-items')).body
    expect(open.sales).toMatchObject([{ id, print: { isUnclear: true } }])
    expect((await colleague.ask('POST', `/api/sales/${id}/print-answer`, { isOnPaper: false })).status).toBe(403)

    expect(
      (await later.ask<Sale>('POST', `/api/sales/${id}/print-answer`, { isOnPaper: false })).body.print,
    ).toBeUndefined()
    const printed = await print(later, id, code)
    expect(printed.body).toMatchObject({
      result: { kind: 'printed' },
      sale: { voucher: 'delivered', printCount: 1, delivered: { method: 'printed' } },
    })
    expect(printer.state.printed.filter((paper) => paper.includes(code))).toHaveLength(1)

    // The code is only on the paper and in the answer that showed it.
    await again.close()
    const files = (readPlaces([shop.folder]) as { text: string }[]).map(({ text }) => text)
    expect(files.some((text) => text.includes('print-unclear'))).toBe(true)
    const places = [...files, ...recorded, ...answers]
    expect(places.filter((text) => text.includes(code))).toEqual([])
    expect(recorded.join('')).toContain('print unclear')
  })

  it('a page can name only a printer of the settings, and tills receive no address', async () => {
    const { printer, amal, hamad } = await aPrintingShop()
    const { id, code } = await sellCode(amal)
    const { settings } = (await amal.ask<Session>('GET', '/api/session')).body
    expect(settings?.printers).toEqual([{ id: 'counter', name: 'Counter', width: 80 }])
    const withLines = (...lines: object[]) => ({ printerId: 'counter', document: { lines } })
    const bodies: object[] = [
      { ...paperOf(code), printerId: 'other' },
      { ...paperOf(code), printerId: `127.0.0.1:${printer.port}` },
      { ...paperOf(code), host: '127.0.0.1', port: printer.port },
      { ...paperOf(code), bytes: 'G0A=' },
      withLines({ kind: 'text', text: '\u001b@', align: 'start' }),
      withLines({ kind: 'raw', bytes: 'G0A=' }),
      withLines({ kind: 'qr', text: 'https://a.example/\n', size: 4 }),
      withLines(),
      withLines({ kind: 'picture', align: 'start', width: 8, height: 900, dots: 'AAAA' }),
      withLines(...Array<object>(2_001).fill({ kind: 'rule' })),
      withLines(...Array<object>(17).fill({ kind: 'text', text: 'a'.repeat(4_000), align: 'start' })),
      withLines(...Array<object>(2).fill({ kind: 'text', text: '\n'.repeat(2_001), align: 'start' })),
    ]
    for (const body of bodies) {
      const { status } = await amal.ask('POST', `/api/sales/${id}/print`, body)
      expect(status, JSON.stringify(body)).toBeGreaterThanOrEqual(400)
    }
    expect(printer.state.connections).toBe(0)

    const outside = { printers: [{ ...printer.as('counter'), host: '8.8.8.8' }] }
    expect((await hamad.ask('PUT', '/api/settings', outside)).status).toBe(422)
  })

  it('a document without a sale is printed, and a printer that is not available is named', async () => {
    const { printer, amal, hamad } = await aPrintingShop()
    const { document } = paperOf('TEST PAGE')
    const test = (who = amal) => who.ask('POST', '/api/printers/counter/print', { document, opensDrawer: true })
    expect(await test()).toMatchObject({ status: 200, body: { result: { kind: 'printed' } } })
    expect(printer.state.printed.join()).toContain('TEST PAGE')
    await test(hamad)
    expect(printer.state.jobs.map(opensDrawer)).toEqual([false, true])
    printer.close()
    expect(await test()).toMatchObject({ status: 200, body: { result: { kind: 'not-printed', why: 'busy' } } })
  })

  it('a cashier opens the drawer without a sale once for each reason that is recorded', async () => {
    const { printer, amal, hamad } = await aPrintingShop()
    await hamad.ask('PUT', '/api/settings', { drawer: { varianceReasonThreshold: '1.00' } })
    const pieces = denominationsOf('AED').map(({ value }) => ({ value, count: 0 }))
    const { shift } = (await amal.ask<Drawer>('POST', '/api/shifts', { count: { pieces } })).body
    const movement = { id: '01JD6X0000000000000000000A', kind: 'no-sale', reason: 'Change' }
    expect((await amal.ask('POST', `/api/shifts/${shift!.id}/movements`, movement)).status).toBeLessThan(300)
    const { document } = paperOf('OPENED')
    for (let each = 0; each < 2; each += 1)
      await amal.ask('POST', '/api/printers/counter/print', { document, opensDrawer: true })
    expect(printer.state.jobs.map(opensDrawer)).toEqual([true, false])
  })
})
