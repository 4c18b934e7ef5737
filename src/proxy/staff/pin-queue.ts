import { RequestRefused } from '../failures.ts'

/** So many PINs are looked at at once: half the threads Node has for such work, the rest is for files and names. */
const AT_ONCE = 2
const RETRY_AFTER_MS = 1_000

export type PinQueue = ReturnType<typeof createPinQueue>

/**
 * Lets PINs be looked at in turn, since each costs much: whoever waits has one place in the queue, so one terminal that tries without end
 * holds nobody else up for longer than one PIN takes, and the queue is no longer than the shop has terminals.
 */
export function createPinQueue() {
  const inWork = new Set<string>()
  const waiting = new Map<string, () => void>()

  async function enter(who: string): Promise<void> {
    if (inWork.size < AT_ONCE && !inWork.has(who)) return void inWork.add(who)
    await new Promise<void>((resolve) => waiting.set(who, resolve))
  }

  function leave(who: string): void {
    inWork.delete(who)
    for (const [next, begin] of waiting) {
      if (inWork.has(next)) continue
      waiting.delete(next)
      inWork.add(next)
      return begin()
    }
  }

  return {
    /** Does `look` in the turn of `who`, a terminal. Throws `Refused` 429 when one of theirs waits already. */
    run: async <T>(who: string, look: () => Promise<T>): Promise<T> => {
      if (waiting.has(who)) {
        throw new RequestRefused(429, 'rate-limited', 'Another PIN is being looked at here. Try again in a moment.', {
          retryAfterMs: RETRY_AFTER_MS,
        })
      }
      await enter(who)
      try {
        return await look()
      } finally {
        leave(who)
      }
    },
  }
}
