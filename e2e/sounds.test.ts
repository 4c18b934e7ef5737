import type { Page } from 'playwright/test'

import { startingWith, text } from '../tests/support/texts.ts'
import { openTicket, expectState, sell } from './support/sell.ts'
import { chooseInUserMenu, expect, test } from './support/shop.ts'

/** The pitch of every tone that the page has started. */
const tones = (page: Page) => page.evaluate(() => (window as unknown as { tones: number[] }).tones)

test('a cashier chooses a sound, hears it in the browser, and hears it once for a sale @long', async ({
  page,
  shop,
}) => {
  await page.addInitScript(() => {
    const heard: number[] = []
    Object.assign(window, { tones: heard })
    class HeardContext extends AudioContext {
      override createOscillator(): OscillatorNode {
        const tone = super.createOscillator()
        const start = tone.start.bind(tone)
        tone.start = (at) => {
          if (this.state === 'running') heard.push(tone.frequency.value)
          start(at)
        }
        return tone
      }
    }
    Object.assign(window, { AudioContext: HeardContext })
  })
  await openTicket(page, shop)
  await chooseInUserMenu(page, text('userMenu.sounds'))
  await page.getByRole('button', { name: `${text('sounds.try')}${text('shell.comma')}${text('sounds.sold')}` }).click()
  await expect(page.getByText(text('sounds.outcome.played'))).toBeVisible()
  const tune = await tones(page)
  expect(tune.length).toBeGreaterThan(1)
  await page.getByRole('switch', { name: startingWith('sounds.sold') }).click()
  await page.getByRole('button', { name: text('shell.close'), exact: true }).click()

  await sell(page, '050 123 4567', '50')
  await expect.poll(() => tones(page)).toEqual([...tune, ...tune])
  // The one sale is over by now, however often its page is opened and touched.
  await page.reload()
  await expectState(page, 'succeeded')
  await page.mouse.click(1, 1)
  expect(await tones(page)).toEqual([])
})
