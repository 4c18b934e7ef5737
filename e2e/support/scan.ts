import type { Locator, Page } from 'playwright/test'

import { text } from '../../tests/support/texts.ts'
import { expect } from './shop.ts'

/** Longer than the pause between the keys of any scanner, and longer than this machine takes to read the clock. */
const PAUSE_MS = 5_000

type Scanning = {
  everyMs?: number
  /** The device is busy for this time after the first key and after the sixth. */
  stallMs?: number
  /**
   * A handheld's scanner: its keys have no names, and an input method writes the text, character by character or all
   * `at once`. Without a focused field, it writes nothing.
   */
  by?: 'unnamed keys' | 'at once'
  /** The page's message, which disappears after a while, so it is checked before time continues. */
  told?: Locator
}

/**
 * Types as a scanner does: one key per `everyMs`, and Enter right after them. No other time passes for the page during
 * that, whatever the machine does.
 */
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
  // A person would be slower with the next action.
  await page.clock.runFor(1_000)
  await page.clock.resume()
}

/** The scanner's code loads after that of the first screen, and it finds products once they are loaded. */
export async function readyToScan(page: Page): Promise<void> {
  await expect(page.getByRole('status', { name: text('scan.name') })).toBeAttached()
  await expect.poll(() => page.getByRole('main').getByRole('button').count()).toBeGreaterThan(3)
}
