import { recipients } from '#sandbox/scenarios.ts'
import { nextCustomer, numberField, openTicket, sell } from './support/sell.ts'
import { expect, test } from './support/shop.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('the torn-off slip delays neither the focus nor a key that is pressed at once', async ({ page, shop }) => {
  await openTicket(page, shop)
  await sell(page, recipients.success)
  // Types in the frame in which the number appears, while the old slip is still falling.
  await page.evaluate(() => {
    const seen = { isTorn: false, isFocused: false }
    Object.assign(window, { seen })
    new MutationObserver((_, observer) => {
      const field = document.querySelector<HTMLInputElement>('[data-number-first] input')
      if (!field) return
      observer.disconnect()
      seen.isTorn = document.querySelector('[data-torn][inert][aria-hidden=true]') !== null
      seen.isFocused = document.activeElement === field
      document.execCommand('insertText', false, '5')
    }).observe(document.body, { childList: true, subtree: true })
  })
  await nextCustomer(page)
  await expect(numberField(page)).toHaveValue('5')
  await expect(numberField(page)).toBeFocused()
  expect(await page.evaluate(() => (window as unknown as { seen: unknown }).seen)).toEqual({
    isTorn: true,
    isFocused: true,
  })
  await expect(page.locator('[data-torn]')).toHaveCount(0)
})
