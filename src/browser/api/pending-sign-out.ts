import { erase, isRecord, recall, remember } from '../storage.ts'

const METHODS = ['locked', 'idle', 'ended'] as const

/** How the last person left this till. */
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
