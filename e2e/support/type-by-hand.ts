import type { Page } from 'playwright/test'

/** Faster, six signs and an Enter would be a barcode: a script types in bursts, as the machine has time. */
const A_KEY_MS = 60

/** Types where the focus is, key by key, as a hand does. */
export const typeByHand = (page: Page, text: string): Promise<void> => page.keyboard.type(text, { delay: A_KEY_MS })
