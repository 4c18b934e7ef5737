import type { Locator, Page } from 'playwright/test'

import { typeByHand } from './type-by-hand.ts'
import { expect } from './shop.ts'

/** More than any page of the till has places to stop at. */
const MAX_STOPS = 90
/** More tiles than a category of the practice shop has. */
const MAX_ARROWS = 60

/**
 * A person who uses nothing but a keyboard. Wherever the focus comes to a stop, it is on something with a name that is in sight, not covered
 * and marked; forward it goes through the page in its order, and down or to the end side of what is read.
 */
export type Keyboard = {
  /** Presses Tab until the control has the focus. */
  tabTo: (goal: Locator, way?: 'back') => Promise<void>
  /** The same, then Enter. */
  enter: (goal: Locator) => Promise<void>
  /** To the tiles of a page or a group of choices, and then by arrow keys to one of them. */
  arrowTo: (goal: Locator, key?: 'ArrowRight' | 'ArrowDown' | 'ArrowLeft' | 'ArrowUp') => Promise<void>
  /** Presses keys where the focus is. */
  press: (...keys: string[]) => Promise<void>
  type: (text: string) => Promise<void>
  /** Without a key: the focus came there by itself. */
  isAt: (place: Locator) => Promise<void>
  /** Inside the open dialog Tab goes round and never leaves it. */
  goRound: (dialog: Locator) => Promise<void>
}

export function keyboardOf(page: Page): Keyboard {
  const stop = async (): Promise<void> => {
    // Transitions and scrolling come to their end.
    await expect.poll(() => page.evaluate(findFaultOfStop), { timeout: 3_000 }).toBe('')
    await expect(page.locator(':focus')).toHaveAccessibleName(/\S/)
  }
  const hasFocus = (goal: Locator) => goal.evaluate((element) => element === document.activeElement)
  const describe = () => page.evaluate(() => document.activeElement?.outerHTML.slice(0, 160))

  const tabTo: Keyboard['tabTo'] = async (goal, way) => {
    await expect(goal).toBeVisible()
    const met: (string | undefined)[] = []
    for (let stops = 0; stops < MAX_STOPS; stops++) {
      if (await hasFocus(goal)) return
      await page.evaluate(markStop)
      await page.keyboard.press(way === 'back' ? 'Shift+Tab' : 'Tab')
      // From the last control to the browser's own, and in again at the first.
      if (await page.evaluate(() => document.activeElement === document.body)) continue
      await stop()
      if (way !== 'back') expect(await page.evaluate(findFaultOfOrder), 'the order of the stops').toBe('')
      met.push(await describe())
    }
    throw new Error(`Tab never came to ${goal.toString()}; it came to\n${met.join('\n')}`)
  }
  const isAt: Keyboard['isAt'] = async (place) => {
    await expect(place).toBeFocused()
    await stop()
  }
  return {
    tabTo,
    isAt,
    enter: async (goal) => {
      await tabTo(goal)
      // Some ignore what was meant for the page before.
      await expect(goal).not.toHaveAttribute('aria-busy', 'true')
      await page.keyboard.press('Enter')
    },
    arrowTo: async (goal, key = 'ArrowRight') => {
      await expect(goal).toBeVisible()
      for (let presses = 0; presses < MAX_ARROWS; presses++) {
        if (await hasFocus(goal)) return
        await page.keyboard.press(key)
        await stop()
      }
      throw new Error(`${key} never came to ${goal.toString()}; the focus is at ${await describe()}`)
    },
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key)
    },
    type: (text) => typeByHand(page, text),
    goRound: async (dialog) => {
      await expect(dialog).toBeVisible()
      const isInside = () => dialog.evaluate((box) => box.contains(document.activeElement))
      expect(await isInside(), 'the focus is in the dialog').toBe(true)
      const start = await describe()
      for (let stops = 0; stops < MAX_STOPS; stops++) {
        await page.keyboard.press('Tab')
        // Between the last control and the first one is the browser's own.
        if (await page.evaluate(() => document.activeElement === document.body)) continue
        expect(await isInside(), 'the focus is in the dialog').toBe(true)
        await stop()
        if ((await describe()) === start) return
      }
      throw new Error(`Tab never came round in ${dialog.toString()}`)
    },
  }
}

/** In the page. What is wrong with where the focus is; nothing when it is right. */
function findFaultOfStop(): string {
  const at = document.activeElement
  if (!(at instanceof HTMLElement) || at === document.body) return 'nothing has the focus'
  const name = at.outerHTML.slice(0, 200)
  // What is drawn of it: of an unseen input its label, of the link of a row all of the row.
  const drawn = at.matches('input') && at.labels?.[0]?.contains(at) ? at.labels[0] : at
  const { left, right, top, bottom } = drawn.getBoundingClientRect()
  if (right - left < 1 || bottom - top < 1) return `too small to be seen: ${name}`
  if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) return `outside of the window: ${name}`
  const isSeen = (x: number, y: number) => {
    const hit = document.elementFromPoint(x, y)
    return (
      hit !== null &&
      (drawn.contains(hit) || hit.contains(drawn) || hit.contains(at) || drawn.querySelector('input') === hit)
    )
  }
  const inside = (from: number, to: number, end: number) =>
    [0.1, 0.5, 0.9].map((part) => Math.min(Math.max(from + (to - from) * part, 0), end - 1))
  const spots = inside(left, right, innerWidth).flatMap((x) =>
    inside(top, bottom, innerHeight).map((y) => [x, y] as const),
  )
  if (!spots.some(([x, y]) => isSeen(x, y))) return `covered: ${name}`

  // A heading or a panel that the focus is led to can not be pressed, and needs no mark.
  const isPlace =
    at.tabIndex === -1 &&
    !at.matches(
      'button, a, input, select, textarea, [role=menuitem], [role=tab], [role=menuitemradio], [role=menuitemcheckbox]',
    )
  const isMarked = (style: CSSStyleDeclaration) =>
    (style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2) || style.boxShadow !== 'none'
  const around = [at, at.parentElement, at.parentElement?.parentElement, at.parentElement?.parentElement?.parentElement]
  const styles = around.flatMap((each, steps) => {
    // Boxes around it count only where they show that the focus is inside.
    if (!each || (steps > 0 && !each.matches(':focus-within'))) return []
    return [
      getComputedStyle(each),
      ...(steps === 0 ? [getComputedStyle(each, '::after'), getComputedStyle(each, '::before')] : []),
    ]
  })
  return isPlace || styles.some(isMarked) ? '' : `no mark of the focus: ${name}`
}

declare global {
  interface Window {
    lastStop?: {
      element: Element | null
      left: number
      right: number
      top: number
      bottom: number
      landmark: Element | null
    }
  }
}

/** In the page. Keeps where the focus is before it goes on. */
function markStop(): void {
  const element = document.activeElement === document.body ? null : document.activeElement
  const { left = 0, right = 0, top = 0, bottom = 0 } = element?.getBoundingClientRect() ?? {}
  const landmark = element?.closest('main, nav, header, aside, dialog, [role=dialog]') ?? null
  window.lastStop = { element, left, right, top, bottom, landmark }
}

/** In the page. Whether the next stop is behind the last one, in the page and for who reads it: below it, or beside it toward the end of the line. */
function findFaultOfOrder(): string {
  const before = window.lastStop
  const now = document.activeElement
  if (!before?.element?.isConnected || !now || now === before.element) return ''
  const dialog = [...document.querySelectorAll('dialog[open]')].at(-1)
  const isRound = (before.element.compareDocumentPosition(now) & Node.DOCUMENT_POSITION_PRECEDING) !== 0
  // Round from the last one to the first one of the page or dialog.
  if (isRound) return ''
  const landmark = now.closest('main, nav, header, aside, dialog, [role=dialog]')
  if (landmark !== before.landmark || dialog?.contains(now) !== dialog?.contains(before.element)) return ''
  const { left, right, bottom } = now.getBoundingClientRect()
  const isRtl = getComputedStyle(now).direction === 'rtl'
  const isAbove = bottom <= Math.min(before.top, before.bottom) + 1
  const isBeside = isRtl ? right <= before.left + 1 : left >= before.right - 1
  // A part that scrolled has moved what was before.
  const was = before.element.getBoundingClientRect()
  if (Math.abs(was.top - before.top) > 1) return ''
  return isAbove && !isBeside ? `${now.outerHTML.slice(0, 160)} is above ${before.element.outerHTML.slice(0, 160)}` : ''
}
