import { recipients } from '#sandbox/scenarios.ts'
import { nextCustomer, numberField, openTicket, sell } from './support/sell.ts'
import { expect, test } from './support/shop.ts'

test.use({ contextOptions: { reducedMotion: 'no-preference' } })

test('the torn-off slip delays neither the focus nor a key that is pressed at once', async ({ page, shop }) => {
  await openTicket(page, shop)
  await sell(page, recipients.success)
  // Types as soon as the number is on the page, before its first frame, whatever still moves.
  await page.evaluate(() => {
    const { dataset } = document.documentElement
    new MutationObserver((_, observer) => {
      const torn = document.querySelector('body > [data-torn][inert][aria-hidden=true]')
      if (torn) dataset['torn'] = torn.getAnimations().length > 0 ? 'moves' : 'still'
      const field = document.querySelector('[data-number-first] input')
      if (!field) return
      observer.disconnect()
      dataset['focus'] = document.activeElement === field ? 'number' : 'elsewhere'
      document.execCommand('insertText', false, '5')
    }).observe(document.body, { childList: true, subtree: true })
  })
  await nextCustomer(page)
  await expect(numberField(page)).toHaveValue('5')
  await expect(numberField(page)).toBeFocused()
  const root = page.locator('html')
  await expect(root).toHaveAttribute('data-torn', 'moves')
  await expect(root).toHaveAttribute('data-focus', 'number')
  await expect(page.locator('body > [data-torn]')).toHaveCount(0)
})
