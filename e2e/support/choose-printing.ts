import type { Page } from 'playwright/test'

import type { PrinterPreferences } from '#browser/printing/terminal-printer.ts'

/** Stores the printer as its page does. This takes effect on the next page. */
export async function choosePrinting(page: Page, preferences: Partial<PrinterPreferences>): Promise<void> {
  await page.evaluate((state) => {
    // The fake printer was permitted once.
    sessionStorage.setItem('test-usb', 'permitted')
    localStorage.setItem('toptill-printer', JSON.stringify(state))
  }, preferences)
}

export const BY_USB = {
  printer: 'usb',
  known: { usb: { vendorId: 0x04b8, productId: 0x0e28, serialNumber: 'X5ZB000001' } },
} as const
