import type { PinCost } from '#proxy/staff/pins.ts'

/** For tests that are about something else: at the real cost a shop of six people costs a third of a second. */
export const CHEAP_PINS: PinCost = { N: 2, r: 1, p: 1 }
