import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

import { configDefaults, defineConfig } from 'vitest/config'

import { compileMessages } from './src/browser/i18n/compile-messages-plugin.ts'

const BROWSER = 'tests/browser/**/*.test.{ts,tsx}'
/** Those of them that need a page say so in their first line. */
const PAGES = readdirSync(fileURLToPath(new URL('tests/browser', import.meta.url)), {
  recursive: true,
  encoding: 'utf8',
})
  .filter((file) => /\.test\.tsx?$/.test(file))
  .map((file) => `tests/browser/${file}`)
  .filter((file) => readFileSync(new URL(file, import.meta.url), 'utf8').startsWith('// @vitest-environment jsdom'))
/** It kills the proxy for a minute and mostly waits, so it runs beside the others. */
const KILLS = ['tests/crash/crash.test.ts']
/** They take both processors, and some measure time: one after the other. */
const PROCESSES = ['tests/security/hostile-answers.test.ts', 'tests/security/wire-flood.test.ts']
const PRINTER_DRIVER = fileURLToPath(
  new URL('node_modules/@point-of-sale/$1-receipt-printer/dist/$1-receipt-printer.esm.js', import.meta.url),
)

export default defineConfig({
  plugins: [compileMessages()],
  resolve: {
    // They have exports for a browser only, and the search for the tests that a file can reach (`npm run check`) resolves as Node does.
    alias: [{ find: /^@point-of-sale\/(webbluetooth|webusb)-receipt-printer$/, replacement: PRINTER_DRIVER }],
  },
  test: {
    setupFiles: ['tests/support/setup.ts'],
    // For what hangs, not for what is slow: a busy machine is no fault of a test.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { interval: 10, timeout: 30_000 } },
    // Half as many again as there are processors: servers, timers and child processes leave each worker idle for a third of its time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    projects: [
      {
        extends: true,
        test: {
          name: 'pages',
          include: PAGES,
          setupFiles: ['tests/support/setup-sources.ts', 'tests/support/setup-page.ts'],
          // A worker makes one page and reads the libraries once; these give each file a clean page, and the sources anew.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'units',
          include: [BROWSER],
          exclude: [...configDefaults.exclude, ...PAGES],
          setupFiles: ['tests/support/setup-sources.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: { name: 'processes', include: PROCESSES, setupFiles: ['tests/support/setup-answers.ts'] },
      },
      { extends: true, test: { name: 'kills', include: KILLS, setupFiles: ['tests/support/setup-answers.ts'] } },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, BROWSER, ...KILLS, ...PROCESSES],
          // Every answer of every server in these tests has to match the schema of its route.
          setupFiles: ['tests/support/setup-answers.ts'],
          // Below the screen no module keeps what a test did, so a worker reads the sources once and not for each file anew.
          isolate: false,
        },
      },
    ],
  },
})
