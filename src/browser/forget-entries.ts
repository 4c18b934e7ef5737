import { findSignOut, readLastActivityAt } from './api/pending-sign-out.ts'
import { forgetRequests } from './sale/begin-sale.ts'
import { useDraft } from './sale/draft.ts'

/** Over a lock what was typed waits for its person so long, and no longer. */
const STAYS_MS = 15 * 60_000
/** When this tab's person left without signing out, epoch ms; 0 once what they typed is gone. */
const LEFT_AT = 'left-at'
const KEPT = ['international-draft', 'printed-by-itself']

/** Says to parts that came later that they have to forget, too. */
export const FORGET = 'toptill-forget'

/** Nothing that was typed, asked for or printed at this till stays for whoever comes next. What was asked for stands in the journal. */
export function forgetTyped(): void {
  useDraft.getState().clear()
  window.dispatchEvent(new Event(FORGET))
  forgetRequests()
  for (const key of KEPT) sessionStorage.removeItem(key)
  for (const printout of document.querySelectorAll('.printout')) printout.remove()
}

export const noteLeftAt = (at: number): void => sessionStorage.setItem(LEFT_AT, String(at))

/** Nobody is at the till: forgets what was typed when it has waited long enough, or its person signed out. Answers whether it is gone. */
export function forgetWhenOld(): boolean {
  // A tab that was closed meanwhile noted nothing: then the last hand counts.
  const age = Date.now() - Number(sessionStorage.getItem(LEFT_AT) ?? readLastActivityAt())
  // An age that cannot be, as after the clock was set back, is too old.
  // A tab that the browser had discarded heard nothing of a sign-out in another one.
  if (age >= 0 && age < STAYS_MS && findSignOut()?.how !== 'locked') return false
  if (!isForgotten()) forgetTyped()
  noteLeftAt(0)
  return true
}

/** Whether what the last person typed was forgotten since they left. */
export const isForgotten = (): boolean => sessionStorage.getItem(LEFT_AT) === '0'

/** Somebody is at the till: also in a tab that slept, nothing older comes back. */
export function comeBack(): void {
  if (sessionStorage.getItem(LEFT_AT) === null) return
  forgetWhenOld()
  sessionStorage.removeItem(LEFT_AT)
}

// Who signs out in one tab is signed out in all of them.
window.addEventListener('storage', ({ key }) => {
  if ((key === 'left' || key === null) && findSignOut()?.how === 'locked') forgetTyped()
})
