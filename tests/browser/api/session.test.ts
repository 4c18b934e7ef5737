// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { findSignOut } from '#browser/lib/presence.ts'
import { createQueryClient } from '#browser/api/query-client.ts'
import { walletQuery } from '#browser/api/day.ts'
import { saleQuery } from '#browser/api/sale.ts'
import { lock, sessionQuery } from '#browser/api/session.ts'
import { activateLocale } from '#browser/i18n/locale.ts'
import { useDraft } from '#browser/sale/draft.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { amal, aSession } from '../../support/fake-proxy.ts'

const session = aSession()
const gone = () => new Response(null, { status: 204 })
const tillWith = (answer: (method: string) => Promise<Response>) => {
  const asked = vi.fn(async (_: string, { method = 'GET' }: RequestInit) => answer(method))
  vi.stubGlobal('fetch', asked)
  const client = createQueryClient()
  client.setQueryData(sessionQuery.queryKey, session)
  return { client, methods: () => asked.mock.calls.map(([, options]) => options.method) }
}
const personIn = (client: ReturnType<typeof createQueryClient>) =>
  client.getQueryData(sessionQuery.queryKey)?.person?.id

beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

it('a lock ends the session and then shows no person', async () => {
  const { client, methods } = tillWith(async () => gone())
  await lock(client, 'locked')
  expect(methods()).toEqual(['DELETE'])
  expect(personIn(client)).toBeUndefined()
  expect(findSignOut()).toEqual({ how: 'locked', personId: 'a' })
})

it.each([
  ['locked', ''],
  ['idle', '501234567'],
] as const)('after a lock of the kind %s the draft keeps "%s" as the number', async (how, stays) => {
  useDraft.getState().setNumber('501234567')
  const { client } = tillWith(async () => gone())
  await lock(client, how)
  expect(useDraft.getState().number).toBe(stays)
})

it('a lock does not wait for a server that does not answer', async () => {
  const { client } = tillWith(() => new Promise(() => {}))
  const locked = lock(client, 'idle')
  await vi.advanceTimersByTimeAsync(1_499)
  expect(personIn(client)).toBe('a')
  await vi.advanceTimersByTimeAsync(1)
  await locked
  expect(personIn(client)).toBeUndefined()
  expect(findSignOut()).toEqual({ how: 'idle', personId: 'a', isPending: true })
})

it('a lock stays locked when the server is back with the session still open, and ends that session', async () => {
  let isBack = false
  const { client, methods } = tillWith(async (method) => {
    if (!isBack) throw new TypeError('Failed to fetch')
    return method === 'GET' ? new Response(JSON.stringify(session)) : gone()
  })
  await lock(client, 'locked')
  expect(personIn(client)).toBeUndefined()
  isBack = true
  await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
  expect(personIn(client)).toBeUndefined()
  expect(methods()).toEqual(['DELETE', 'GET', 'DELETE'])
  await vi.advanceTimersByTimeAsync(0)
  expect(findSignOut()).toEqual({ how: 'locked', personId: 'a' })
})

it('a lock is sent again until the server answers', async () => {
  let isBack = false
  const { client, methods } = tillWith(async () => {
    if (!isBack) throw new TypeError('Failed to fetch')
    return gone()
  })
  await lock(client, 'locked')
  await vi.advanceTimersByTimeAsync(3_000)
  isBack = true
  await vi.advanceTimersByTimeAsync(30_000)
  expect(methods()).toEqual(['DELETE', 'DELETE', 'DELETE'])
  expect(findSignOut()).toEqual({ how: 'locked', personId: 'a' })
})

it('a lock that the server never received does not end the session of another person who signed in meanwhile', async () => {
  let isBack = false
  const joseph = { ...amal, id: 'j' }
  const { client, methods } = tillWith(async (method) => {
    if (!isBack || method !== 'GET') throw new TypeError('Failed to fetch')
    return new Response(JSON.stringify({ ...session, person: joseph }))
  })
  await lock(client, 'locked')
  isBack = true
  await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
  expect(personIn(client)).toBe('j')
  expect(methods()).toEqual(['DELETE', 'GET'])
})

/** Retries are off here, so that time can pass normally. */
function clientRefused(status: number, code: string) {
  vi.useRealTimers()
  return tillWith(async () => new Response(JSON.stringify({ code, message: code, moneyMoved: 'no' }), { status }))
    .client
}

it('the query client forgets the person and what they saw when any answer says that they are signed out', async () => {
  const client = clientRefused(401, 'signed-out')
  client.setQueryData(walletQuery.queryKey, {} as never)
  await expect(client.fetchQuery({ ...walletQuery, queryKey: ['wallet', 'again'] })).rejects.toThrow()
  expect(client.getQueryData(sessionQuery.queryKey)).toEqual({ ...session, person: undefined })
  expect(client.getQueryData(walletQuery.queryKey)).toBeUndefined()
})

it('the query client keeps the person when a PIN is wrong', async () => {
  const client = clientRefused(401, 'wrong-pin')
  await expect(client.fetchQuery({ ...walletQuery, staleTime: 0 })).rejects.toThrow()
  expect(client.getQueryData(sessionQuery.queryKey)).toEqual(session)
})

it("the query client reads the person's permissions again when something is not allowed, and keeps the person", async () => {
  const client = clientRefused(403, 'not-allowed')
  await expect(client.fetchQuery({ ...walletQuery, staleTime: 0 })).rejects.toThrow()
  expect(client.getQueryState(sessionQuery.queryKey)?.isInvalidated).toBe(true)
  expect(client.getQueryData(sessionQuery.queryKey)).toEqual(session)
})

it('the query client does not let an outdated answer replace a newer sale', () => {
  const client = createQueryClient()
  const { queryKey, structuralSharing } = saleQuery('01JD3Z0000000000000000000A' as SaleId)
  client.setQueryDefaults(queryKey, { structuralSharing: structuralSharing! })
  client.setQueryData(queryKey, { version: 4, state: 'succeeded' } as never)
  client.setQueryData(queryKey, { version: 3, state: 'confirming' } as never)
  expect(client.getQueryData(queryKey)).toMatchObject({ version: 4, state: 'succeeded' })
  client.setQueryData(queryKey, { version: 4, state: 'succeeded', conflicting: true } as never)
  expect(client.getQueryData(queryKey)).toMatchObject({ conflicting: true })
})

it.each([
  ['stays at a self-order tablet', { isSelfOrder: true }, 'ur'],
  ['does not stay at a till', {}, 'en'],
] as const)('a language that was shown %s when its session is read again', async (_, kind, shown) => {
  vi.useRealTimers()
  const { person: __, ...rest } = session
  const { client } = tillWith(async () => Response.json({ ...rest, terminal: { id: 't', name: 'Tablet', ...kind } }))
  await activateLocale('ur')
  await client.fetchQuery({ ...sessionQuery, staleTime: 0 })
  expect(i18n.locale).toBe(shown)
  await activateLocale('en')
})
