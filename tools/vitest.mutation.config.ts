import { defineConfig } from 'vitest/config'

import { mutatedGroup } from './mutate.ts'

/** The long random and whole-process tests would take a day. */
export default defineConfig({
  test: {
    include: mutatedGroup().tests,
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: 20_000,
  },
})
