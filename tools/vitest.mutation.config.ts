import { defineConfig } from 'vitest/config'

import { mutatedGroup } from './mutate.ts'

/** The tests that look closely at one group of the money path. The long ones, of chance and of whole processes, would take a day. */
export default defineConfig({
  test: {
    include: mutatedGroup().tests,
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: 20_000,
  },
})
