import type { Locator, Page } from 'playwright/test'

import { ARMED_MS, expect, pass } from './shop.ts'

/** More stops than any page of the till has, and more tiles than a category has. */
const MAX_STOPS = 90

/**
 * A person who uses only a keyboard. Wherever the focus stops, it is on an element with a name that is visible, not
 * covered and marked. Forward, the focus moves through the page in reading order, which is down or toward the end side.
 */
export type Keyboard = {
  /** Reaches the control with Tab, and within a group of choices with the arrow keys. */
  goTo: (goal: Locator) => Promise<void>
  press: (goal: Locator) => Promise<void>
  /** Expects the focus here without a key press: it moved there automatically. */
  isAt: (place: Locator) => Promise<void>
  goRound: (dialog: Locator) => Promise<void>
}

export function keyboardOf(page: Page): Keyboard {
  /** Checks the current focus, and returns whether it is the goal or inside it. */
  const look = async (lookAgain: () => Promise<Stop>) => {
    let stop = await lookAgain()
    if (stop.fault !== '') await expect.poll(async () => (stop = await lookAgain()).fault).toBe('')
    if (stop.needsName) await expect(page.locator(':focus')).toHaveAccessibleName(/\S/)
    return stop
  }
  const pressTo = async (key: string, lookAgain: () => Promise<Stop>): Promise<void> => {
    let stop = await lookAgain()
    const met: string[] = []
    for (let presses = 0; presses < MAX_STOPS; presses++) {
      if (stop.isGoal) return
      await page.keyboard.press(key)
      stop = await look(lookAgain)
      if (key === 'Tab') expect(stop.orderFault, 'the order of the stops').toBe('')
      met.push(stop.is)
    }
    throw new Error(`${key} never came to the goal; it came to\n${met.join('\n')}`)
  }
  const goTo: Keyboard['goTo'] = async (goal) => {
    await expect(goal).toBeVisible()
    const entry = await goal.evaluateHandle(findEntry)
    await pressTo(await entry.evaluate(wayTo), () => entry.evaluate(lookAtStop))
    await pressTo(await goal.evaluate(arrowTo), () => goal.evaluate(lookAtStop))
  }
  return {
    goTo,
    isAt: async (place) => {
      await expect(place).toBeFocused()
      await look(() => place.evaluate(lookAtStop))
    },
    press: async (goal) => {
      await goTo(goal)
      // Buttons that move money ignore presses at first, and so does the till right after a sign-in.
      await pass(page, ARMED_MS)
      await expect(goal).not.toHaveAttribute('aria-busy', 'true')
      await expect(goal).not.toHaveAttribute('aria-disabled', 'true')
      await page.keyboard.press('Enter')
    },
    goRound: async (dialog) => {
      await expect(dialog).toBeVisible()
      const start = await look(() => dialog.evaluate(lookAtStop))
      expect(start.isInside, `the focus is in the dialog, not at ${start.is}`).toBe(true)
      for (let presses = 0; presses < MAX_STOPS; presses++) {
        await page.keyboard.press('Tab')
        const stop = await look(() => dialog.evaluate(lookAtStop))
        // Between the last control and the first one, Tab passes the browser's own controls.
        expect(stop.isInside || stop.isNowhere, `the focus is in the dialog, not at ${stop.is}`).toBe(true)
        if (stop.is === start.is) return
      }
      throw new Error(`Tab never came round in ${dialog.toString()}`)
    },
  }
}

/**
 * Runs in the page. Returns the element where Tab enters: it stops at only one of the tiles of a page, and of tabs,
 * radio buttons and menu items.
 */
function findEntry(goal: Element): Element {
  if (goal instanceof HTMLInputElement && goal.type === 'radio') {
    const all = [...document.querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(
      ({ name, form }) => name === goal.name && form === goal.form,
    )
    return all.find(({ checked }) => checked) ?? all.find((each) => each === document.activeElement) ?? goal
  }
  if (!(goal instanceof HTMLElement) || goal.tabIndex >= 0) return goal
  for (let group = goal.parentElement; group; group = group.parentElement) {
    const entry = group.querySelector('button[tabindex="0"], a[tabindex="0"], [role][tabindex="0"]')
    if (entry) return entry
    if (group.getAttribute('role') === 'menu' && group.contains(document.activeElement)) return document.activeElement!
  }
  return goal
}

const wayTo = (goal: Element): string => {
  const at = document.activeElement
  const isBehind = at && at !== document.body && at.compareDocumentPosition(goal) & Node.DOCUMENT_POSITION_PRECEDING
  return isBehind ? 'Shift+Tab' : 'Tab'
}

const arrowTo = (goal: Element): string => {
  const isBefore = (document.activeElement?.compareDocumentPosition(goal) ?? 0) & Node.DOCUMENT_POSITION_PRECEDING
  if (goal.matches('[role^=menuitem], input[type=radio]')) return isBefore ? 'ArrowUp' : 'ArrowDown'
  return isBefore === (getComputedStyle(goal).direction === 'rtl' ? 0 : 2) ? 'ArrowLeft' : 'ArrowRight'
}

type Box = { left: number; right: number; top: number; bottom: number }
type Stop = {
  isGoal: boolean
  isInside: boolean
  /** The focus is at the browser's own controls, from which the next Tab leads into the page. */
  isNowhere: boolean
  /** What is wrong with the place of the focus, and with its move from the previous stop. */
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
    // A heading or a panel that receives the focus cannot be pressed, and needs no mark.
    const isControl = at.tabIndex >= 0 || at.matches('button, a, input, [role^=menuitem], [role=tab]')
    const isMarked = ({ outlineStyle, outlineWidth, boxShadow }: CSSStyleDeclaration) =>
      (outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2) || boxShadow !== 'none'
    const styles = [getComputedStyle(at), getComputedStyle(at, '::after')]
    for (let box = at.parentElement, up = 0; box && up < 3; box = box.parentElement, up++)
      styles.push(getComputedStyle(box))
    return isControl && !styles.some(isMarked) ? 'not marked' : ''
  }
  const findOrderFault = (): string => {
    if (!before?.element.isConnected || before.element === at) return ''
    // The focus moved from the last element to the first one of the page or dialog.
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
    // An explicit name can be read here; Playwright finds the other kinds of names.
    needsName: !at.ariaLabel?.trim() && !(at.matches('button, a, h1, h2') && at.innerText.trim()),
  }
}
