// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { createQueryClient } from '#browser/api/query-client.ts'
import { forgetPerson, sessionQuery } from '#browser/api/session.ts'
import { statusQuery } from '#browser/api/status.ts'
import { findOfflineSnapshot, storeOfflineSnapshot, type ReadSale } from '#browser/lib/offline-snapshot.ts'
import { arrive, clearSignOut, NOT_ANSWERED, storeLastActivityAt, storeSignOut } from '#browser/lib/presence.ts'
import { forget } from '#browser/lib/storage.ts'
import { decimal, money } from '#domain/money/money.ts'
import { SESSION_LIFE_MS } from '#domain/person.ts'
import { aSale } from '../../support/a-shop.ts'
import { amal, aSession, aStatus, joseph } from '../../support/fake-proxy.ts'

/** @security V14.3.1, V14.3.3: Locking always erases what a tab kept for a reload without a server. */

const NOW = Date.UTC(2026, 10, 26, 10)
const IDLE_MS = 5 * 60_000

const shopOfDay = { shop: { name: 'Sidra Corner Shop' }, dayStartHour: 4, settingsVersion: 'as-read' }
const session = aSession({ ...shopOfDay, staff: [amal, joseph], idleMs: IDLE_MS, demoPins: { a: '2580' } })
const status = aStatus({ openItems: 2, waiting: 3, wallet: 'low', undelivered: 4, pinLocks: 1 })
const accounts = { account: '971501234567', customer: '971509876543', reference: 'REF-8' }
const waiting: ReadSale = {
  sale: aSale({ state: 'pending', held: true, cost: money(decimal('47.123'), 'AED'), ...accounts }),
  readAt: NOW - 1_000,
}
const see = (more: Partial<Parameters<typeof storeOfflineSnapshot>[0]> = {}) =>
  storeOfflineSnapshot({ session, status, at: NOW, sales: [waiting], ...more })

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  storeLastActivityAt(NOW)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  sessionStorage.clear()
  localStorage.clear()
  document.head.replaceChildren()
})

it('what a tab stores for a reload without the server is the person, and of each open sale its product, the last four digits, its state and their age', () => {
  see()
  const { terminal, shop } = session
  expect(findOfflineSnapshot()).toMatchObject({
    at: NOW,
    session: { person: amal, terminal, shop, timeZone: 'Asia/Dubai', dayStartHour: 4 },
    status: { openItems: 2, waiting: 3 },
  })
  const shown = { number: 483, state: 'pending', held: true, product: 'Qamra Recharge', end: '4567' }
  expect(findOfflineSnapshot()?.open).toEqual([{ id: waiting.sale.id, ...shown, readAt: NOW - 1_000 }])
})

it('what a tab stores for a reload without the server has no number, amount, cost, wallet, PIN, colleague or setting', () => {
  see()
  const stored = sessionStorage.getItem('toptill-offline-snapshot') ?? ''
  for (const secret of '971501234567 50123 9876543 "50" 47.12 AED REF-8 low 2580 Joseph paperWidth'.split(' '))
    expect(stored, secret).not.toContain(secret)
})

it.each(['customer@example.com', '9715', '9715•••••567'])(
  'what a tab stores for a reload without the server leaves out %s, which does not end',
  (account) => {
    see({ sales: [{ ...waiting, sale: aSale({ account }) }] })
    expect(findOfflineSnapshot()?.open[0]).not.toHaveProperty('end')
  },
)

it('what a tab stores for a reload without the server names an international top-up by its operator', () => {
  see({ sales: [{ ...waiting, sale: aSale({ kind: 'international', brand: 'Islanet' }) }] })
  expect(findOfflineSnapshot()?.open[0]?.product).toBe('Islanet')
})

it('what a tab stores for a reload without the server lists no sale at a kiosk, where anyone may see the screen', () => {
  see({ session: { ...session, terminal: { id: 't', name: 'Lobby', isKiosk: true } } })
  expect(findOfflineSnapshot()?.open).toEqual([])
})

it('a tab stores nothing for a reload without the server while no one is signed in', () => {
  const { person: _, ...nobody } = session
  see({ session: nobody })
  expect(findOfflineSnapshot()).toBeUndefined()
  expect(sessionStorage).toHaveLength(0)
})

const ANOTHER_BUILD = '<meta name="build" content="bbbbbbbb">'

it.each(['locked', 'idle', 'ended'] as const)('what a tab stored is deleted when its person is %s', (how) => {
  see()
  const client = createQueryClient()
  client.setQueryData(sessionQuery.queryKey, session)
  forgetPerson(client, { how })
  expect(sessionStorage.getItem('toptill-offline-snapshot')).toBeNull()
  clearSignOut()
  expect(findOfflineSnapshot()).toBeUndefined()
})

it.each<[string, () => void]>([
  ['its person signed out in another tab', () => storeSignOut({ how: 'idle', personId: amal.id })],
  ['another person is signed in', () => arrive(joseph.id)],
  ['the till is switched to practice or back', () => forget('person')],
  ['the page is of another build', () => document.head.insertAdjacentHTML('beforeend', ANOTHER_BUILD)],
])('what a tab stored is deleted when %s', (_, leave) => {
  arrive(amal.id)
  see()
  expect(findOfflineSnapshot()).toBeDefined()
  leave()
  expect(findOfflineSnapshot()).toBeUndefined()
})

it('what a tab stored is deleted when the till was idle for as long as it takes to lock', () => {
  see()
  expect(findOfflineSnapshot(NOW + IDLE_MS - 1)).toBeDefined()
  expect(findOfflineSnapshot(NOW + IDLE_MS)).toBeUndefined()
})

it('what a tab stored is deleted at the maximum length of a session, counted from the sign-in', () => {
  const at = (now: number) => {
    vi.setSystemTime(now)
    storeLastActivityAt(now)
    see({ at: now })
  }
  see()
  for (let passed = IDLE_MS; passed < SESSION_LIFE_MS; passed += IDLE_MS) {
    at(NOW + passed)
    expect(findOfflineSnapshot()).toBeDefined()
  }
  at(NOW + SESSION_LIFE_MS)
  expect(findOfflineSnapshot()).toBeUndefined()
})

it.each(['', '7', '{}', '{"page":"","seen":7}'])(
  'what a tab stored counts as nothing when the browser holds %j in its place',
  (stored) => {
    sessionStorage.setItem('toptill-offline-snapshot', stored)
    expect(findOfflineSnapshot()).toBeUndefined()
  },
)

const answering = (answer: () => Promise<Response>) => {
  const asked = vi.fn(async (_path: string) => answer())
  vi.stubGlobal('fetch', asked)
  return { client: createQueryClient(), paths: () => asked.mock.calls.map(([path]) => path) }
}
const silence = async () => {
  throw new TypeError('Failed to fetch')
}

it('after a reload with no server the last session is used, and the server counts as unavailable since then', async () => {
  see()
  const { client, paths } = answering(silence)
  const shown = await client.fetchQuery(sessionQuery)
  expect(shown).toMatchObject({ person: amal, settingsVersion: NOT_ANSWERED })
  await expect(client.fetchQuery(statusQuery)).rejects.toThrow()
  expect(client.getQueryState(statusQuery.queryKey)).toMatchObject({ data: { waiting: 3 }, dataUpdatedAt: NOW })
  // It sent no more requests to a server that had just failed to answer.
  expect(paths()).toEqual(['/api/session'])
})

it('after a reload with a server that hangs, the last session is used after some seconds', async () => {
  see()
  const { client } = answering(() => new Promise(() => {}))
  const asked = client.fetchQuery(sessionQuery)
  await vi.advanceTimersByTimeAsync(5_000)
  expect((await asked).person).toEqual(amal)
})

it('after a reload the session is read from a server that answers, whatever it answers', async () => {
  see()
  const notReady = '{"code":"not-ready","message":"","moneyMoved":"no"}'
  const { client } = answering(async () => new Response(notReady, { status: 503 }))
  await expect(client.fetchQuery(sessionQuery)).rejects.toThrow()
})

it('after a reload with nothing stored there is no session', async () => {
  const { client } = answering(silence)
  const failed = expect(client.fetchQuery(sessionQuery)).rejects.toThrow()
  await vi.advanceTimersByTimeAsync(10_000)
  await failed
})

it('an answer without a person after a reload deletes what the tab stored', async () => {
  see()
  const { person: _, ...nobody } = session
  const { client } = answering(async () => new Response(JSON.stringify(nobody)))
  await client.fetchQuery(sessionQuery)
  expect(sessionStorage.getItem('toptill-offline-snapshot')).toBeNull()
})
