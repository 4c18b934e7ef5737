/** A clock set back makes it look late; a few steps of a time service are no reason. */
const CLOCK_STEPS_MS = 60_000

/** Whether nobody's hand was there for so long. Two times are compared, so a tablet that slept knows it, too; an age that cannot be is too old. */
export function isIdle(handAt: number, now: number, idleMs: number): boolean {
  const age = now - handAt
  return age >= idleMs || age < -CLOCK_STEPS_MS
}

const TOLD_EVERY_MS = 60_000

/** Whether the proxy is to be told now that a hand was there: only when one was, and not at each key. */
export function isHeartbeatDue(handAt: number, toldAt: number, now: number, idleMs: number): boolean {
  return handAt > toldAt && Math.abs(now - toldAt) >= Math.min(TOLD_EVERY_MS, idleMs / 4)
}
