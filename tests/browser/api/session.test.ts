// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'

import { findSignOut } from '#browser/presence.ts'
import { createQueryClient } from '#browser/api/query-client.ts'
import { lock, sessionQuery } from '#browser/api/session.ts'
import { useDraft } from '#browser/sale/draft.ts'
import type { Session } from '#contract/proxy/session.ts'
import { amal } from '../../support/fake-proxy.ts'

const session: Session = {
  terminal: { id: 't', name: 'Counter' },
  staff: [amal],
  person: amal,
  isPractice: false,
  timeZone: 'Asia/Dubai',
  version: '1',
}

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

describe('a lock', () => {
  it('ends the session, then shows nothing more', async () => {
    const { client, methods } = tillWith(async () => new Response(null, { status: 204 }))
    await lock(client, 'locked')
    expect(methods()).toEqual(['DELETE'])
    expect(personIn(client)).toBeUndefined()
    expect(findSignOut()).toEqual({ how: 'locked', personId: 'a' })
  })

  it.each([
    { how: 'locked' as const, stays: '' },
    { how: 'idle' as const, stays: '501234567' },
  ])('leaves of what was typed $stays, when it was $how', async ({ how, stays }) => {
    useDraft.getState().setNumber('501234567')
    const { client } = tillWith(async () => new Response(null, { status: 204 }))
    await lock(client, how)
    expect(useDraft.getState().number).toBe(stays)
  })

  it('does not wait for a proxy that does not answer', async () => {
    const { client } = tillWith(() => new Promise(() => {}))
    const locked = lock(client, 'idle')
    await vi.advanceTimersByTimeAsync(1_499)
    expect(personIn(client)).toBe('a')
    await vi.advanceTimersByTimeAsync(1)
    await locked
    expect(personIn(client)).toBeUndefined()
    expect(findSignOut()).toEqual({ how: 'idle', personId: 'a', isPending: true })
  })

  it('stays locked when the proxy is back and has not heard of it, and tells it', async () => {
    let isBack = false
    const { client, methods } = tillWith(async (method) => {
      if (!isBack) throw new TypeError('Failed to fetch')
      return method === 'GET' ? new Response(JSON.stringify(session)) : new Response(null, { status: 204 })
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

  it('is told again and again until the proxy has heard of it', async () => {
    let isBack = false
    const { client, methods } = tillWith(async () => {
      if (!isBack) throw new TypeError('Failed to fetch')
      return new Response(null, { status: 204 })
    })
    await lock(client, 'locked')
    await vi.advanceTimersByTimeAsync(3_000)
    isBack = true
    await vi.advanceTimersByTimeAsync(30_000)
    expect(methods()).toEqual(['DELETE', 'DELETE', 'DELETE'])
    expect(findSignOut()).toEqual({ how: 'locked', personId: 'a' })
  })

  it('that was not heard of ends nobody else who signed in meanwhile', async () => {
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
})
