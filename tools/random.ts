export type Chance = ReturnType<typeof createRandom>

/** The same seed gives the same sequence (mulberry32). */
export function createRandom(seed: number) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    between: (from: number, to: number) => from + below(to - from),
    isLucky: (odds: number) => next() < odds,
    pick: <T>(values: readonly T[]): T => values[below(values.length)] as T,
    digits: (count: number) => Array.from({ length: count }, () => below(10)).join(''),
    /** Forks a separate sequence, for a user whose calls come at unpredictable times. */
    fork: () => createRandom(below(2 ** 31)),
  }
}
