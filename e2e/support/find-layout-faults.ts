import { expect, type Locator, type Page } from 'playwright/test'

import { measureLayout } from './measure-layout.ts'

/** Roles whose long names may end in an ellipsis. Amounts, codes and numbers never may, wherever they are. */
const MAY_SHORTEN = [
  {
    where: 'a tile: its name and the line below have one line each',
    selector: 'main button, [role=listbox] [role=option]',
  },
  { where: 'a row of a list: the name takes what is left', selector: 'td, th, [role=row]' },
  { where: 'the status bar: the name of the shop and of its till', selector: 'header' },
]

/**
 * Returns one message for each element of the page that is cut off, overlaps, cannot be reached or is too small for a
 * finger. `action` is the page's main button, which must be visible without scrolling.
 */
export async function findLayoutFaults(page: Page, action?: Locator): Promise<string[]> {
  const measure = async () => {
    await settle(page)
    const faults = await page.evaluate(
      measureLayout,
      MAY_SHORTEN.map(({ selector }) => selector),
    )
    if (action && (await action.count()) !== 1) faults.push(`there are ${await action.count()} of ${String(action)}`)
    else if (action) faults.push(...(await action.evaluate(findOutOfSight)))
    return faults
  }
  let faults = await measure()
  if (faults.length > 0) {
    // Layouts may render after the first paint.
    const isSound = expect.poll(async () => (faults = await measure()).length).toBe(0)
    // The caller reports each fault by name.
    await isSound.catch(() => {})
  }
  return faults
}

/** Waits until fonts are loaded, transitions have ended, and the page is painted. */
const settle = (page: Page): Promise<void> =>
  page.evaluate(async () => {
    await document.fonts.ready
    const moving = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(moving.map(({ finished }) => finished))
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  })

function findOutOfSight(action: Element): string[] {
  const { left, right, top, bottom } = action.getBoundingClientRect()
  const name = `the action “${action.textContent?.trim() ?? ''}”`
  if (left < -1 || top < -1 || right > innerWidth + 1 || bottom > innerHeight + 1) {
    return [`${name} is not in sight: ${Math.round(top)} to ${Math.round(bottom)} of ${innerHeight} px`]
  }
  const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
  return hit && action.contains(hit)
    ? []
    : [`${name} is covered by ${hit?.textContent?.trim().slice(0, 40) ?? 'nothing'}`]
}
