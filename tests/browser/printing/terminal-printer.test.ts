// @vitest-environment jsdom
import { beforeEach, describe, expect, it, vi } from 'vitest'

const KEPT = 'toptill-printer'
const FIRST = { mode: 'ask', printer: 'browser', width: 80, hasDrawer: false, baudRate: 9600, known: {} }

async function openPage() {
  vi.resetModules()
  return (await import('#browser/printing/terminal-printer.ts')).useTerminalPrinter
}

beforeEach(() => localStorage.clear())

describe('the printer of a terminal', () => {
  it('is the browser, on a button, until somebody chooses', async () => {
    expect((await openPage()).getState()).toMatchObject(FIRST)
  })

  it('is kept over a reload', async () => {
    const before = await openPage()
    before.getState().choose({ mode: 'auto', printer: 'usb', width: 58, hasDrawer: true })
    before.getState().keepDevice('usb', { vendorId: 1, productId: 2 })
    expect((await openPage()).getState()).toMatchObject({
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
  ])('reads $kept without harm', async ({ kept, is }) => {
    localStorage.setItem(KEPT, JSON.stringify(kept))
    expect((await openPage()).getState()).toMatchObject(is)
  })
})
