import { chromium, type Page } from 'playwright'

import en from '../../src/browser/i18n/en.json' with { type: 'json' }
import { CHROMIUM_FLAGS, findSystemChromium } from '../find-chromium.ts'

const LIMIT_MS = 120_000

/** Sells a top-up at a practice till, with the taps that README.md names. Throws if the page does not say that it was sold. */
export async function sellInBrowser(url: string): Promise<void> {
  const executablePath = findSystemChromium()
  const browser = await chromium.launch({ args: CHROMIUM_FLAGS, ...(executablePath && { executablePath }) })
  try {
    const page = await browser.newPage({ locale: 'en-GB' })
    page.setDefaultTimeout(LIMIT_MS)
    await page.goto(url)
    const tap = (name: RegExp | string) => page.getByRole('button', { name }).first().click()
    await tap(/^Amal/)
    await page.keyboard.type('2580')
    await tap(en['signIn.enter'])
    await tap(/^Mobile recharge/)
    await tap(/^Qamra Recharge/)
    await page.getByLabel(en['ticket.mobileNumber']).fill('050 123 4567')
    await page.getByLabel(en['ticket.amount'], { exact: true }).fill('25')
    await tap(en['ticket.review'])
    await tap(/^Send top-up/)
    await waitForState(page, en['state.succeeded.heading'])
  } finally {
    await browser.close()
  }
}

const waitForState = (page: Page, text: string) => page.getByText(text, { exact: true }).first().waitFor()
