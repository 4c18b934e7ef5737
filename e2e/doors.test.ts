import type { Page } from 'playwright/test'

import { recipients } from '#sandbox/scenarios.ts'
import { debits, openTicket, review, saleOn, send, stateOn } from './support/sell.ts'
import { expect, forgiveAbsence, test } from './support/shop.ts'
import { endSessionsOf, setPermissions, setShopLimits } from './support/supervise.ts'

/** Slower than a scanner. */
const BY_HAND = { delay: 120 }

/** The watch for a hand comes behind the first screen; no time counts before. */
const isWatched = (page: Page) => page.waitForFunction(() => localStorage.getItem('toptill-hand-at') !== null)

const question = (page: Page) => page.getByRole('dialog', { name: 'One moment, please' })

test('a till that is left alone locks, and its person goes on where they were', async ({ page, shop, complaints }) => {
  await page.clock.install()
  await openTicket(page, shop)
  await page.getByLabel('Mobile number').fill('501234567')
  const ticket = page.url()
  await isWatched(page)

  await page.clock.fastForward('05:01')
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
  await expect(page.getByText("Amal's PIN goes on where you were")).toBeVisible()
  await expect(page.getByRole('button', { name: /Amal/ })).toHaveAttribute('aria-pressed', 'true')
  // The page locks after a moment even where the till has not heard of it yet.
  const session = async () => (await page.request.get(`${shop.url}/api/session`)).json()
  await expect.poll(session).not.toHaveProperty('person')

  await page.keyboard.type('2580')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(ticket)
  await expect(page.getByLabel('Mobile number')).toHaveValue(/50 123 4567/)
  forgiveAbsence(complaints)
})

test('a hand at the till keeps it open, and only a hand tells the proxy so', async ({ page, shop, complaints }) => {
  let told = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/api/session/here')) told += 1
  })
  await page.clock.install()
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
  await expect(page.getByRole('heading', { name: 'Locked' })).toBeVisible()
  // What was asked while it locked.
  forgiveAbsence(complaints)
})

test('the till changes hands in two taps, and the next person sees nothing of the last', async ({ page, shop }) => {
  await openTicket(page, shop)
  await page.getByLabel('Mobile number').fill('501234567')
  let taps = 0
  const tap = async (name: RegExp) => {
    taps += 1
    await page.getByRole('button', { name }).click()
  }
  await tap(/^Amal R\. Switch person/)
  await tap(/^Joseph/)
  expect(taps).toBe(2)
  await page.keyboard.type('7193')
  await page.keyboard.press('Enter')
  await expect(page.getByText('Joseph M.')).toBeVisible()
  await expect(page).toHaveURL(/\/sell$/)
  await expect(page.getByRole('combobox', { name: /type a number/ })).toHaveValue('')
})

test('who was signed out elsewhere reads why, and what they typed is kept', async ({ page, shop, complaints }) => {
  await openTicket(page, shop)
  await page.getByLabel('Mobile number').fill('501234567')
  await endSessionsOf(shop, 'Amal Rahman')
  await expect(page.getByRole('heading', { name: 'Signed out' })).toBeVisible({ timeout: 15_000 })
  await expect(page.getByText('What Amal typed is kept.')).toBeVisible()
  await page.keyboard.type('2580')
  await page.keyboard.press('Enter')
  await expect(page.getByLabel('Mobile number')).toHaveValue(/50 123 4567/)
  forgiveAbsence(complaints)
})

test('five wrong PINs make the pad wait, and it says for how long', async ({ page, shop, complaints }) => {
  await page.goto(shop.url)
  await page.getByRole('button', { name: /Amal/ }).click()
  for (let tries = 1; tries <= 5; tries++) {
    await page.keyboard.type('1379')
    await page.keyboard.press('Enter')
    // The first digit of the next one takes it away.
    const said = tries < 5 ? 'That PIN is not right.' : /^Too many wrong PINs\..*Go on in 0:[23]\d/
    await expect(page.getByRole('alert')).toHaveText(said)
  }
  await expect(page.getByRole('button', { name: '5', exact: true })).toBeDisabled()
  await expect(page.getByRole('button', { name: 'Wait a moment' })).toBeVisible()
  forgiveAbsence(complaints)
})

test('above a limit a supervisor lets it go on the spot, by keys alone', async ({ page, shop, complaints }) => {
  await setShopLimits(shop, { currency: 'AED', perSale: '20' })
  await openTicket(page, shop)
  await review(page, recipients.settlesAfterTwoFinds, '25')
  await send(page)
  await expect(question(page)).toContainText("The shop's limit for one sale is AED 20.00.")
  expect(debits(shop)).toBe(0)

  await page.keyboard.type('111222', BY_HAND)
  await page.keyboard.press('Enter')
  await expect(question(page).getByRole('alert')).toHaveText('That PIN is not right.')
  await page.keyboard.press('Escape')
  await expect(question(page)).toBeHidden()
  const again = saleOn(page).getByRole('button', { name: /^Send top-up/ })
  await expect(again).toBeFocused()
  await expect(again).toHaveAttribute('aria-disabled', 'false')

  await page.keyboard.press('Enter')
  await expect(question(page)).toBeVisible()
  await page.keyboard.type('604918', BY_HAND)
  await page.keyboard.press('Enter')
  await expect(stateOn(page, 'Sold')).toBeVisible({ timeout: 15_000 })
  expect(debits(shop)).toBe(1)
  forgiveAbsence(complaints)
})

test('a quantity stops at the line above a limit, and goes on with a supervisor', async ({
  page,
  shop,
  complaints,
}) => {
  await setShopLimits(shop, { currency: 'AED', vouchersPerMinute: 1 })
  await shop.signIn(page)
  await page.getByRole('button', { name: /^Gaming/ }).click()
  await page.getByRole('button', { name: /^Orbyte 50/ }).click()
  for (let more = 1; more < 3; more++) await page.getByRole('button', { name: 'One more' }).click()
  await page.getByRole('button', { name: /^Review/ }).click()
  await page.getByRole('button', { name: /^Sell 3 codes/ }).click()

  await expect(question(page)).toContainText("The shop's limit is 1 code a minute; 1 is used.")
  expect(debits(shop)).toBe(1)
  await page.keyboard.type('604918', BY_HAND)
  await page.keyboard.press('Enter')
  await expect(question(page)).toContainText('2 are used')
  expect(debits(shop)).toBe(2)
  await question(page).getByRole('button', { name: 'Back' }).click()
  await expect(stateOn(page, 'Stopped after 2 of 3')).toBeVisible()
  await expect(page.getByText('This is above a limit. A supervisor can let it go.')).toBeVisible()
  forgiveAbsence(complaints)
})

test('who may not sell abroad is told so where it would begin', async ({ page, shop }) => {
  await setPermissions(shop, 'Amal Rahman', [])
  await shop.signIn(page)
  const banner = page.getByRole('button', { name: /^International/ })
  await expect(banner).toContainText('Not allowed for you')
  await expect(banner).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.type('+639', BY_HAND)
  await expect(page.getByText('UAE numbers only')).toBeVisible()
  await expect(page).toHaveURL(/\/sell$/)
  await page.goto(`${shop.url}/sell/international`)
  await expect(page.getByRole('heading', { name: 'Not allowed for you' })).toBeVisible()
})
