import { elapsed } from './wait.mjs'

/**
 * @typedef {import('./server-process.mjs').ServerProcess} ServerProcess
 * @typedef {ReturnType<typeof keepRunning>} KeptProcess
 */

/** As long as a unit of systemd waits that says so in `RestartSec`. */
const RESTART_AFTER_MS = 500

/** Starts a process again whenever it ends, as systemd does. */
export function keepRunning(/** @type {() => ServerProcess} */ start) {
  let running = start()
  let isKept = true
  /** Whether the next end of it is wanted. */
  let isAsked = false
  /** How often it ended without being asked, by its exit code. @type {(number | null)[]} */
  const endedByItself = []

  async function keep() {
    for (;;) {
      const code = await running.ended
      if (!isAsked) endedByItself.push(code)
      isAsked = false
      if (!isKept) return
      await elapsed(RESTART_AFTER_MS)
      if (!isKept) return
      running = start()
    }
  }
  const kept = keep()

  return {
    endedByItself,
    hasEnded: () => running.hasEnded(),
    /** Like `kill -9`. It starts again. */
    kill: async () => {
      isAsked = true
      await running.kill()
    },
    /** Sends a message that only a module loaded before the server understands. Its end after that is wanted. */
    tell: (/** @type {string} */ what) => {
      isAsked = true
      running.tell(what)
    },
    /** Asks it to end, as for an update. It starts again. Returns its exit code, or `undefined` if it had to be killed. */
    restart: (/** @type {number} */ withinMs) => {
      isAsked = true
      return running.stop(withinMs)
    },
    /** Asks it to end for good. Returns its exit code, or `undefined` if it had to be killed. */
    end: async (/** @type {number} */ withinMs) => {
      isKept = false
      isAsked = true
      const code = await running.stop(withinMs)
      await kept
      return code
    },
    /** Ends it at once and for good. */
    close: async () => {
      isKept = false
      isAsked = true
      await running.kill()
      await kept
    },
  }
}
