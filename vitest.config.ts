import { defineConfig } from 'vitest/config'

import { compileMessages } from './src/browser/i18n/compile-messages-plugin.ts'

export default defineConfig({
  plugins: [compileMessages()],
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: 20_000,
  },
})
