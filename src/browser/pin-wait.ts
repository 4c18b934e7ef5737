import { useNow } from './ui/use-now.ts'

/** No PIN is looked at until then, epoch ms; without a person, nobody's. */
export type PinWait = { personId?: string; until: number }

const SOON_MS = 5_000

/** How long whoever typed a PIN has to wait, where they have to. */
export function readPinWait(
  { code, retryAfterMs }: { code: string; retryAfterMs?: number },
  personId: string,
): PinWait | undefined {
  // The one wrong PIN too many says itself how long.
  const isLocked = code === 'pin-locked' || (code === 'wrong-pin' && retryAfterMs !== undefined)
  if (!isLocked && code !== 'rate-limited') return undefined
  return { until: Date.now() + (retryAfterMs ?? SOON_MS), ...(isLocked ? { personId } : {}) }
}

/** The wait, where it is this person's. */
export const waitOf = (wait: PinWait | undefined, personId: string | undefined): PinWait | undefined =>
  wait && (wait.personId ?? personId) === personId ? wait : undefined

/** Seconds left, 0 when it is over. */
export function usePinWait(wait: PinWait | undefined): number {
  const now = useNow(1_000)
  return wait ? Math.max(0, Math.ceil((wait.until - now) / 1_000)) : 0
}
