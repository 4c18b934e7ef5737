import type { Text } from './i18n/use-text.ts'
import type { PinRefusal } from './ui/PinForm.tsx'

/** No PIN of this person is checked until then (epoch ms), and without a person nobody's. */
export type PinWait = { personId?: string; until: number }

type Refused = { code: string; retryAfterMs?: number }

const SOON_MS = 5_000

/** Returns how long a person has to wait after a PIN that was refused, where they have to. */
export function readPinWait({ code, retryAfterMs }: Refused, personId: string): PinWait | undefined {
  // The one wrong PIN too many says itself how long.
  const isLocked = code === 'pin-locked' || (code === 'wrong-pin' && retryAfterMs !== undefined)
  if (!isLocked && code !== 'rate-limited') return undefined
  return { until: Date.now() + (retryAfterMs ?? SOON_MS), ...(isLocked ? { personId } : {}) }
}

/** Returns the wait if it is this person's. */
export const waitOf = (wait: PinWait | undefined, personId: string | undefined): PinWait | undefined =>
  wait && (wait.personId ?? personId) === personId ? wait : undefined

/** A wait as PinForm shows it. */
export const refusalOfWait = ({ personId, until }: PinWait, t: Text): PinRefusal => ({
  text: t(personId === undefined ? 'signIn.tooMany' : 'signIn.locked'),
  until,
})

/** Why a PIN was not accepted, as PinForm shows it: that none is accepted for a while, and until when, or else `text`. */
export function pinRefusalOf(refused: Refused | undefined, text: string, t: Text): PinRefusal {
  // Whose it is does not matter here: this PIN was one person's.
  const wait = refused && readPinWait(refused, '')
  return wait ? refusalOfWait(wait, t) : { text }
}
