import { erase, forget, isRecord, onChangeInOtherTab, recall, remember } from './storage.ts'

/** How long the entries of a person wait for them behind a lock. */
const WAIT_MS = 15 * 60_000

const readTime = (stored: unknown) => (typeof stored === 'number' ? stored : undefined)
const readId = (stored: unknown) => (typeof stored === 'string' ? stored : undefined)

/** When the person of this tab left without signing out, epoch ms. It is 0 once their entries are forgotten. */
const readLeftAt = () => recall('left-at', readTime)

export function storeLeftAt(at: number): void {
  remember('left-at', at)
}

/** While nobody is signed in: forgets the entries of the last person once they have waited long enough or their person signed out. Returns whether they are gone. */
export function forgetWhenOld(): boolean {
  // A tab that was closed in the meantime stored no time, so the last activity counts.
  const age = Date.now() - (readLeftAt() ?? readLastActivityAt())
  // A negative age, as after the clock was set back, is too old. A tab that the browser had discarded heard nothing of a sign-out in another one.
  if (age >= 0 && age < WAIT_MS && findSignOut()?.how !== 'locked') return false
  if (!isForgotten()) forget('person')
  storeLeftAt(0)
  return true
}

/** Returns whether the entries of the last person were forgotten after they left. */
export const isForgotten = (): boolean => readLeftAt() === 0

/** Returns who was at the till last, as this tab knows, also after their entries are forgotten. */
export const findLastPerson = (): string | undefined => recall('last-person', readId)

/** Somebody is at the till. Nothing old comes back, not even in a tab that slept, and another person begins with nothing. */
export function arrive(personId: string): void {
  if (readLeftAt() !== undefined) {
    forgetWhenOld()
    erase('left-at')
  }
  const last = findLastPerson()
  if (last !== undefined && last !== personId) forget('person')
  remember('last-person', personId)
}

// A person who signs out in one tab is signed out in all of them.
onChangeInOtherTab('sign-out', () => {
  if (findSignOut()?.how === 'locked') forget('person')
})

/** A clock set back makes it look late; a few steps of a time service are no reason. */
const CLOCK_STEPS_MS = 60_000

/** Whether nobody's hand was there for so long. Two times are compared, so a tablet that slept knows it, too; an age that cannot be is too old. */
export function isIdle(handAt: number, now: number, idleMs: number): boolean {
  const age = now - handAt
  return age >= idleMs || age < -CLOCK_STEPS_MS
}

/** The `settingsVersion` of a session that no proxy answered (`last-seen.ts`). The first status that is answered has another one, so it is read again. */
export const NOT_ANSWERED = ''

const METHODS = ['locked', 'idle', 'ended'] as const

export type SignOut = {
  /** `idle`: there was no activity for a while. `ended`: the proxy says that nobody is signed in. */
  how: (typeof METHODS)[number]
  personId: string
  /** The proxy has not heard of it: for it the person is still here. */
  isPending?: true
}

/** Another tab and a reload know it: a lock the proxy has not heard of holds there, too. */
export function storeSignOut(left: SignOut): void {
  remember('sign-out', left)
}

export const clearSignOut = (): void => erase('sign-out')

export const findSignOut = (): SignOut | undefined => recall('sign-out', readSignOut)

function readSignOut(stored: unknown): SignOut | undefined {
  if (!isRecord(stored) || typeof stored['personId'] !== 'string') return undefined
  const how = METHODS.find((method) => method === stored['how'])
  return how && { how, personId: stored['personId'], ...(stored['isPending'] === true && { isPending: true }) }
}

/** When there was activity at this terminal last, epoch ms, for all its tabs: one in the background does not count as left alone. */
export const readLastActivityAt = (): number =>
  recall('last-activity-at', (stored) => (typeof stored === 'number' ? stored : undefined)) ?? 0

export function storeLastActivityAt(at: number): void {
  remember('last-activity-at', at)
}
