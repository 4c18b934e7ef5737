// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

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

/** The printers are kept as long as the page; each test is a page of its own. */
async function openPage(preferences: object = {}) {
  vi.resetModules()
  const { useTerminalPrinter } = await import('#browser/printing/terminal-printer.ts')
  useTerminalPrinter.setState({
    printer: 'serial',
    known: { serial: { vendorId: 0x0403, productId: 0x6001 } },
    ...preferences,
  })
  return await import('#browser/printing/print.ts')
}

/** What stood in the page while the browser printed; its dialog is closed at once. */
function browserPrints(): { printed: string[] } {
  const printed: string[] = []
  vi.stubGlobal('print', () => {
    window.dispatchEvent(new Event('beforeprint'))
    printed.push(document.querySelector('body > [aria-hidden="true"]')?.textContent ?? '')
    window.dispatchEvent(new Event('afterprint'))
  })
  return { printed }
}

beforeEach(() => {
  localStorage.clear()
  // What jsdom has not, and printing by the browser needs.
  vi.stubGlobal(
    'CSSStyleSheet',
    class {
      replaceSync() {}
    },
  )
  Object.assign(document, { adoptedStyleSheets: [], fonts: { ready: Promise.resolve() } })
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  expect(document.querySelector('body > [aria-hidden="true"]'), 'a paper was left in the page').toBeNull()
})

describe('the print ladder', () => {
  it('prints by the receipt printer and leaves the browser alone', async () => {
    const { taken } = fakeSerial()
    const { printed } = browserPrints()
    const { printDocument: printPaper } = await openPage()
    expect(await printPaper(receipt)).toEqual({ by: 'printer', failed: [] })
    expect(String.fromCharCode(...taken)).toContain('7K4P 2M9X')
    expect(printed).toEqual([])
  })

  it.each([
    { trouble: 'no paper', why: 'no-paper' },
    { trouble: 'does not open', why: 'busy' },
  ] as { trouble: Trouble; why: string }[])(
    'goes on to the browser when nothing has left: $trouble',
    async ({ trouble, why }) => {
      const { taken } = fakeSerial(trouble)
      const { printed } = browserPrints()
      const { printDocument: printPaper } = await openPage()
      expect(await printPaper(receipt)).toEqual({ by: 'browser', failed: [{ method: 'serial', why }] })
      expect(taken).toEqual([])
      expect(printed).toEqual([expect.stringContaining('7K4P 2M9X')])
    },
  )

  it('goes on to the browser when the printer is not there', async () => {
    fakeSerial('none', { isPermitted: false })
    browserPrints()
    const { printDocument: printPaper } = await openPage()
    expect(await printPaper(receipt)).toEqual({ by: 'browser', failed: [{ method: 'serial', why: 'not-there' }] })
  })

  it('stops after a rung that may have printed, and takes the next one only when a person says so', async () => {
    fakeSerial('breaks off')
    const { printed } = browserPrints()
    const { printDocument: printPaper } = await openPage()
    const failed = [{ method: 'serial', why: 'lost' }]
    expect(await printPaper(receipt)).toEqual({ by: 'nothing', mayHavePrinted: true, failed })
    expect(printed).toEqual([])
    expect(await printPaper(receipt, { from: 'browser' })).toEqual({ by: 'browser', failed: [] })
  })

  it('does not wait for ever on a printer that stands still', async () => {
    const { countWrites } = fakeSerial('stands still')
    const { printDocument: printPaper } = await openPage()
    const { WRITE_TIMEOUT_MS: STANDSTILL_MS } = await import('#browser/printing/receipt-printer.ts')
    await import('#browser/printing/terminal-printer.ts')
    await import('#browser/printing/serial-printer.ts')
    await import('#browser/printing/encode-document.ts')
    vi.useFakeTimers()
    const outcome = printPaper(receipt)
    while (countWrites() === 0) await vi.advanceTimersByTimeAsync(1)
    await vi.advanceTimersByTimeAsync(STANDSTILL_MS)
    expect(await outcome).toEqual({ by: 'nothing', mayHavePrinted: true, failed: [{ method: 'serial', why: 'busy' }] })
  })

  it('names both rungs when the browser cannot print, either', async () => {
    fakeSerial('no paper')
    vi.stubGlobal('print', () => {
      throw new Error('printing is switched off')
    })
    const { printDocument: printPaper } = await openPage()
    expect(await printPaper(receipt)).toEqual({
      by: 'nothing',
      failed: [
        { method: 'serial', why: 'no-paper' },
        { method: 'browser', why: 'unsupported' },
      ],
    })
  })

  it('tells when a browser shows no dialog at all', async () => {
    vi.stubGlobal('print', () => {})
    const { printDocument: printPaper } = await openPage({ printer: 'browser' })
    await import('#browser/printing/browser-print.ts')
    vi.useFakeTimers()
    const outcome = printPaper(receipt)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await outcome).toEqual({ by: 'nothing', failed: [{ method: 'browser', why: 'unsupported' }] })
  })

  it('prints nothing on a terminal without a printer', async () => {
    fakeSerial()
    const { printed } = browserPrints()
    const { printDocument: printPaper } = await openPage({ mode: 'never' })
    expect(await printPaper(receipt)).toEqual({ by: 'nothing', failed: [] })
    expect(printed).toEqual([])
  })

  it('says that no printer of the network is chosen, and goes on to the browser', async () => {
    const { printed } = browserPrints()
    const { printDocument: printPaper } = await openPage({ printer: 'network' })
    expect(await printPaper(receipt)).toEqual({
      by: 'browser',
      failed: [{ method: 'network', why: 'not-chosen' }],
    })
    expect(printed).toHaveLength(1)
  })

  it('prints two papers one after the other', async () => {
    const { taken } = fakeSerial()
    const { printDocument: printPaper } = await openPage()
    const second: PrintDocument = {
      kind: 'waiting',
      lines: [{ kind: 'text', text: 'SECOND', align: 'start' }],
    }
    await Promise.all([printPaper(receipt), printPaper(second)])
    const sent = String.fromCharCode(...taken)
    const places = ['7K4P 2M9X', '\u001dV', 'SECOND'].map((part) => sent.indexOf(part))
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places).not.toContain(-1)
  })

  it('opens the drawer for a receipt, not for a copy or a waiting slip, and never where there is none', async () => {
    const { taken } = fakeSerial()
    const { printDocument: printPaper } = await openPage({ hasDrawer: true })
    const opens = async (print: () => Promise<unknown>) => {
      taken.length = 0
      await print()
      return taken.join().includes(DRAWER)
    }
    expect(await opens(() => printPaper(receipt))).toBe(true)
    expect(await opens(() => printPaper(receipt, { opensDrawer: false }))).toBe(false)
    expect(await opens(() => printPaper({ ...receipt, kind: 'waiting' }))).toBe(false)
    const without = await openPage({ hasDrawer: false })
    expect(await opens(() => without.printDocument(receipt))).toBe(false)
  })
})
