import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'

import type { Session } from '#api/session.ts'
import { showLanguage, type Locale } from '../i18n/locale.ts'
import { clearSignOut, endVisit, findSignOut, storeSignedOutAt, storeSignOut, type SignOut } from '../lib/presence.ts'
import type { Secret } from '../lib/secret.ts'
import { forget, keepNothingSold, recall } from '../lib/storage.ts'
import { call, NoAnswer, ServerFailure, showsTill } from './request.ts'

export const sessionQuery = queryOptions({
  queryKey: ['session'],
  queryFn: async ({ signal, client, queryKey }) => {
    const session = await readSession(signal, client, client.getQueryData(queryKey) !== undefined)
    if (!session.person) forget('visit')
    if (!showsTill(session.terminal?.isPractice === true)) loadAgain()
    keepNothingSold(session.terminal?.isPractice === true)
    // Draws the practice frame (`styles/base.css`).
    document.documentElement.toggleAttribute('data-practice', session.terminal?.isPractice === true)
    const left = findSignOut()
    // Someone else may have signed in from another tab.
    const isLeft = left?.isPending === true && session.person?.id === left.personId
    if (isLeft) void endSession()
    const shown = isLeft ? withoutPerson(session) : session
    // Customers choose the language where they order.
    if (!shown.terminal?.isSelfOrder) await showLanguage(shown.person?.language)
    return shown
  },
  staleTime: 60_000,
})

export const brandQuery = queryOptions({
  queryKey: ['brand'],
  queryFn: ({ signal }) => call('GET /api/brand', { signal }),
  staleTime: 600_000,
})

/** How long (ms) to wait for the first session before the last one seen is shown. */
const PATIENCE_MS = 5_000

/** After a reload without a server, returns the last session this tab saw, as long as it may still be valid. */
async function readSession(signal: AbortSignal, client: QueryClient, isKnown: boolean): Promise<Session> {
  const asked = call('GET /api/session', { signal })
  if (isKnown) return asked
  const late = new Promise<never>((_, reject) => setTimeout(() => reject(new NoAnswer('late')), PATIENCE_MS))
  try {
    return await Promise.race([asked, late])
  } catch (error) {
    if (signal.aborted || error instanceof ServerFailure || !recall('offline-snapshot', Boolean)) return asked
    const seen = (await import('../lib/offline-snapshot.ts')).findOfflineSnapshot()
    if (!seen) return asked
    client.setQueryData(['status'], seen.status, { updatedAt: seen.at })
    // Read it again, however recent the restored one is.
    void client.invalidateQueries({ queryKey: ['status'] })
    return seen.session
  }
}

/** Returns whether no money moves: the shop has no real account, or this till is in practice mode. */
export const isPracticing = ({ isPractice, terminal }: Session): boolean => isPractice || terminal?.isPractice === true

/** Reloads after a switch to or from practice, because data and input of one mode must not appear in the other. */
export function loadAgain(): void {
  forget('person')
  window.location.assign('/')
}

function withoutPerson(session: Session): Session {
  const { person: _, ...rest } = session
  return rest
}

/** Queries that do not depend on the person. */
const SHARED: unknown[] = ['session', 'catalog']

/** After a sign-out in any tab, the person's input is forgotten too; after an idle lock or an ended session, it stays for a while from `at` (epoch ms). */
export function forgetPerson(
  queryClient: QueryClient,
  left: Omit<SignOut, 'personId'> = { how: 'ended' },
  at = Date.now(),
): void {
  const person = queryClient.getQueryData(sessionQuery.queryKey)?.person
  const isSignedOut = left.how === 'locked' || findSignOut()?.how === 'locked'
  forget(isSignedOut ? 'person' : 'visit')
  if (person) {
    storeSignedOutAt(isSignedOut ? 0 : at)
    storeSignOut({ ...left, personId: person.id })
  }
  queryClient.removeQueries({ predicate: ({ queryKey }) => !SHARED.includes(queryKey[0]) })
  queryClient.setQueryData(sessionQuery.queryKey, (session) => session && withoutPerson(session))
  void showLanguage(undefined)
}

/** How long (ms) the screen waits for the server when locking. */
const LOCK_PATIENCE_MS = 1_500

/** Locks the till even if the server does not answer, in which case the sign-out is retried. */
export async function lock(queryClient: QueryClient, how: 'locked' | 'idle', at?: number): Promise<void> {
  // Requests in flight would be answered as signed out.
  void queryClient.cancelQueries()
  const isHeard = await Promise.race([
    endSession(),
    new Promise<false>((resolve) => setTimeout(() => resolve(false), LOCK_PATIENCE_MS)),
  ])
  forgetPerson(queryClient, { how, ...(isHeard ? {} : { isPending: true }) }, at)
  if (!isHeard) void retrySignOut()
}

const RETRY_MS = 3_000

/** Retries until the server knows about the sign-out or someone signs in. */
async function retrySignOut(): Promise<void> {
  while (findSignOut()?.isPending) {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS))
    if (findSignOut()?.isPending) await endSession()
  }
}

let ending: AbortController | undefined

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

/** `badge` is the code of the person's badge, which was scanned just before. */
type WithPin = { staffId: string; pin: Secret; badge?: Secret | undefined }

export function useSignIn() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: ({ staffId, pin, badge }: WithPin) =>
      enterBy(queryClient, () =>
        badge
          ? call('POST /api/session/badge', { body: { code: badge.take(), pin: pin.take() } })
          : call('POST /api/session', { body: { staffId, pin: pin.take() } }),
      ),
  })
}

/** Reads the session that `send` began. */
export async function enterBy(queryClient: QueryClient, send: () => Promise<unknown>): Promise<Session> {
  // A late sign-out would end the next person's session.
  ending?.abort()
  endVisit()
  await send()
  clearSignOut()
  return queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 })
}

/** Stores the signed-in person's language for all tills. */
export function useChooseLanguage() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async (language: Locale) => {
      const session = await call('PUT /api/session/language', { body: { language } })
      // A session read in flight may still have the old language.
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
