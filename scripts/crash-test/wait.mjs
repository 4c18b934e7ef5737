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
