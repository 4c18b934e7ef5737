import { setTimeout as elapsed } from 'node:timers/promises'

const POLL_INTERVAL_MS = 10

/**
 * Polls until there is an answer. Returns `undefined` if there is none within this time.
 * @template T
 * @param {number} withinMs
 * @param {() => Promise<T | undefined>} ask
 * @returns {Promise<T | undefined>}
 */
export async function waitFor(withinMs, ask) {
  const startedAt = performance.now()
  for (;;) {
    const answer = await ask()
    if (answer !== undefined) return answer
    if (performance.now() - startedAt > withinMs) return undefined
    await elapsed(POLL_INTERVAL_MS)
  }
}

export { elapsed }

/**
 * Does the work for each item, for at most `atOnce` of them at a time, because a step may wait for the service for seconds.
 * @template Item
 * @param {Iterable<Item>} items
 * @param {number} atOnce
 * @param {(item: Item) => Promise<void>} work
 */
export async function forEachAtOnce(items, atOnce, work) {
  const left = items[Symbol.iterator]()
  const worker = async () => {
    for (let next = left.next(); !next.done; next = left.next()) await work(next.value)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

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
