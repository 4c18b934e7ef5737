import { defineConfig } from 'playwright/test'

import { CHROMIUM_FLAGS, findSystemChromium } from './tools/find-chromium.ts'

const executablePath = findSystemChromium()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/support/build-first.ts',
  // Without the name of the project: only one of them looks at pictures.
  snapshotPathTemplate: '{testDir}/{testFilePath}-snapshots/{arg}-{platform}{ext}',
  // One for each processor. With one more, two processors took a sixth longer.
  workers: '100%',
  fullyParallel: true,
  retries: 0,
  forbidOnly: true,
  // However busy the machine is. A test that fails takes as long.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: 'list',
  // `npm test` runs the first. Flows that vary another one are tagged @long: `npm run test:flows` runs all flows. The walk through all pages at
  // all sizes is `npm run test:sizes`.
  projects: [
    { name: 'flows', grepInvert: /@long|@sizes/ },
    { name: 'long', grep: /@long/ },
    { name: 'sizes', grep: /@sizes/, timeout: 900_000 },
  ],
  use: {
    browserName: 'chromium',
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
    timezoneId: 'Asia/Dubai',
    // What a test answers in place of the till would pass it by.
    serviceWorkers: 'block',
    // A trace takes a quarter of the time of each test, also of those that pass: `npx playwright test --trace on e2e/x.test.ts` makes one.
    contextOptions: { reducedMotion: 'reduce' },
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      // The shell of Chromium would fit letters to the dots, Chromium itself does not.
      args: [...CHROMIUM_FLAGS, '--font-render-hinting=none'],
      ...(executablePath && { executablePath }),
    },
  },
})
