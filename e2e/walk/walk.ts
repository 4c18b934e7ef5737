import type { Locator, Page } from 'playwright/test'

import type { Locale, MessageId } from '#browser/i18n/locale.ts'
import { findAccessibilityViolations } from '../support/find-accessibility-violations.ts'
import { findLasting, findLayoutFaults } from '../support/find-layout-faults.ts'
import { findUnseen } from '../support/find-unseen.ts'
import { expect, type Shop } from '../support/shop.ts'
import { startingWith, textIn } from '../../tests/support/texts.ts'
import { nameOf, show, type View } from './views.ts'

type Values = Record<string, string | number>

export type Walker = {
  page: Page
  shop: Shop
  locale: Locale
  text: (id: MessageId, values?: Values) => string
  button: (id: MessageId, values?: Values) => Locator
  /** A button whose name begins with the text, followed by an amount or a key. */
  buttonFrom: (id: MessageId, values?: Values) => Locator
  /** Opens a page by its URL in the browser, so the app is loaded again. */
  goTo: (path: string) => Promise<void>
  /**
   * Opens a page with a link of the app, even if it is already open. An open dialog is closed by loading the app again.
   */
  follow: (path: string) => Promise<void>
  sees: (id: MessageId, values?: Values) => Promise<void>
}

/** Reaches a stop; resolves when the page shows what the stop's name says. */
type Reach = (walker: Walker) => Promise<void>
/** The main action of the page: it must be visible at every size, unless a setting is applied. */
export type Action = (walker: Walker) => Locator

/** A page in one of its states. Each stop of a walk may build on the one before it. */
export type Stop = { name: string; reach: Reach; action?: Action }

export function stop(name: string, ...rest: [Reach] | [Action, Reach]): Stop {
  return rest.length === 1 ? { name, reach: rest[0] } : { name, action: rest[0], reach: rest[1] }
}

export type Walk = {
  name: string
  person?: string
  stops: Stop[]
}

export type Look = { locale: Locale; themes: readonly ('light' | 'dark')[]; views: readonly View[] }

export async function prepareLook(page: Page, locale: Locale): Promise<void> {
  await page.addInitScript((kept) => {
    if (location.protocol.startsWith('http')) localStorage.setItem('toptill-locale', kept)
    // Prevents full screen, because a window that fills the screen has no other size.
    Element.prototype.requestFullscreen = () => Promise.resolve()
  }, JSON.stringify({ locale }))
}

/**
 * Walks from stop to stop and measures the layout of each in every view. In the first and in the narrowest window, axe
 * looks for barriers in every theme. All faults are listed, each with its stop, view, language, theme and element.
 */
export async function walk(page: Page, shop: Shop, stops: readonly Stop[], look: Look): Promise<void> {
  const { locale, themes, views } = look
  const walker = newWalker(page, shop, locale)
  const windows = views.filter(({ setting }) => setting === undefined)
  const [base = { width: 1280, height: 800 }] = windows
  const narrowest = windows.toSorted((one, other) => one.width - other.width)[0]
  await page.setViewportSize(base)
  await page.emulateMedia({ colorScheme: themes[0] ?? 'light' })
  for (const { name, reach, action } of stops) {
    const faults: string[] = []
    // The key press counts as activity, because measuring takes longer than the till waits before it locks.
    await page.keyboard.press('Shift')
    // The stops after one that cannot be reached are still checked.
    const isThere = await reach(walker)
      .then(() => expect(page.locator('html')).toHaveAttribute('lang', locale))
      .then(
        () => true,
        (error: Error) => void faults.push(`${name}, ${locale}: not reached: ${error.message}`),
      )
    if (isThere) faults.push(...(await findMotion(page)).map((what) => `${name}: ${what}`))
    for (const view of isThere ? views : []) {
      const showAsBefore = await show(page, view, locale)
      const where = `${name}, ${nameOf(view)}, ${locale}`
      const found =
        view.setting === 'own colors'
          ? await findUnseen(page)
          : await findLayoutFaults(page, view.setting === undefined ? action?.(walker) : undefined)
      faults.push(...found.map((fault) => `${where}: ${fault}`))
      for (const [index, colorScheme] of view === base || view === narrowest ? themes.entries() : []) {
        if (index > 0) await page.emulateMedia({ colorScheme })
        const rules = index > 0 ? 'colors' : 'all'
        const barriers = await findLasting(() => findAccessibilityViolations(page, rules))
        faults.push(...barriers.map((fault) => `${where}, ${colorScheme}: ${fault}`))
        if (index > 0) await page.emulateMedia({ colorScheme: themes[0] ?? 'light' })
      }
      await showAsBefore()
    }
    if (views.length > 1) await page.setViewportSize(base)
    expect.soft(faults, name).toEqual([])
  }
}

/**
 * Checks the current page: nothing is cut off, covered, out of reach or a barrier. A flow uses it for pages that no
 * sample of a walk reaches.
 */
export async function expectSound(page: Page, action?: Locator): Promise<void> {
  const faults = [
    ...(await findLayoutFaults(page, action)),
    ...(await findLasting(() => findAccessibilityViolations(page))),
  ]
  expect.soft(faults, page.url()).toEqual([])
}

/** Elements that move although the person has reduced motion. */
const findMotion = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    document
      .getAnimations()
      .filter(({ playState }) => playState === 'running')
      .map(({ effect }) => {
        const target = effect instanceof KeyframeEffect ? effect.target : null
        return `${target?.localName ?? 'something'} “${target?.textContent?.trim().slice(0, 40) ?? ''}” moves`
      }),
  )

function newWalker(page: Page, shop: Shop, locale: Locale): Walker {
  const text: Walker['text'] = (id, values) => textIn(locale, id, values)
  return {
    page,
    shop,
    locale,
    text,
    button: (id, values) => page.getByRole('button', { name: text(id, values), exact: true }),
    buttonFrom: (id, values) => page.getByRole('button', { name: startingWith(id, values, locale) }),
    goTo: async (path) => void (await page.goto(`${shop.url}${path}`)),
    follow: async (path) => {
      if ((await page.locator('dialog:modal').count()) > 0) return void (await page.goto(`${shop.url}${path}`))
      await page.evaluate((to) => {
        history.pushState(null, '', to)
        dispatchEvent(new PopStateEvent('popstate'))
      }, path)
    },
    sees: (id, values) => expect(page.getByText(text(id, values)).first()).toBeVisible(),
  }
}

export const dialogOf = ({ page }: Walker): Locator => page.getByRole('dialog')
export const lastInDialog: Action = (walker) => dialogOf(walker).getByRole('button').last()

export const named =
  (id: MessageId, values?: Values): Action =>
  (walker) =>
    walker.button(id, values)
export const from =
  (id: MessageId, values?: Values): Action =>
  (walker) =>
    walker.buttonFrom(id, values)
