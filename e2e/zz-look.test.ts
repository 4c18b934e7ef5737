import { text } from '../tests/support/texts.ts'
import { button } from './support/controls.ts'
import { expectState, numberField, pressArmed, sendButton } from './support/sell.ts'
import { expect, test, typeByHand } from './support/shop.ts'
test('look', async ({ page, shop }) => {
  test.setTimeout(0)
  await page.clock.resume().catch(() => {})
  const snap = async (name: string) => {
    for (const [w, h] of [[1280, 800], [1024, 768], [390, 844]] as const) {
      await page.setViewportSize({ width: w, height: h })
      await page.waitForTimeout(300)
      await page.screenshot({ path: `/tmp/look/${name}-${w}.png` })
    }
    await page.setViewportSize({ width: 1280, height: 800 })
  }
  await shop.signIn(page)
  await expect(numberField(page)).toBeFocused()
  await snap('home')
  await typeByHand(page, '501234567')
  await page.waitForTimeout(800)
  await snap('number')
  await page.getByRole('group', { name: text('quick.operators') }).getByRole('button', { name: 'Qamra' }).click()
  await snap('operator')
  await pressArmed(page, page.getByRole('region', { name: /^Qamra/ }).getByRole('button', { name: '25', exact: true }))
  await page.waitForTimeout(1500)
  await snap('review')
  await pressArmed(page, sendButton(page))
  await expectState(page, 'succeeded')
  await snap('sold')
  await pressArmed(page, button(page, 'sale.nextCustomer').or(button(page, 'delivery.givenNext')))
  await expect(numberField(page)).toBeFocused()
  await typeByHand(page, '4567')
  await page.waitForTimeout(2500)
  await snap('known4')
  await typeByHand(page, '')
  await page.keyboard.press('Escape')
  await typeByHand(page, '501234567')
  await page.waitForTimeout(2500)
  await snap('knownwhole')
})
