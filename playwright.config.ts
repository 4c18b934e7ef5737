import { defineConfig } from 'playwright/test'

import { CHROMIUM_FLAGS, findSystemChromium } from './tools/find-chromium.ts'

const executablePath = findSystemChromium()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/support/build-first.ts',
  // Without the project's name, because only one project compares pictures.
  snapshotPathTemplate: '{testDir}/{testFilePath}-snapshots/{arg}-{platform}{ext}',
  // One per processor. One more made two processors a sixth slower.
  workers: '100%',
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // Long enough for a busy machine. A failing test takes as long.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  // `npm test` runs the first. Variants of other flows are tagged @long: `npm run test:flows` runs all flows. The walk through all pages at all sizes
  // is `npm run test:sizes`.
  projects: [
    { name: 'flows', grepInvert: /@long|@sizes/ },
    { name: 'long', grep: /@long/ },
    // A stop that cannot be reached must not keep the others from being checked.
    { name: 'sizes', grep: /@sizes/, timeout: 900_000, use: { actionTimeout: 60_000 } },
  ],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Asia/Dubai',
    // A service worker would bypass the responses that tests mock.
    serviceWorkers: 'block',
    // A trace adds a quarter to the time of each test, even if it passes: `npx playwright test --trace on e2e/x.test.ts` makes one.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      // Chromium's headless shell would hint glyphs; Chromium itself does not.
      args: [...CHROMIUM_FLAGS, '--font-render-hinting=none'],
      ...(executablePath && { executablePath }),
    },
  },
})
