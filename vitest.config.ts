import { readdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { fileURLToPath } from 'node:url'

import { configDefaults, defineConfig } from 'vitest/config'

import { compileMessages } from './tools/compile-messages.ts'

const BROWSER = 'tests/browser/**/*.test.{ts,tsx}'
/** Tests that need a page say so in their first line. */
const PAGES = filesIn('tests/browser', /\.test\.tsx?$/, (text) => text.startsWith('// @vitest-environment happy-dom'))
/** Tests that measure time: in separate files, or beside others. */
const MEASURED_PAGES = 'tests/**/*.measured.test.ts'
const MEASURED = filesIn('tests', /\.test\.ts$/, (text) => /[mM]easuring\b.* from '.*\/level\.ts'/.test(text))
const PRINTER_DRIVER = fileURLToPath(
  new URL('node_modules/@point-of-sale/$1-receipt-printer/dist/$1-receipt-printer.esm.js', import.meta.url),
)

/** PostgreSQL only: leases, and several processes on one journal, with kills. */
const POSTGRES = 'tests/**/postgres*.test.ts'
/**
 * The journal's guarantees on every database. These open it through `tests/support/a-journal.ts`, on a file in the project `node` and on PostgreSQL
 * in the project `postgres`: always those of single tables and lists, and in `npm run test:all` also what is built on them. Commands and the board
 * read the file itself.
 */
const JOURNAL = filesIn(
  'tests',
  process.env['TEST_LEVEL'] === 'all'
    ? /^(server\/(?!account|canary|cli)\w.*|start\/stop|deploy\/upgrade|crash\/.*-after-kill)\.test\.ts$/
    : /^server\/(.*\/(.*-)?store|sales-list\/list|sales\/limit-usage|reports\/report-sales|database\/totals)\.test\.ts$/,
  (text) => /from '.*\/(a-journal|money-path|staff-store|an-alert-shop|real-till)\.ts'/.test(text),
)

export default defineConfig({
  plugins: [compileMessages()],
  resolve: {
    // They have exports for a browser only, and the search for related tests (`npm run check`) resolves as Node does.
    alias: [{ find: /^@point-of-sale\/(webbluetooth|webusb)-receipt-printer$/, replacement: PRINTER_DRIVER }],
  },
  test: {
    setupFiles: ['tests/support/setup.ts'],
    // For tests that hang, not for slow ones.
    testTimeout: 600_000,
    hookTimeout: 600_000,
    expect: { poll: { interval: 10, timeout: 300_000 } },
    maxWorkers: availableParallelism(),
    // A worker loads the sources once, not for each file: no module below the screen keeps state of a test.
    isolate: false,
    projects: [
      {
        extends: true,
        test: {
          name: 'pages',
          include: PAGES,
          exclude: [...configDefaults.exclude, MEASURED_PAGES],
          // Give each file a clean page and new sources.
          setupFiles: ['tests/support/setup-sources.ts', 'tests/support/setup-page.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'units',
          include: [BROWSER],
          exclude: [...configDefaults.exclude, ...PAGES, MEASURED_PAGES],
          setupFiles: ['tests/support/setup-sources.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'node',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, BROWSER, POSTGRES],
          // Checks every server answer in these tests against the schema of its route.
          setupFiles: ['tests/support/setup-answers.ts'],
        },
      },
      // `npm run test:all` runs these last, one file after the other.
      {
        extends: true,
        test: {
          name: 'measured-pages',
          include: [MEASURED_PAGES],
          env: { TEST_LEVEL: 'measure' },
          setupFiles: ['tests/support/setup-sources.ts', 'tests/support/setup-page.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'measured',
          include: MEASURED,
          exclude: [...configDefaults.exclude, MEASURED_PAGES],
          env: { TEST_LEVEL: 'measure' },
          setupFiles: ['tests/support/setup-answers.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'postgres',
          include: [...JOURNAL, POSTGRES],
          setupFiles: ['tests/support/setup-answers.ts'],
          globalSetup: ['tests/support/start-postgres.ts'],
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
