import { vi } from 'vitest'

// What the screen keeps for as long as the page lives, it keeps in its modules. Each file of a worker begins without: only the libraries stay.
vi.resetModules()
