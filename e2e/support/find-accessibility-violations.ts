import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

import type axe from 'axe-core'
import type { RunOptions } from 'axe-core'
import type { Page } from 'playwright/test'

/** The part of the package that finds violations; otherwise every page would load all of it. */
const SOURCE = readFileSync(resolve('node_modules/axe-core/axe.min.js'), 'utf8')

declare global {
  interface Window {
    axe: typeof axe
  }
}

/** WCAG 2.2 AA, and the landmarks by which a screen reader finds the main part. */
const OPTIONS: RunOptions = {
  runOnly: { type: 'tag', values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] },
  rules: {
    'landmark-main-is-top-level': { enabled: true },
    'landmark-no-duplicate-main': { enabled: true },
    'landmark-one-main': { enabled: true },
    'landmark-complementary-is-top-level': { enabled: true },
  },
  resultTypes: ['violations'],
  // Axe would load media and style sheets first, but no page has media, and no rule here reads style sheets.
  preload: false,
  elementRef: true,
}

const COLORS: RunOptions = { ...OPTIONS, runOnly: { type: 'rule', values: ['color-contrast'] }, rules: {} }

/**
 * WCAG 2.2 AA and its landmarks, as far as a machine can check; or, with `colors`, only the contrast of the current
 * colors.
 */
export async function findAccessibilityViolations(page: Page, rules: 'all' | 'colors' = 'all'): Promise<string[]> {
  // The source is loaded once per page, and only the findings are returned, which takes a third of the time of the
  // package's runner, which supports frames of other origins.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(SOURCE)
  return await page.evaluate(
    async (options) => {
      const { violations } = await window.axe.run(document, options)
      const found: string[] = []
      for (const { id, nodes } of violations)
        for (const { target, element } of nodes) {
          if (id === 'target-size' && element) {
            // What a bar covers in part is measured again where all of it is visible.
            element.scrollIntoView({ block: 'center' })
            const again = await window.axe.run(document, { runOnly: { type: 'rule', values: [id] }, elementRef: true })
            if (!again.violations.some((each) => each.nodes.some((node) => node.element === element))) continue
          }
          found.push(`${id}: ${String(target)}`)
        }
      return found
    },
    rules === 'all' ? OPTIONS : COLORS,
  )
}
