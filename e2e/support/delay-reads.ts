import type { Page } from 'playwright/test'

const READS = /\/api\/sales(\/\w+)?(\?|$)/

type DelayedReads = { release: () => Promise<void> }

/**
 * Holds back reads of a sale until they are released, so that the answer of the last step stays on the screen, however
 * fast the provider completes it. Reads are held from the first one, or from the moment at which `isDue` returns true.
 */
export async function delayReads(page: Page, isDue: () => boolean = () => true): Promise<DelayedReads> {
  let end = () => {}
  const isOver = new Promise<void>((resolve) => (end = resolve))
  await page.route(READS, async (route) => {
    if (route.request().method() === 'GET' && isDue()) await isOver
    await route.fallback()
  })
  return {
    release: async () => {
      end()
      await page.unroute(READS)
    },
  }
}
