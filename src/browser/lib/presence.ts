import { erase, forget, isRecord, onChangeInOtherTab, recall, remember } from './storage.ts'

/** How long a person's entries are kept after a lock. */
const WAIT_MS = 15 * 60_000

const readTime = (stored: unknown) => (typeof stored === 'number' ? stored : undefined)
const readId = (stored: unknown) => (typeof stored === 'string' ? stored : undefined)

/** When the person of this tab left without signing out (epoch ms), or 0 once their entries are forgotten. */
const readSignedOutAt = () => recall('left-at', readTime)

export function storeSignedOutAt(at: number): void {
  remember('left-at', at)
}

/** Call while no one is signed in. Returns whether the last person's entries are forgotten, as after the wait or a sign-out. */
export function forgetWhenOld(): boolean {
  // A tab that was closed meanwhile stored no time, so the last activity counts.
  const age = Date.now() - (readSignedOutAt() ?? readLastActivityAt())
  // A negative age (for example, the clock was set back) counts as too old. A tab that the browser had discarded has missed a sign-out in another tab.
  if (age >= 0 && age < WAIT_MS && findSignOut()?.how !== 'locked') return false
  if (!isErased()) forget('person')
  storeSignedOutAt(0)
  return true
}

export const isErased = (): boolean => readSignedOutAt() === 0

/** Known even after their entries are forgotten. */
export const findLastPerson = (): string | undefined => recall('last-person', readId)

/** Call when a person signs in. Forgets expired entries, even in a tab that slept, and those of another person. */
export function arrive(personId: string): void {
  if (readSignedOutAt() !== undefined) {
    forgetWhenOld()
    erase('left-at')
  }
  const last = findLastPerson()
  if (last !== undefined && last !== personId) forget('person')
  remember('last-person', personId)
}

// A sign-out in one tab signs out all of them.
onChangeInOtherTab('sign-out', () => {
  if (findSignOut()?.how === 'locked') forget('person')
})

/** Tolerance for clock corrections by a time service. */
const CLOCK_STEPS_MS = 60_000

/** Compares timestamps, so the result is right even after the device slept. A negative age counts as idle. */
export function isIdle(handAt: number, now: number, idleMs: number): boolean {
  const age = now - handAt
  return age >= idleMs || age < -CLOCK_STEPS_MS
}

/** Of a session restored without the server (`offline-snapshot.ts`). Differs from every real version, so the session is read again. */
export const NOT_ANSWERED = ''

const METHODS = ['locked', 'idle', 'ended'] as const

export type SignOut = {
  /** `idle`: no activity for `idleMs`. `ended`: the server reports that no one is signed in. */
  how: (typeof METHODS)[number]
  personId: string
  /** The server has not received it and still considers the person signed in. */
  isPending?: true
}

/** Shared with other tabs and kept across reloads, so a lock holds even before the server has received it. */
export function storeSignOut(left: SignOut): void {
  remember('sign-out', left)
}

export const clearSignOut = (): void => erase('sign-out')

export const findSignOut = (): SignOut | undefined => recall('sign-out', readSignOut)

/** A supervisor who signed in at a cashier's till to open a page, until `until` (epoch ms). */
export type Visit = { by: string; instead: string; until: number }

export const storeVisit = (visit: Visit) => void remember('visit', visit)
export const endVisit = (): void => erase('visit')

export function findVisit(personId: string | undefined): Visit | undefined {
  const visit = recall('visit', readVisit)
  return visit?.by === personId ? visit : undefined
}

function readVisit(stored: unknown): Visit | undefined {
  if (!isRecord(stored)) return undefined
  const { by, instead, until } = stored
  if (typeof by !== 'string' || typeof instead !== 'string' || typeof until !== 'number') return undefined
  return { by, instead, until }
}

function readSignOut(stored: unknown): SignOut | undefined {
  if (!isRecord(stored) || typeof stored['personId'] !== 'string') return undefined
  const how = METHODS.find((method) => method === stored['how'])
  return how && { how, personId: stored['personId'], ...(stored['isPending'] === true && { isPending: true }) }
}

/** The last activity at this terminal (epoch ms) in any tab, so a background tab does not count as idle. */
export const readLastActivityAt = (): number =>
  recall('last-activity-at', (stored) => (typeof stored === 'number' ? stored : undefined)) ?? 0

export function storeLastActivityAt(at: number): void {
  remember('last-activity-at', at)
}
