import type { Locator, Page } from 'playwright/test'

import { typeByHand } from './type-by-hand.ts'
import { expect } from './shop.ts'

/** More than any page of the till has places to stop at, and tiles in a category. */
const MAX_STOPS = 90
/** An Enter so soon after a sign presses no button. */
const SCAN_MS = 300

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
  let typedAt = -Infinity
  /** Looks at where the focus is, and says whether that is the goal, or is inside of it. */
  const look = async (goal: Locator) => {
    let stop = await goal.evaluate(lookAtStop)
    // Transitions and scrolling come to their end.
    if (stop.fault !== '') {
      const isRight = expect.poll(async () => (stop = await goal.evaluate(lookAtStop)).fault, { timeout: 3_000 })
      await isRight.toBe('')
    }
    if (stop.needsName) await expect(page.locator(':focus')).toHaveAccessibleName(/\S/)
    return stop
  }
  /** Presses one key again and again until the goal has the focus. */
  const pressTo = async (key: string, goal: Locator): Promise<void> => {
    await expect(goal).toBeVisible()
    const isForward = key === 'Tab'
    let stop = await goal.evaluate(lookAtStop)
    const met: string[] = []
    for (let presses = 0; presses < MAX_STOPS; presses++) {
      if (stop.isGoal) return
      await page.keyboard.press(key)
      stop = await look(goal)
      if (isForward) expect(stop.orderFault, 'the order of the stops').toBe('')
      met.push(stop.is)
    }
    throw new Error(`${key} never came to ${goal.toString()}; it came to\n${met.join('\n')}`)
  }
  const tabTo: Keyboard['tabTo'] = (goal, way) => pressTo(way === 'back' ? 'Shift+Tab' : 'Tab', goal)
  return {
    tabTo,
    arrowTo: (goal, key = 'ArrowRight') => pressTo(key, goal),
    isAt: async (place) => {
      await expect(place).toBeFocused()
      await look(place)
    },
    enter: async (goal) => {
      await tabTo(goal)
      // Some ignore what was meant for the page before.
      await expect(goal).not.toHaveAttribute('aria-busy', 'true')
      // A hand is not as fast from the last sign to here, and the till takes what is for the end of a scan (`scan-guard.ts`).
      await expect.poll(() => Date.now() - typedAt).toBeGreaterThan(SCAN_MS)
      await page.keyboard.press('Enter')
    },
    press: async (...keys) => {
      for (const key of keys) await page.keyboard.press(key)
    },
    type: async (text) => {
      await typeByHand(page, text)
      typedAt = Date.now()
    },
    goRound: async (dialog) => {
      await expect(dialog).toBeVisible()
      const start = await look(dialog)
      expect(start.isInside, `the focus is in the dialog, not at ${start.is}`).toBe(true)
      for (let presses = 0; presses < MAX_STOPS; presses++) {
        await page.keyboard.press('Tab')
        const stop = await look(dialog)
        // Between the last control and the first one are those of the browser.
        expect(stop.isInside || stop.isNowhere, `the focus is in the dialog, not at ${stop.is}`).toBe(true)
        if (stop.is === start.is) return
      }
      throw new Error(`Tab never came round in ${dialog.toString()}`)
    },
  }
}

type Box = { left: number; right: number; top: number; bottom: number }
type Stop = {
  isGoal: boolean
  isInside: boolean
  /** At the controls of the browser, from which the next Tab leads into the page. */
  isNowhere: boolean
  /** What is wrong with where the focus is, and with how it came there from the last stop. */
  fault: string
  orderFault: string
  needsName: boolean
  is: string
}

declare global {
  interface Window {
    lastStop?: { element: Element; box: Box }
  }
}

/** In the page. */
function lookAtStop(goal: Element): Stop {
  const at = document.activeElement
  const is = at?.outerHTML.slice(0, 160) ?? ''
  const before = window.lastStop
  const stop = {
    isGoal: at === goal,
    isInside: goal.contains(at),
    isNowhere: false,
    fault: '',
    orderFault: '',
    needsName: false,
    is,
  }
  if (!(at instanceof HTMLElement) || at === document.body) {
    delete window.lastStop
    return { ...stop, isNowhere: true }
  }
  const boxOf = (element: Element): Box => {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    return { left, right, top, bottom }
  }
  window.lastStop = { element: at, box: boxOf(at) }

  // What is drawn of it: of an unseen input its label.
  const label = at instanceof HTMLInputElement ? at.labels?.[0] : undefined
  const drawn = label?.contains(at) ? label : at
  const findFault = (): string => {
    const { left, right, top, bottom } = boxOf(drawn)
    if (right - left < 1 || bottom - top < 1) return 'too small to be seen'
    if (bottom <= 0 || top >= innerHeight || right <= 0 || left >= innerWidth) return 'outside of the window'
    const spots = (from: number, to: number, end: number) =>
      [0.1, 0.5, 0.9].map((part) => Math.min(Math.max(from + (to - from) * part, 0), end - 1))
    const isSeen = spots(left, right, innerWidth).some((x) =>
      spots(top, bottom, innerHeight).some((y) => {
        const hit = document.elementFromPoint(x, y)
        return hit !== null && (drawn.contains(hit) || hit.contains(drawn))
      }),
    )
    if (!isSeen) return 'covered'
    // A heading or a panel that the focus is led to cannot be pressed, and needs no mark.
    const isControl = at.tabIndex >= 0 || at.matches('button, a, input, [role^=menuitem], [role=tab]')
    const isMarked = ({ outlineStyle, outlineWidth, boxShadow }: CSSStyleDeclaration) =>
      (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'
    const styles = [getComputedStyle(at), getComputedStyle(at, '::after')]
    // The box around an input shows that the focus is inside.
    for (let box = at.parentElement, up = 0; box && up < 3; box = box.parentElement, up++)
      styles.push(getComputedStyle(box))
    return isControl && !styles.some(isMarked) ? 'not marked' : ''
  }
  const findOrderFault = (): string => {
    if (!before?.element.isConnected || before.element === at) return ''
    // Round from the last one to the first one of the page or dialog.
    if (before.element.compareDocumentPosition(at) & Node.DOCUMENT_POSITION_PRECEDING) return ''
    const PARTS = 'main, nav, header, aside, dialog, [role=dialog]'
    if (at.closest(PARTS) !== before.element.closest(PARTS)) return ''
    const was = boxOf(before.element)
    const now = boxOf(at)
    const isRtl = getComputedStyle(at).direction === 'rtl'
    const isBeside = isRtl ? now.right <= was.left + 1 : now.left >= was.right - 1
    return now.bottom <= was.top + 1 && !isBeside ? `above ${before.element.outerHTML.slice(0, 160)}` : ''
  }
  const found = findFault()
  const orderFault = findOrderFault()
  return {
    ...stop,
    fault: found && `${found}: ${is}`,
    orderFault: orderFault && `${is} is ${orderFault}`,
    // A name of its own is seen here at once; what else names it, Playwright finds out.
    needsName: !at.ariaLabel?.trim() && !(at.matches('button, a, h1, h2') && at.innerText.trim()),
  }
}
