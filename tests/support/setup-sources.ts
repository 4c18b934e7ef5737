import { vi } from 'vitest'

// Modules store the state that lasts as long as the page. Each test file of a worker starts with fresh modules; only
// libraries are reused.
vi.resetModules()
