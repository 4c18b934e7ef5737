/** How the last person left this till. */
export type SignOut = {
  /** `idle`: nobody's hand was there for a while. `ended`: the proxy says that nobody is signed in. */
  how: 'locked' | 'idle' | 'ended'
  personId: string
  /** The proxy has not heard of it: for it the person is still here. */
  isPending?: true
}

const KEY = 'left'

/** Another tab and a reload know it: a lock the proxy has not heard of holds there, too. */
export function storeSignOut(left: SignOut): void {
  localStorage.setItem(KEY, JSON.stringify(left))
}

export const clearSignOut = (): void => localStorage.removeItem(KEY)

export function findSignOut(): SignOut | undefined {
  try {
    const left: unknown = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    return typeof left === 'object' && left !== null && 'how' in left ? (left as SignOut) : undefined
  } catch {
    return undefined
  }
}

const HAND_AT = 'toptill-hand-at'

/** When a person's hand was last at this terminal, epoch ms, for all its tabs: one that lies in the background is not left alone. */
export const readLastActivityAt = (): number => Number(localStorage.getItem(HAND_AT)) || 0
export const storeLastActivityAt = (at: number): void => localStorage.setItem(HAND_AT, String(at))
