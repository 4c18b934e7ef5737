import { describe, it } from 'vitest'

/**
 * Whether everything runs, as in `npm run test:all`. Otherwise only what every change has to pass, as in `npm test`.
 */
export const isFull = process.env.TEST_LEVEL === 'all'

export const atLevel = <T>(quick: T, full: T): T => (isFull ? full : quick)

/** Tests that only `npm run test:all` runs. `npm test` counts them as left out. */
export const itWhenFull = it.runIf(isFull)

/**
 * Whether tests that measure time run: alone on the machine, as a step of `npm run test:all`. Elsewhere they are not
 * defined at all.
 */
export const isMeasuring = process.env.TEST_LEVEL === 'measure'
const nothing = Object.assign(() => {}, { each: () => nothing })
export const itWhenMeasuring = isMeasuring ? it : (nothing as unknown as typeof it)
export const describeWhenMeasuring = isMeasuring ? describe : (nothing as unknown as typeof describe)
