import type { Locator, Page } from 'playwright/test'

import { text } from '../../tests/support/texts.ts'
import { expect } from './shop.ts'

/** Longer than between the keys of any scanner, and than this machine takes to say what time it is. */
const PAUSE_MS = 5_000

type Scanning = {
  everyMs?: number
  /** The device is busy for so long after the first key and after the sixth. */
  stallMs?: number
  /** As the scanner of a handheld: its keys have no names, and an input method writes, sign by sign or all `at once`; where no field is, nothing. */
  by?: 'unnamed keys' | 'at once'
  /** What the page tells of it, for a while only: looked for before time goes on. */
  told?: Locator
}

/** As a scanner types: a key each `everyMs` and Enter right behind them. No other time passes for the page meanwhile, whatever else the machine does. */
export async function scan(
  page: Page,
  code: string,
  { everyMs = 5, stallMs = 0, by, told }: Scanning = {},
): Promise<void> {
  await page.clock.pauseAt(await page.evaluate((ms) => Date.now() + ms, PAUSE_MS))
  const isField = await page.evaluate(() => document.activeElement?.matches('input, textarea'))
  const device = await page.context().newCDPSession(page)
  for (const [at, key] of [...(by === 'at once' ? [code] : code), 'Enter'].entries()) {
    if (by && key !== 'Enter') {
      await device.send('Input.dispatchKeyEvent', {
        type: 'rawKeyDown',
        key: 'Unidentified',
        windowsVirtualKeyCode: 229,
      })
      if (isField) await device.send('Input.insertText', { text: key })
    } else await page.keyboard.press(key === ' ' ? 'Space' : key)
    await page.clock.runFor(at === 0 || at === 5 ? everyMs + stallMs : everyMs)
  }
  await device.detach()
  if (told) await expect(told).toContainText(by ? text('scan.unnamed') : code)
  // A hand takes its time for what it does next.
  await page.clock.runFor(1_000)
  await page.clock.resume()
}

/** Its code comes behind that of the first screen, and what it finds with the products. */
export async function readyToScan(page: Page): Promise<void> {
  await expect(page.getByRole('status', { name: text('scan.name') })).toBeAttached()
  await expect.poll(() => page.getByRole('main').getByRole('button').count()).toBeGreaterThan(3)
}
