import fc from 'fast-check'
import { afterEach, beforeEach, expect, vi } from 'vitest'

import { atLevel } from './level.ts'

// At the quick level a property that does not set its runs has fewer than the usual hundred.
fc.configureGlobal({ numRuns: atLevel(30, 100) })

// An unexpected console.error is an unnoticed fault, so it fails the test.
let errors: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  errors = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  const calls = errors.mock.calls
  errors.mockRestore()
  expect(calls, 'console.error was called').toEqual([])
})
