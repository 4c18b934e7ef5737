import { vi } from 'vitest'

// State that lasts as long as the page is stored in its modules. Each test file of a worker starts with fresh ones;
// only libraries are reused.
vi.resetModules()
