/** @typedef {ReturnType<typeof createRandom>} Chance */

/** Reproducible random numbers: the same seed gives the same sequence (mulberry32). */
export function createRandom(/** @type {number} */ seed) {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (/** @type {number} */ limit) => Math.floor(next() * limit)
  return {
    next,
    below,
    between: (/** @type {number} */ from, /** @type {number} */ to) => from + below(to - from),
    isLucky: (/** @type {number} */ odds) => next() < odds,
    /** @template T @param {readonly T[]} values @returns {T} */
    pick: (values) => /** @type {T} */ (values[below(values.length)]),
    digits: (/** @type {number} */ count) => Array.from({ length: count }, () => below(10)).join(''),
    /** A sequence of its own, for a user whose calls come at unpredictable times. */
    fork: () => createRandom(below(2 ** 31)),
  }
}
