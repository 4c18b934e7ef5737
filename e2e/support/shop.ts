import { expect, test as base, type BrowserContext, type Page } from 'playwright/test'

import type { Locale } from '#browser/i18n/locale.ts'
import type { Session } from '#api/session.ts'
import type { Sandbox, SandboxOptions } from '#sandbox/server.ts'
import { startBuiltShop } from './built.ts'
import type { StartShop } from '../../tests/support/start-shop.ts'
import { checkAnswers } from '../../tests/support/check-answers.ts'
import { startingWith } from '../../tests/support/texts.ts'

export { expect }

/** Answers of the server that do not match the schema of their route, since the last read. */
const wrongAnswers: string[] = []
checkAnswers({ report: (problem) => wrongAnswers.push(problem) })

export type Shop = {
  url: string
  sandbox: Sandbox
  /** Signs in as one of the demo staff, by default the first cashier, and opens the page at `path`, by default the products. */
  signIn: (page: Page, name?: string, path?: string) => Promise<void>
  /**
   * Stops the till and starts it again on the same database and ledger, at the same address, with other polling
   * intervals or another build if they are given.
   */
  restart: (changes?: Pick<StartShop, 'polling' | 'browserFolder'>) => Promise<void>
  now: () => number
  /** Moves the till's clock forward (ms). */
  moveClock: (ms: number) => void
}

type Fixtures = {
  settings: Record<string, string>
  polling: NonNullable<StartShop['polling']>
  practice: SandboxOptions
  shop: Shop
  /** The errors in the browser's console; the test fails unless the list is empty at its end. */
  consoleErrors: string[]
}

/** A separate practice shop for every test: the built till, its database and its sandbox in an empty folder. */
export const test = base.extend<Fixtures>({
  settings: [{}, { option: true }],
  polling: [{}, { option: true }],
  practice: [{}, { option: true }],

  page: async ({ page }, use) => {
    await giveClock(page)
    await use(page)
  },

  shop: async ({ context, consoleErrors, settings, polling, practice }, use) => {
    let aheadMs = 0
    const now = () => Date.now() + aheadMs
    const open = (options: Pick<StartShop, 'env' | 'folder' | 'polling' | 'browserFolder'>) =>
      startBuiltShop({
        printerTimes: { connectMs: 2_000, takeMs: 2_000, endMs: 2_000 },
        sandbox: { slowMs: 1_500, ...practice },
        clock: { now, wall: now },
        polling,
        ...options,
      })
    const first = await open({ env: settings })
    let till = first
    let wasAway = false
    await use({
      get url() {
        return till.url
      },
      get sandbox() {
        return till.sandbox
      },
      signIn: (page, name, path) => signIn(page, till.url, name, path),
      restart: async (changes = {}) => {
        const env = { ...settings, PORT: new URL(till.url).port }
        await till.stop()
        till = await open({ env, folder: first.folder, ...changes })
        wasAway = true
      },
      now,
      moveClock: (ms) => void (aheadMs += ms),
    })
    // The browser automatically logs that the server did not answer while it was stopped, in part only after the server
    // is back.
    if (wasAway) {
      const others = consoleErrors.splice(0).filter((complaint) => !complaint.includes('net::ERR_'))
      consoleErrors.push(...others)
    }
    // Requests that a page still sends through one of the test's routes are not answered.
    await Promise.all(context.pages().map((page) => page.unrouteAll({ behavior: 'ignoreErrors' })))
    // An open page would log that its server is gone.
    await Promise.all(context.pages().map((page) => page.close()))
    await till.stop()
    await first.close()
  },

  consoleErrors: [
    async ({ page }, use) => {
      const complaints: string[] = []
      page.on('console', (message) => {
        if (message.type() !== 'error') return
        // Requests that the page sends while it locks may be rejected, and the browser logs that.
        if (locked.has(page) && message.text().includes('status of 401')) return
        if (reopening.has(page) && message.text().includes('status of 404') && OF_A_SALE.test(message.location().url))
          return
        complaints.push(`console: ${message.text()}`)
      })
      page.on('pageerror', (error) => complaints.push(`uncaught: ${error.message}`))
      await use(complaints)
      const others = complaints.filter((text) => !expected.get(complaints)?.some((what) => what.test(text)))
      expect(others, 'the browser complained').toEqual([])
      expect(wrongAnswers.splice(0), 'the till sent answers that do not match their schema').toEqual([])
    },
    { auto: true },
  ],
})

const clocked = new WeakSet<BrowserContext>()

/**
 * Gives the pages of this browser their own clock, which runs with the machine's and which a test moves with `pass`:
 * nothing waits for a pause of the page, and no pause of the machine counts.
 */
export async function giveClock(page: Page): Promise<void> {
  if (clocked.has(page.context())) return
  await page.clock.install()
  clocked.add(page.context())
}

/** Lets time pass for this page without any activity. A page without its own clock is simply waited for. */
export const pass = (page: Page, ms: number): Promise<void> =>
  clocked.has(page.context()) ? page.clock.runFor(ms) : Promise.resolve()

/** Longer than buttons that move money ignore presses, and longer than the time between a scan and its Enter. */
export const ARMED_MS = 1_000
/** Longer than the time between two keys of a scanner. */
const A_KEY_MS = 150

export async function typeByHand(page: Page, text: string): Promise<void> {
  if (!clocked.has(page.context())) throw new Error('this page has no clock of its own')
  for (const key of text) {
    await page.keyboard.press(key === ' ' ? 'Space' : key)
    await page.clock.runFor(A_KEY_MS)
  }
  await page.clock.runFor(ARMED_MS)
}

/**
 * Signs in with the PIN that the session of a practice shop contains, with the request that the page would send. Other
 * flows cover how people sign in.
 */
async function signIn(page: Page, url: string, name?: string, path = ''): Promise<void> {
  const session = (await (await page.request.get(`${url}/api/session`)).json()) as Session
  const person = session.staff.find((each) => (name === undefined ? each.role === 'cashier' : each.name === name))
  const pin = session.demoPins?.[person?.id ?? '']
  if (!person || !pin) throw new Error(`there is no demo person ${name ?? ''}`)
  const signedIn = await page.request.post(`${url}/api/session`, {
    data: { staffId: person.id, pin },
    headers: { origin: url },
  })
  expect(signedIn.status(), await signedIn.text()).toBe(200)
  await page.goto(url + path)
  locked.delete(page)
  await expect(page).toHaveURL(path === '' ? /\/sell/ : url + path)
}

/** Pages that are locked, where no one has signed in since. */
const locked = new WeakSet<Page>()

/** Locks the till completely, because a page that is left at once would cancel its request. */
export async function lock(page: Page, locale: Locale = 'en'): Promise<void> {
  locked.add(page)
  await page.getByRole('button', { name: startingWith('shell.lock', {}, locale) }).click()
  await expect(page).toHaveURL(/\/sign-in$/)
}

const OF_A_SALE = /\/api\/(sales|batches)\/[0-9A-Z]{26}$/
const reopening = new WeakSet<Page>()

/** Call if the page reads a sale that the server does not know before it opens it, because the browser logs that. */
export function expectReopening(page: Page): void {
  reopening.add(page)
}

export async function typePin(page: Page, pin: string): Promise<void> {
  await typeByHand(page, pin)
  await page.keyboard.press('Enter')
}

export async function enterAs(page: Page, name: string, pin: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await typePin(page, pin)
}

export async function chooseInUserMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('banner').locator('[aria-haspopup="menu"]').click()
  await page.getByRole('menuitem', { name: item }).click()
}

const expected = new WeakMap<string[], RegExp[]>()

/** Registers errors that the browser logs automatically because of the test; some come only when the test is over. */
export function expectConsoleErrors(consoleErrors: string[], ...what: RegExp[]): void {
  expected.set(consoleErrors, [...(expected.get(consoleErrors) ?? []), ...what])
}

/** Call while the server is stopped and the page cannot read from it: those errors are expected, and no others. */
export function expectUnreachable(complaints: string[]): void {
  expectConsoleErrors(complaints, /Failed to load resource/)
}
