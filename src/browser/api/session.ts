import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'

import type { Session } from '#api/session.ts'
import { showLanguage, type Locale } from '../i18n/locale.ts'
import { clearSignOut, findSignOut, storeLeftAt, storeSignOut, type SignOut } from '../presence.ts'
import type { Secret } from '../secret.ts'
import { forget, keepNothingSold, recall } from '../storage.ts'
import { call, NoAnswer, ProxyFailure, showsTill } from './request.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal, client, queryKey }) => {
    const session = await readSession(signal, client, client.getQueryData(queryKey) !== undefined)
    if (!session.person) forget('visit')
    if (!showsTill(session.terminal?.isPractice === true)) loadAgain()
    keepNothingSold(session.terminal?.isPractice === true)
    // The frame around everything (`styles/base.css`).
    document.documentElement.toggleAttribute('data-practice', session.terminal?.isPractice === true)
    const left = findSignOut()
    // Somebody else may have signed in from another tab.
    const isLeft = left?.isPending === true && session.person?.id === left.personId
    if (isLeft) void endSession()
    const shown = isLeft ? withoutPerson(session) : session
    await showLanguage(shown.person?.language)
    return shown
  },
  staleTime: 60_000,
})

/** So long the first session may take, before it is as this tab saw it last. */
const PATIENCE_MS = 5_000

/** After a reload the till's server may be away: then the session is the one that this tab saw last, for as long as that may still be open. */
async function readSession(signal: AbortSignal, client: QueryClient, isKnown: boolean): Promise<Session> {
  const asked = call('GET /api/session', { signal })
  if (isKnown) return asked
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new NoAnswer('late')), PATIENCE_MS))
  try {
    return await Promise.race([asked, late])
  } catch (error) {
    if (signal.aborted || error instanceof ProxyFailure || !recall('last-seen', Boolean)) return asked
    const seen = (await import('../last-seen.ts')).findLastSeen()
    if (!seen) return asked
    client.setQueryData(['status'], seen.status, { updatedAt: seen.at })
    // However lately that was, it is to be asked for.
    void client.invalidateQueries({ queryKey: ['status'] })
    return seen.session
  }
}

/** Whether no money moves here: in a shop that has no real account, or at a till that was switched to practice. */
export const isPracticing = ({ isPractice, terminal }: Session): boolean => isPractice || terminal?.isPractice === true

/** The till was switched to practice or back. Nothing read, typed or begun in the one is there in the other, so the page begins again. */
export function loadAgain(): void {
  forget('person')
  window.location.assign('/')
}

function withoutPerson(session: Session): Session {
  const { person: _, ...rest } = session
  return rest
}

/** What is the same for anyone who is at the till. */
const SHARED: unknown[] = ['session', 'catalog']

/** Who signed out takes along what they typed, also in another tab; over a lock it waits a while, from `at` on (epoch ms). */
export function forgetPerson(
  queryClient: QueryClient,
  left: Omit<SignOut, 'personId'> = { how: 'ended' },
  at = Date.now(),
): void {
  const person = queryClient.getQueryData(sessionQuery.queryKey)?.person
  const isSignedOut = left.how === 'locked' || findSignOut()?.how === 'locked'
  forget(isSignedOut ? 'person' : 'visit')
  if (person) {
    storeLeftAt(isSignedOut ? 0 : at)
    storeSignOut({ ...left, personId: person.id })
  }
  queryClient.removeQueries({ predicate: ({ queryKey }) => !SHARED.includes(queryKey[0]) })
  queryClient.setQueryData(sessionQuery.queryKey, (session) => session && withoutPerson(session))
  void showLanguage(undefined)
}

/** So long the screen stays for the proxy's answer. */
const LOCK_PATIENCE_MS = 1_500

/** Locks the till, whether the proxy answers or not: one that has not heard of it is told when it answers again. */
export async function lock(queryClient: QueryClient, how: 'locked' | 'idle', at?: number): Promise<void> {
  // Whatever the screen reads now would be answered that nobody is signed in.
  void queryClient.cancelQueries()
  const isHeard = await Promise.race([
    endSession(),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), LOCK_PATIENCE_MS)),
  ])
  forgetPerson(queryClient, { how, ...(isHeard ? {} : { isPending: true }) }, at)
  if (!isHeard) void retrySignOut()
}

const TELL_AGAIN_MS = 3_000

/** Until the proxy knows that nobody is here, or somebody signs in. */
async function retrySignOut(): Promise<void> {
  while (findSignOut()?.isPending) {
    await new Promise((resolve) => setTimeout(resolve, TELL_AGAIN_MS))
    if (findSignOut()?.isPending) await endSession()
  }
}

let ending: AbortController | undefined

/** Whether the proxy has heard that the person left. */
async function endSession(): Promise<boolean> {
  const { signal } = (ending = new AbortController())
  try {
    await call('DELETE /api/session', { signal })
  } catch {
    return false
  }
  const left = findSignOut()
  if (left && !signal.aborted) storeSignOut({ how: left.how, personId: left.personId })
  return true
}

export function useSignIn() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ staffId, pin }: { staffId: string; pin: Secret }) => {
      // Answered late it would sign out the next one.
      ending?.abort()
      await call('POST /api/session', { body: { staffId, pin: pin.take() } })
      clearSignOut()
      return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
    },
  })
}

/** What the person who is here reads from now on, at every till. */
export function useChooseLanguage() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (language: Locale) => {
      const session = await call('PUT /api/session/language', { body: { language } })
      // One that is being read may have been answered before.
      await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey })
      await showLanguage(language)
      queryClient.setQueryData(sessionQuery.queryKey, session)
    },
  })
}

export function useSignOut() {
  const queryClient = useQueryClient()
  return useMutation({ mutationFn: () => lock(queryClient, 'locked') })
}
