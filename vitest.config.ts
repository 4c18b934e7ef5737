import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

import { configDefaults, defineConfig } from 'vitest/config'

import { compileMessages } from './src/browser/i18n/compile-messages-plugin.ts'

const BROWSER = 'tests/browser/**/*.test.{ts,tsx}'
/** Those of them that need a page say so in their first line. */
const PAGES = filesIn('tests/browser', /\.test\.tsx?$/, (text) => text.startsWith('// @vitest-environment jsdom'))
/** It kills the proxy for a minute and mostly waits, so it runs beside the others. */
const KILLS = ['tests/crash/crash.test.ts']
/** So do those that start and kill processes which share a journal in PostgreSQL, or wait until one takes the lease of another. */
const POSTGRES_KILLS = [
  'tests/{start,crash}/postgres*.test.ts',
  'tests/start/stop.test.ts',
  'tests/crash/{voucher,international}-after-kill.test.ts',
]
/** They measure work or time, and some take both processors: one after the other. */
const MEASURED = ['tests/security/{hostile-answers,wire-flood}.test.ts', 'tests/proxy/fuzz/large-answers.test.ts']
const PRINTER_DRIVER = fileURLToPath(
  new URL('node_modules/@point-of-sale/$1-receipt-printer/dist/$1-receipt-printer.esm.js', import.meta.url),
)

/** What the journal promises, whatever database it is in: these run on both. They open it with `tests/support/a-journal.ts`, or with what does. */
const JOURNAL = filesIn('tests/proxy', /^(journal|sales|staff|wallet|alerts)\/.*\.test\.ts$/, (text) =>
  /from '.*\/(a-journal|money-path|staff-store|an-alert-shop)\.ts'/.test(text),
)
/** What only PostgreSQL has; the rest of it kills. */
const POSTGRES = 'tests/proxy/journal/postgres*.test.ts'

export default defineConfig({
  plugins: [compileMessages()],
  resolve: {
    // They have exports for a browser only, and the search for the tests that a file can reach (`npm run check`) resolves as Node does.
    alias: [{ find: /^@point-of-sale\/(webbluetooth|webusb)-receipt-printer$/, replacement: PRINTER_DRIVER }],
  },
  test: {
    setupFiles: ['tests/support/setup.ts'],
    // For what hangs, not for what is slow: a busy machine is no fault of a test, and `npm test` lets most of them give way to others.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { poll: { interval: 10, timeout: 60_000 } },
    // Twice as many as there are processors: servers, timers and child processes leave each worker idle for a part of its time.
    maxWorkers: availableParallelism() * 2,
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
        test: { name: 'measured', include: MEASURED, setupFiles: ['tests/support/setup-answers.ts'] },
      },
      { extends: true, test: { name: 'kills', include: KILLS, setupFiles: ['tests/support/setup-answers.ts'] } },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, BROWSER, 'tests/**/postgres*.test.ts', ...KILLS, ...MEASURED],
          // Every answer of every server in these tests has to match the schema of its route.
          setupFiles: ['tests/support/setup-answers.ts'],
          // Below the screen no module keeps what a test did, so a worker reads the sources once and not for each file anew.
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...JOURNAL, POSTGRES],
          globalSetup: ['tests/support/start-postgres.ts'],
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres-kills',
          include: POSTGRES_KILLS,
          setupFiles: ['tests/support/setup-answers.ts'],
          globalSetup: ['tests/support/start-postgres.ts'],
          isolate: false,
        },
      },
    ],
  },
})

function filesIn(folder: string, name: RegExp, isWanted: (text: string) => boolean): string[] {
  return readdirSync(fileURLToPath(new URL(folder, import.meta.url)), { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file))
    .map((file) => `${folder}/${file}`)
    .filter((file) => isWanted(readFileSync(new URL(file, import.meta.url), 'utf8')))
}
