import type { Locator, Page } from 'playwright/test'

import type { Locale, MessageId } from '#browser/i18n/locale.ts'
import { startingWith, textIn } from '../../tests/support/texts.ts'
import { noteAnnouncements, type Announcements } from './announcements.ts'
import { dialogOn } from './controls.ts'
import { findTreeFaults } from './find-tree-faults.ts'
import { keyboardOf } from './keyboard.ts'
import { ARMED_MS, expect, giveClock, pass, typeByHand, type Shop } from './shop.ts'

type Values = Record<string, string | number>

/** How a job is done: with a pointer, with a keyboard alone, or with what a screen reader announces. */
export type Mode = 'pointer' | 'keys' | 'screen reader'

/** A person who does a job on a page. A step that does not exist in a mode, such as an announcement, passes. */
export type Hand = Announcements & {
  page: Page
  text: (id: MessageId, values?: Values) => string
  /** A button whose name begins with the text, which an amount or a key may follow. */
  button: (id: MessageId, values?: Values) => Locator
  press: (control: Locator | MessageId, values?: Values) => Promise<void>
  /** One of a group: a tile, a tab, an item of a menu, a radio button. */
  choose: (item: Locator) => Promise<void>
  type: (field: Locator, text: string) => Promise<void>
  /** Expects the page with this heading; with a screen reader, also that its tree has no fault. */
  expectPage: (heading: string | RegExp) => Promise<void>
  /** Expects that the element has the focus without a key press. With a pointer, it only has to be there. */
  expectFocus: (place: Locator) => Promise<void>
  /**
   * Expects that the open dialog has no fault and keeps the focus, and that Esc closes it and returns the focus to what
   * opened it.
   */
  leaveDialog: (opener: Locator) => Promise<void>
}

export async function handOf(page: Page, mode: Mode, locale: Locale = 'en'): Promise<Hand> {
  await giveClock(page)
  await page.addInitScript((kept) => {
    if (location.protocol.startsWith('http')) localStorage.setItem('toptill-locale', kept)
  }, JSON.stringify({ locale }))
  const text: Hand['text'] = (id, values) => textIn(locale, id, values)
  const button: Hand['button'] = (id, values) =>
    page.getByRole('button', { name: startingWith(id, values, locale) }).first()
  const ways = await WAYS[mode](page)
  return {
    page,
    text,
    button,
    forget: () => {},
    expectAnnounced: async () => {},
    ...ways,
    press: (control, values) => ways.press(typeof control === 'string' ? button(control, values) : control),
  }
}

type Ways = Pick<Hand, 'choose' | 'type' | 'expectPage' | 'expectFocus' | 'leaveDialog'> &
  Partial<Announcements> & { press: (control: Locator) => Promise<void> }

const headingOn = (page: Page, name: string | RegExp) => page.getByRole('heading', { level: 1, name })

function byPointer(page: Page): Ways {
  const press = async (control: Locator) => {
    await expect(control).toBeVisible()
    await pass(page, ARMED_MS)
    await control.click()
  }
  return {
    press,
    choose: press,
    type: (field, text) => field.fill(text),
    expectPage: (heading) => expect(headingOn(page, heading)).toBeAttached(),
    expectFocus: (place) => expect(place).toBeVisible(),
    leaveDialog: async () => {
      await expect(dialogOn(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialogOn(page)).toBeHidden()
    },
  }
}

function byKeys(page: Page): Ways {
  const keys = keyboardOf(page)
  return {
    press: keys.press,
    choose: async (item) => {
      await keys.goTo(item)
      const isChosen = await item.evaluate((each) => each.matches('input, [role=tab]'))
      if (!isChosen) await keys.press(item)
    },
    type: async (field, text) => {
      await keys.goTo(field)
      await page.keyboard.press('Control+a')
      await typeByHand(page, text)
    },
    expectPage: (heading) => expect(headingOn(page, heading)).toBeAttached(),
    expectFocus: keys.isAt,
    leaveDialog: async (opener) => {
      await keys.goRound(dialogOn(page))
      await page.keyboard.press('Escape')
      await keys.isAt(opener)
    },
  }
}

async function byScreenReader(page: Page): Promise<Ways> {
  const pointer = byPointer(page)
  // A page may render in two steps.
  const expectSound = () => expect.poll(() => findTreeFaults(page), 'what is wrong with the tree').toEqual([])
  return {
    ...pointer,
    ...(await noteAnnouncements(page)),
    type: async (field, text) => {
      await field.click()
      await page.keyboard.press('Control+a')
      await typeByHand(page, text)
    },
    expectPage: async (heading) => {
      await pointer.expectPage(heading)
      await expectSound()
    },
    leaveDialog: async (opener) => {
      await expect(dialogOn(page)).toBeVisible()
      await expectSound()
      await pointer.leaveDialog(opener)
    },
  }
}

const WAYS = { pointer: byPointer, keys: byKeys, 'screen reader': byScreenReader } satisfies Record<
  Mode,
  (page: Page) => Ways | Promise<Ways>
>

/** Selects a tile for each step, from the products to the ticket of one of them. */
export async function pickTiles(hand: Hand, tiles: readonly RegExp[]): Promise<void> {
  for (const name of tiles) await hand.choose(hand.page.getByRole('button', { name }))
}

export const numberOn = ({ page, text }: Hand): Locator => page.getByLabel(text('ticket.mobileNumber'))

export const PINS = { Amal: '2580', Joseph: '7193', Hamad: '604918' }

export async function signInAs(hand: Hand, shop: Shop, name: keyof typeof PINS): Promise<void> {
  const { page, text } = hand
  await page.goto(shop.url)
  await hand.expectPage(text('signIn.title'))
  await hand.press(page.getByRole('button', { name: new RegExp(`^${name}`) }))
  await hand.expectFocus(page.getByLabel(text('signIn.pin'), { exact: true }))
  await typeByHand(page, PINS[name])
  await page.keyboard.press('Enter')
  if (name === 'Hamad') {
    await hand.expectPage(text('shell.today'))
    await openPage(hand, 'shell.sell')
  }
  await hand.expectPage(text('storefront.all'))
  await hand.expectFocus(numberOn(hand))
  hand.forget()
}

export const openPage = async (hand: Hand, id: MessageId): Promise<void> =>
  hand.press(
    hand.page
      .getByRole('navigation')
      .getByRole('link', { name: new RegExp(`^${hand.text(id)}`) })
      .first(),
  )

export async function chooseInMenu(hand: Hand, id: MessageId): Promise<void> {
  await hand.press(hand.page.getByRole('banner').locator('[aria-haspopup="menu"]'))
  await hand.expectFocus(hand.page.getByRole('menuitem').first())
  await hand.choose(hand.page.getByRole('menuitem', { name: hand.text(id) }))
}
