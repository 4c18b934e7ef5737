import type { Page } from 'playwright/test'

import { recipients } from '#sandbox/scenarios.ts'
import { openTicket, review, send, numberField, TILES } from './support/sell.ts'
import { chooseInUserMenu, expect, expectUnreachable, test, lock, typeByHand, typePin } from './support/shop.ts'
import { endSessionsOf, setPermissions } from './support/as-supervisor.ts'
import { startingWith, text } from '../tests/support/texts.ts'
import { button, heading } from './support/controls.ts'

/** @security V14.3.1: A locked till keeps a draft only for the same person, and only for 15 minutes. */

/** The page starts to watch for activity after the first screen; time before that doesn't count. */
const isWatched = (page: Page) => page.waitForFunction(() => localStorage.getItem('toptill-last-activity-at') !== null)

test('a till that is left alone locks, rejects a wrong PIN, and takes its person back to where they were', async ({
  page,
  shop,
  consoleErrors,
}) => {
  await openTicket(page, shop)
  await numberField(page).fill('501234567')
  const ticket = page.url()
  await isWatched(page)

  await page.clock.fastForward('05:01')
  await expect(heading(page, 'signIn.idle')).toBeVisible()
  await expect(page.getByText(text('signIn.idleLead', { name: 'Amal' }))).toBeVisible()
  await expect(page.getByRole('button', { name: /Amal/ })).toHaveAttribute('aria-pressed', 'true')
  // The page locks after a moment even if the server hasn't locked the session yet.
  const session = async () => (await page.request.get(`${shop.url}/api/session`)).json()
  await expect.poll(session).not.toHaveProperty('person')

  await typePin(page, '0000')
  await expect(page.getByText(text('failure.wrong-pin'))).toBeVisible()
  expect(await session()).not.toHaveProperty('person')
  await typePin(page, '2580')
  await expect(page).toHaveURL(ticket)
  await expect(numberField(page)).toHaveValue(/50 123 4567/)
  expectUnreachable(consoleErrors)
})

test('only a press or a key keeps a till unlocked and reports activity to the server @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  let told = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/session/heartbeat')) told += 1
  })
  await shop.signIn(page)
  await isWatched(page)
  await page.clock.fastForward('04:00')
  expect(told).toBe(0)
  await page.keyboard.press('Shift')
  await page.clock.fastForward('00:02')
  await expect.poll(() => told).toBe(1)
  await page.clock.fastForward('04:00')
  await expect(page.getByText('Amal R.')).toBeVisible()
  expect(told).toBe(1)
  await page.clock.fastForward('01:10')
  await expect(heading(page, 'signIn.idle')).toBeVisible()
  // These requests were sent while the till was locking.
  expectUnreachable(consoleErrors)
})

test('another person takes over a till in two taps and sees nothing from the previous person @long', async ({
  page,
  shop,
}) => {
  await openTicket(page, shop)
  await numberField(page).fill('501234567')
  let taps = 0
  const tap = async (name: RegExp) => {
    taps += 1
    await page.getByRole('button', { name }).click()
  }
  taps += 1
  await lock(page)
  await tap(/^Joseph/)
  expect(taps).toBe(2)
  await typePin(page, '7193')
  await expect(page.getByText('Joseph M.')).toBeVisible()
  await expect(page).toHaveURL(/\/sell$/)
  await expect(numberField(page)).toHaveValue('')
})

test('a person who was signed out elsewhere reads why, and keeps what they typed @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  await openTicket(page, shop)
  await numberField(page).fill('501234567')
  await endSessionsOf(shop, 'Amal Rahman')
  await expect(heading(page, 'signIn.ended')).toBeVisible()
  await expect(page.getByText(text('signIn.endedLead', { name: 'Amal' }))).toBeVisible()
  await typePin(page, '2580')
  await expect(numberField(page)).toHaveValue(/50 123 4567/)
  expectUnreachable(consoleErrors)
})

test('a cashier without the permission for international top-ups is shown so at the start of one @long', async ({
  page,
  shop,
}) => {
  await setPermissions(shop, 'Amal Rahman', [])
  await shop.signIn(page)
  const banner = page.getByRole('button', { name: TILES.international[0] })
  await expect(banner).toContainText(text('storefront.notAllowed'))
  await expect(banner).toHaveAttribute('aria-disabled', 'true')
  await typeByHand(page, '+639')
  await expect(page.getByText(text('ticket.numberProblem.not-uae'))).toBeVisible()
  await expect(page).toHaveURL(/\/sell$/)
  await page.goto(`${shop.url}/sell/international`)
  await expect(heading(page, 'storefront.notAllowed')).toBeVisible()
})

const NUMBER = '501234567'
/** The digits that a script finds in the browser's storage for this page, whatever their grouping. */
const digitsKept = (page: Page) =>
  page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }]).replaceAll(/[\s-]/g, ''))

test("after a sign-out no tab has customer data in the browser's storage @long", async ({
  page,
  shop,
  consoleErrors,
}) => {
  await openTicket(page, shop)
  const second = await page.context().newPage()
  await second.goto(shop.url)
  await numberField(second).fill(NUMBER)
  const sold = recipients.succeedsAfterTwoFinds
  await review(page, sold)
  await send(page)
  await expect.poll(() => digitsKept(page)).toContain(sold)
  await expect.poll(() => digitsKept(second)).toContain(NUMBER)

  await chooseInUserMenu(page, text('shell.switch'))
  await expect(heading(page, 'signIn.title')).toBeVisible()
  for (const tab of [page, second]) {
    await expect.poll(() => digitsKept(tab)).not.toMatch(new RegExp(`${NUMBER}|${sold.slice(3)}`))
  }
  await page.reload()
  expect(await digitsKept(page)).not.toContain(sold.slice(3))
  expectUnreachable(consoleErrors)
})

async function leaveAlone(page: Page, shop: Parameters<typeof openTicket>[1]): Promise<void> {
  await openTicket(page, shop)
  await numberField(page).fill(NUMBER)
  await isWatched(page)
  await page.clock.fastForward('05:01')
  await expect(heading(page, 'signIn.idle')).toBeVisible()
}

test('what was typed is kept for 15 minutes after a lock, and is then deleted @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  await leaveAlone(page, shop)
  await page.clock.fastForward('11:00')
  expect(await digitsKept(page)).toContain(NUMBER)
  await page.clock.fastForward('04:30')
  await expect.poll(() => digitsKept(page)).not.toContain(NUMBER)
  await expect(heading(page, 'signIn.title')).toBeVisible()
  await page.getByRole('button', { name: /^Amal/ }).click()
  await typePin(page, '2580')
  await expect(numberField(page)).toHaveValue('')
  expectUnreachable(consoleErrors)
})

test('a tab that slept over a lock restores nothing older, not even when its clock was set back @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  await leaveAlone(page, shop)
  const ticket = page.url()
  const now = await page.evaluate(() => Date.now())
  for (const at of [now - 3_600_000, now + 3_600_000]) {
    // As in the storage of a tab that was closed at that time and is opened again now.
    await page.evaluate((time) => sessionStorage.setItem('toptill-left-at', String(time)), at)
    const draft = { number: NUMBER, amount: '', account: '', customer: '', quantity: 1 }
    await page.evaluate((text) => sessionStorage.setItem('toptill-draft', text), JSON.stringify(draft))
    await page.goto(ticket)
    await expect(page.getByRole('button', { name: /^Amal/ })).toBeVisible()
    await expect.poll(() => digitsKept(page)).not.toContain(NUMBER)
  }
  expectUnreachable(consoleErrors)
})

test('what was typed before a lock is not shown to another person who signs in @long', async ({
  page,
  shop,
  consoleErrors,
}) => {
  await leaveAlone(page, shop)
  expect(await digitsKept(page)).toContain(NUMBER)
  await page.getByRole('button', { name: /^Joseph/ }).click()
  await typePin(page, '7193')
  await expect(page.getByText('Joseph M.')).toBeVisible()
  await expect.poll(() => digitsKept(page)).not.toContain(NUMBER)
  expectUnreachable(consoleErrors)
})

test("a supervisor's PIN opens a page at a cashier's till, and the cashier is back with one tap and their PIN", async ({
  page,
  shop,
  consoleErrors,
}) => {
  await shop.signIn(page)
  const wallet = page.getByRole('navigation').getByRole('link', { name: startingWith('shell.wallet') })
  await wallet.click()
  await button(page, 'supervisors.enter').click()
  await typePin(page, '604918')
  const back = page.getByRole('button', { name: text('supervisors.backTo', { name: 'Amal' }) })
  await expect(back).toBeVisible()
  await expect(heading(page, 'supervisors.heading')).toBeHidden()
  await expect(page.getByRole('heading', { level: 1, name: text('shell.wallet') })).toBeVisible()

  await back.click()
  await expect(page.getByText(text('signIn.idleLead', { name: 'Amal' }))).toBeVisible()
  await typePin(page, '2580')
  await expect(page).toHaveURL(/\/sell$/)
  await wallet.click()
  await expect(heading(page, 'supervisors.heading')).toBeVisible()

  // Without a tap, the visit is over after five minutes, even in use.
  await button(page, 'supervisors.enter').click()
  await typePin(page, '604918')
  await expect(back).toBeVisible()
  for (let minute = 1; minute <= 4; minute += 1) {
    await page.clock.fastForward('01:00')
    await page.keyboard.press('Shift')
  }
  await expect(back).toBeVisible()
  await page.clock.fastForward('01:01')
  await expect(page.getByText(text('signIn.idleLead', { name: 'Amal' }))).toBeVisible()
  expectUnreachable(consoleErrors)
})
