import { defineConfig } from 'vitest/config'

import { mutatedGroup } from './mutate.ts'

/** Leaves out the long random tests and the tests of whole processes, which would take a day. */
export default defineConfig({
  test: {
    include: mutatedGroup().tests,
    setupFiles: ['tests/support/setup.ts'],
    testTimeout: 20_000,
  },
})
