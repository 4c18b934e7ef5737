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
