import { afterEach, beforeEach, expect, vi } from 'vitest'

// An unexpected console.error is a fault that nobody has noticed, so it fails the test.
let errors: ReturnType<typeof vi.spyOn>
beforeEach(() => {
  errors = vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  const calls = errors.mock.calls
  errors.mockRestore()
  expect(calls, 'console.error was called').toEqual([])
})
