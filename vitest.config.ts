import { fileURLToPath } from 'node:url'

import { configDefaults, defineConfig } from 'vitest/config'

import { compileMessages } from './src/browser/i18n/compile-messages-plugin.ts'

const SCREENS = 'tests/browser/**/*.test.{ts,tsx}'
/** They take both processors, and measure: one after the other. */
const PROCESSES = ['tests/crash/crash.test.ts', 'tests/security/wire-flood.test.ts']
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
    testTimeout: 20_000,
    // Every processor: the usual one less would leave half of a machine of two idle.
    maxWorkers: '100%',
    projects: [
      { extends: true, test: { name: 'screens', include: [SCREENS] } },
      { extends: true, test: { name: 'processes', include: PROCESSES } },
      {
        extends: true,
        test: {
          name: 'house',
          include: ['tests/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, SCREENS, ...PROCESSES],
          // Below the screen no module keeps what a test did, so a worker reads the sources once and not for each file anew.
          isolate: false,
        },
      },
    ],
  },
})
