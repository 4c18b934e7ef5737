import { recipients } from '#sandbox/scenarios.ts'
import { delayReads } from './support/delay-reads.ts'
import { debits, openTicket, review, send, expectState, numberField, sendButton } from './support/sell.ts'
import { expect, expectUnreachable, test } from './support/shop.ts'
import { text } from '../tests/support/texts.ts'
import { button } from './support/controls.ts'

test.describe('a confirm that never arrived before the server was restarted', () => {
  // The confirm isn't sent again before the restart, and its result is certain soon after.
  test.use({ polling: { confirmGraceMs: 60_000 } })

  test('a confirm that never arrived before a restart is finished by a person, and paid once @long', async ({
    page,
    shop,
    consoleErrors,
  }) => {
    await openTicket(page, shop)
    await review(page, recipients.answerLostBefore)
    await send(page)
    await expectState(page, 'unknown')
    await shop.restart({ polling: { confirmGraceMs: 1_000 } })
    await button(page, 'sale.sendAgain').click()
    await expectState(page, 'succeeded')
    expect(debits(shop)).toBe(1)
    expectUnreachable(consoleErrors)
  })
})

test('every step of a sale has its own address, and a reload returns to it @long', async ({ page, shop }) => {
  await openTicket(page, shop)
  await numberField(page).fill('50 123')
  const onTicket = page.url()
  await page.reload()
  await expect(numberField(page)).toHaveValue(/50 123/)
  expect(page.url()).toBe(onTicket)

  await review(page, recipients.success)
  const onReview = page.url()
  await page.reload()
  await expect(sendButton(page)).toBeVisible()
  expect(page.url()).toBe(onReview)
  expect(shop.sandbox.requests().filter(({ path }) => path === '/transaction/check')).toHaveLength(1)

  await send(page)
  await expectState(page, 'succeeded')
  await page.reload()
  await expectState(page, 'succeeded')
  expect(debits(shop)).toBe(1)
})

test('a confirm that never reached the server shows as not known, is sent again, and is paid once @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  await openTicket(page, shop)
  await review(page, recipients.success)
  await page.route('**/confirm', (route) => route.abort())
  const reads = await delayReads(page)
  await send(page)
  await expectState(page, 'unknown')
  await expect(page.getByText(text('state.failed.heading'))).toBeHidden()

  await page.unroute('**/confirm')
  await reads.release()
  await expect(sendButton(page)).toBeVisible()
  expect(debits(shop)).toBe(0)
  await send(page)
  await expectState(page, 'succeeded')
  expect(debits(shop)).toBe(1)
  expectUnreachable(consoleErrors)
})

test('a confirm whose answer never reached the page ends sold, and is paid once @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  await openTicket(page, shop)
  await review(page, recipients.success)
  await page.route('**/confirm', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await send(page)
  await expectState(page, 'succeeded')
  expect(debits(shop)).toBe(1)
  expectUnreachable(consoleErrors)
})
