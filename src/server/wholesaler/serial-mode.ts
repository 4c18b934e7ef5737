import type { Clock } from '../lib/clock.ts'
import type { Cancel, Timers } from '../lib/ports.ts'

type SerialOptions = { clock: Clock; timers: Timers; onSerialMode?: (isSerial: boolean) => void }

const OVERTAKEN_CONFIRMS = 3
const OVERTAKEN_WITHIN_MS = 60_000
const SERIAL_MODE_MS = 10 * 60_000

/** Makes one call at a time after confirms were overtaken. */
export function createSerialMode({ clock, timers, onSerialMode }: SerialOptions, onEnd: () => void) {
  let overtakenAt: number[] = []
  let lastOvertakenAt: number | undefined
  let end: Cancel | undefined
  let isClosing = false

  function start(): void {
    if (!end) onSerialMode?.(true)
    else end()
    end = timers.after(SERIAL_MODE_MS, () => {
      end = undefined
      onSerialMode?.(false)
      onEnd()
    })
  }

  return {
    isOn: () => end !== undefined,
    recordOvertakenConfirm: () => {
      const now = clock.now()
      lastOvertakenAt = now
      overtakenAt = [...overtakenAt.filter((at) => now - at < OVERTAKEN_WITHIN_MS), now]
      if (overtakenAt.length < OVERTAKEN_CONFIRMS || isClosing) return
      overtakenAt = []
      start()
    },
    metrics: () => ({
      isSerial: end !== undefined,
      ...(lastOvertakenAt === undefined ? {} : { overtakenAt: lastOvertakenAt }),
    }),
    close: () => {
      isClosing = true
      end?.()
    },
  }
}
