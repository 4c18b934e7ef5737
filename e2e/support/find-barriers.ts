import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright/test'

/** By which a reader finds the main part, and only that. */
const LANDMARKS = {
  'landmark-main-is-top-level': { enabled: true },
  'landmark-no-duplicate-main': { enabled: true },
  'landmark-one-main': { enabled: true },
  'landmark-complementary-is-top-level': { enabled: true },
}

/** WCAG 2.2 AA and its landmarks, as far as a machine can tell. */
export async function findBarriers(page: Page): Promise<string[]> {
  // A colour on its way to another one is no barrier.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const { violations } = await new AxeBuilder({ page })
    .options({ rules: LANDMARKS, resultTypes: ['violations'] })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
    // In the page itself: it has no frames of other origins, and a second page for each look would take longer than the look.
    .setLegacyMode(true)
    .analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${String(target)}`))
}
