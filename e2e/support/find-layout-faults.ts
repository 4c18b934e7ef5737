import type { Locator, Page } from 'playwright/test'

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

const MAX_LOOKS = 100

/**
 * Returns one message for each element of the page that is cut off, overlaps, cannot be reached or is too small for a
 * finger. `action` is the page's main button, which must be visible without scrolling.
 */
export async function findLayoutFaults(page: Page, action?: Locator): Promise<string[]> {
  return findLasting(async () => {
    const faults = await page.evaluate(
      measureLayout,
      MAY_SHORTEN.map(({ selector }) => selector),
    )
    return action ? [...faults, ...(await action.evaluateAll(findOutOfSight))] : faults
  })
}

/**
 * A page may render in several steps, so only what is still found after the last of many looks is a fault. They are
 * counted, because each takes as long as the page needs to paint.
 */
export async function findLasting(find: () => Promise<string[]>): Promise<string[]> {
  let found = await find()
  for (let looks = 1; found.length > 0 && looks < MAX_LOOKS; looks++) found = await find()
  return found
}

function findOutOfSight(found: Element[]): string[] {
  const [action] = found
  if (!action || found.length > 1) return [`there are ${found.length} actions instead of one`]
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
