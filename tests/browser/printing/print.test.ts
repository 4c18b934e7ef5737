// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import type { PrintDocument } from '#browser/printing/print-document.ts'
import { fakeSerial, type Trouble } from '../../support/fake-serial.ts'

const receipt: PrintDocument = {
  kind: 'receipt',
  lines: [
    { kind: 'text', text: 'PIN', align: 'center' },
    { kind: 'text', text: '7K4P 2M9X', align: 'center', look: 'code' },
  ],
}
const DRAWER = '27,112'

/** The printers are kept for as long as the page exists, so each test opens a new page. */
async function openPage(preferences: object = {}) {
  vi.resetModules()
  const { useTerminalPrinter } = await import('#browser/printing/terminal-printer.ts')
  const known = { serial: { vendorId: 0x0403, productId: 0x6001 } }
  useTerminalPrinter.setState({ printer: 'serial', known, ...preferences })
  return await import('#browser/printing/print.ts')
}

/** What was on the page while the browser printed; the print dialog closes at once. */
function browserPrints(): { printed: string[] } {
  const printed: string[] = []
  vi.stubGlobal('print', () => {
    window.dispatchEvent(new Event('beforeprint'))
    printed.push(document.querySelector('body > .printout')?.textContent ?? '')
    window.dispatchEvent(new Event('afterprint'))
  })
  return { printed }
}

beforeEach(() => {
  localStorage.clear()
  // Printing by the browser waits for fonts, which this page does not have.
  Object.assign(document, { fonts: { ready: Promise.resolve() } })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  expect(document.querySelector('body > .printout'), 'a paper was left in the page').toBeNull()
})

it('printing uses the receipt printer and not the browser', async () => {
  const { taken } = fakeSerial()
  const { printed } = browserPrints()
  const { printDocument } = await openPage()
  expect(await printDocument(receipt)).toEqual({ by: 'printer', failed: [] })
  expect(String.fromCharCode(...taken)).toContain('7K4P 2M9X')
  expect(printed).toEqual([])
})

it.each<[string, Trouble, boolean, string]>([
  ['it has no paper', 'no paper', true, 'no-paper'],
  ['it does not open', 'does not open', true, 'busy'],
  ['it is not connected', 'none', false, 'not-there'],
])('printing falls back to the browser when nothing was sent, because %s', async (_, trouble, isPermitted, why) => {
  const { taken } = fakeSerial(trouble, { isPermitted })
  const { printed } = browserPrints()
  const { printDocument } = await openPage()
  expect(await printDocument(receipt)).toEqual({ by: 'browser', failed: [{ method: 'serial', why }] })
  expect(taken).toEqual([])
  expect(printed).toEqual([expect.stringContaining('7K4P 2M9X')])
})

const BLUETOOTH = { bluetoothServiceClassId: '00001101-0000-1000-8000-00805F9B34FB' }
it.each([
  { port: 'by Bluetooth', info: BLUETOOTH, others: [], isFound: true },
  {
    port: 'by Bluetooth, whose service is a number',
    info: { bluetoothServiceClassId: 0x1101 },
    others: [],
    isFound: true,
  },
  { port: 'by Bluetooth beside one that is built in', info: BLUETOOTH, others: [{}], isFound: true },
  { port: 'that is built in, beside one by Bluetooth', info: {}, others: [BLUETOOTH], isFound: true },
  { port: 'of an adapter that names its maker alone', info: { usbVendorId: 0x1a86 }, others: [{}], isFound: true },
  { port: 'by Bluetooth beside another one', info: BLUETOOTH, others: [BLUETOOTH], isFound: false },
  { port: 'that is built in, beside another one', info: {}, others: [{}], isFound: false },
])('after a reload printing finds a serial port $port again: $isFound', async ({ info, others, isFound }) => {
  const { taken } = fakeSerial('none', { info, others })
  browserPrints()
  await openPage()
  const { printerOf, useTerminalPrinter } = await import('#browser/printing/terminal-printer.ts')
  await (await printerOf('serial')).connect()
  const { known } = useTerminalPrinter.getState()
  const { printDocument } = await openPage({ known })
  expect((await printDocument(receipt)).by).toBe(isFound ? 'printer' : 'browser')
  expect(taken.length > 0).toBe(isFound)
})

it('printing stops after a printer that may have printed, and uses the next one only when a person asks for it', async () => {
  fakeSerial('breaks off')
  const { printed } = browserPrints()
  const { printDocument } = await openPage()
  const failed = [{ method: 'serial', why: 'lost' }]
  expect(await printDocument(receipt)).toEqual({ by: 'nothing', mayHavePrinted: true, failed })
  expect(printed).toEqual([])
  expect(await printDocument(receipt, { from: 'browser' })).toEqual({ by: 'browser', failed: [] })
})

it('printing does not wait forever for a printer that does not respond', async () => {
  const { countWrites } = fakeSerial('stands still')
  const { printDocument } = await openPage()
  const { WRITE_TIMEOUT_MS: STANDSTILL_MS } = await import('#browser/printing/receipt-printer.ts')
  await import('#browser/printing/terminal-printer.ts')
  await import('#browser/printing/serial-printer.ts')
  await import('#browser/printing/encode-document.ts')
  vi.useFakeTimers()
  const outcome = printDocument(receipt)
  while (countWrites() === 0) await vi.advanceTimersByTimeAsync(1)
  await vi.advanceTimersByTimeAsync(STANDSTILL_MS)
  expect(await outcome).toEqual({ by: 'nothing', mayHavePrinted: true, failed: [{ method: 'serial', why: 'busy' }] })
})

it('printing names both printers if the browser cannot print either', async () => {
  fakeSerial('no paper')
  vi.stubGlobal('print', () => {
    throw new Error('printing is switched off')
  })
  const { printDocument } = await openPage()
  const serial = { method: 'serial', why: 'no-paper' }
  const browser = { method: 'browser', why: 'unsupported' }
  expect(await printDocument(receipt)).toEqual({ by: 'nothing', failed: [serial, browser] })
})

it('printing reports when a browser shows no dialog', async () => {
  vi.stubGlobal('print', () => {})
  const { printDocument } = await openPage({ printer: 'browser' })
  await import('#browser/printing/browser-print.ts')
  vi.useFakeTimers()
  const outcome = printDocument(receipt)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await outcome).toEqual({ by: 'nothing', failed: [{ method: 'browser', why: 'unsupported' }] })
})

it('printing does nothing on a terminal without a printer', async () => {
  fakeSerial()
  const { printed } = browserPrints()
  const { printDocument } = await openPage({ mode: 'never' })
  expect(await printDocument(receipt)).toEqual({ by: 'nothing', failed: [] })
  expect(printed).toEqual([])
})

it('printing says that no network printer is chosen, and falls back to the browser', async () => {
  const { printed } = browserPrints()
  const { printDocument } = await openPage({ printer: 'network' })
  const failed = [{ method: 'network', why: 'not-chosen' }]
  expect(await printDocument(receipt)).toEqual({ by: 'browser', failed })
  expect(printed).toHaveLength(1)
})

it('printing prints two documents one after the other', async () => {
  const { taken } = fakeSerial()
  const { printDocument } = await openPage()
  const second: PrintDocument = { kind: 'waiting', lines: [{ kind: 'text', text: 'SECOND', align: 'start' }] }
  await Promise.all([printDocument(receipt), printDocument(second)])
  const sent = String.fromCharCode(...taken)
  const places = ['7K4P 2M9X', '\u001dV', 'SECOND'].map((part) => sent.indexOf(part))
  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
})

it('printing opens the drawer for a receipt, not for a copy or a slip, and never where there is no drawer', async () => {
  const { taken } = fakeSerial()
  const { printDocument } = await openPage({ hasDrawer: true })
  const opens = async (print: () => Promise<unknown>) => {
    taken.length = 0
    await print()
    return taken.join().includes(DRAWER)
  }
  expect(await opens(() => printDocument(receipt))).toBe(true)
  expect(await opens(() => printDocument(receipt, { opensDrawer: false }))).toBe(false)
  expect(await opens(() => printDocument({ ...receipt, kind: 'waiting' }))).toBe(false)
  const without = await openPage({ hasDrawer: false })
  expect(await opens(() => without.printDocument(receipt))).toBe(false)
})

const KEPT = 'toptill-printer'
const FIRST = { mode: 'ask', printer: 'browser', width: 80, hasDrawer: false, baudRate: 9600, known: {} }

async function openTerminal() {
  vi.resetModules()
  return (await import('#browser/printing/terminal-printer.ts')).useTerminalPrinter
}

it('the printer of a terminal is the browser, on request, until a person chooses another', async () => {
  expect((await openTerminal()).getState()).toMatchObject(FIRST)
})

it('the printer of a terminal is kept over a reload', async () => {
  const before = await openTerminal()
  before.getState().choose({ mode: 'auto', printer: 'usb', width: 58, hasDrawer: true })
  before.getState().keepDevice('usb', { vendorId: 1, productId: 2 })
  expect((await openTerminal()).getState()).toMatchObject({
    mode: 'auto',
    printer: 'usb',
    width: 58,
    hasDrawer: true,
    known: { usb: { vendorId: 1, productId: 2 } },
  })
})

it.each([
  { kept: { mode: 'sometimes', width: 70, printer: 'fax' }, is: FIRST },
  { kept: { mode: 'auto', known: 'nothing' }, is: { ...FIRST, mode: 'auto' } },
  { kept: 'rubbish', is: FIRST },
])('the printer of a terminal reads the stored value $kept without a failure', async ({ kept, is }) => {
  localStorage.setItem(KEPT, JSON.stringify(kept))
  expect((await openTerminal()).getState()).toMatchObject(is)
})
