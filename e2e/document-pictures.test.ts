import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { expect, test as base } from 'playwright/test'
import { build } from 'vite'

import { sampleDocuments } from './support/sample-documents.ts'

const ORIGIN = 'http://papers.invalid'
/** Other Chromium versions draw edges slightly differently. */
const LIKE = { maxDiffPixelRatio: 0.02 }
const MM_25 = (25 * 96) / 25.4

/** The documents alone, built from the sources: comparing them needs no till and no sale. */
const test = base.extend<{ harness: string }>({
  // oxlint-disable-next-line no-empty-pattern
  harness: async ({}, use) => {
    const folder = await mkdtemp(join(tmpdir(), 'toptill-papers-'))
    await build({
      configFile: false,
      logLevel: 'error',
      plugins: [react(), tailwindcss()],
      build: { outDir: folder, emptyOutDir: true, rolldownOptions: { input: resolve('e2e/support/documents.html') } },
    })
    await use(folder)
    await rm(folder, { recursive: true, force: true })
  },
  page: async ({ page, harness }, use) => {
    await page.route(`${ORIGIN}/**`, (route) => {
      const { pathname } = new URL(route.request().url())
      return route.fulfill({ path: join(harness, pathname === '/' ? 'e2e/support/documents.html' : pathname) })
    })
    await page.goto(ORIGIN)
    await page.waitForFunction(() => 'papers' in window)
    await use(page)
  },
})

const PAPERS = Object.keys(sampleDocuments).flatMap((name) => ([58, 80] as const).map((width) => ({ name, width })))

test('every document looks right at both widths: on the screen, printed by the browser, and from a receipt printer @long', async ({
  page,
}) => {
  for (const { name, width } of PAPERS) {
    await page.evaluate(([paper, mm]) => window.papers.show(paper, mm), [name, width] as const)
    const paper = page.getByRole('region', { name: 'Paper' })
    const isClipped = await paper.evaluate((element) =>
      [...element.querySelectorAll('p, div, span, bdi')].some(
        (each) => each.scrollWidth > each.clientWidth + 1 && each.clientWidth > 0,
      ),
    )
    expect.soft(isClipped, `${name} at ${width} mm is cut`).toBe(false)
    for (const path of await paper.locator('svg path').all()) {
      expect.soft((await path.boundingBox())?.width, name).toBeGreaterThanOrEqual(MM_25)
    }
    await expect.soft(paper).toHaveScreenshot(`${name}-${width}.png`, LIKE)
    await page.evaluate(([paper, mm]) => window.papers.print(paper, mm), [name, width] as const)
    await expect.soft(page.getByRole('img', { name: 'Roll' })).toHaveScreenshot(`${name}-${width}-roll.png`, LIKE)
  }
})
