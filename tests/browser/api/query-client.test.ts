// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest'

import { createQueryClient } from '#browser/api/query-client.ts'
import { saleQuery } from '#browser/api/sale.ts'
import { sessionQuery } from '#browser/api/session.ts'
import { walletQuery } from '#browser/api/day.ts'
import type { Session } from '#contract/proxy/session.ts'
import type { SaleId } from '#domain/sale/id.ts'

const amal = { id: 'p1', name: 'Amal Rahman', role: 'supervisor' } as const
const session: Session = {
  terminal: { id: 't1', name: 'Counter' },
  staff: [amal],
  person: amal,
  isPractice: false,
  timeZone: 'Asia/Dubai',
  version: '1',
}
const failing = (status: number, code: string) =>
  vi.fn(async () => new Response(JSON.stringify({ code, message: code, moneyMoved: 'no' }), { status }))

afterEach(() => vi.unstubAllGlobals())

describe('the query client', () => {
  it('forgets the person and what they saw when any answer says signed out', async () => {
    vi.stubGlobal('fetch', failing(401, 'signed-out'))
    const client = createQueryClient()
    client.setQueryData(sessionQuery.queryKey, session)
    client.setQueryData(walletQuery.queryKey, {
      asOf: 1,
      stale: false,
      held: { count: 0 },
      forecast: [],
      readings: [],
      movements: [],
      costDifferences: [],
    })

    await expect(client.fetchQuery({ ...walletQuery, queryKey: ['wallet', 'again'] })).rejects.toThrow()

    expect(client.getQueryData(sessionQuery.queryKey)).toEqual({ ...session, person: undefined })
    expect(client.getQueryData(walletQuery.queryKey)).toBeUndefined()
  })

  it('keeps the person when a PIN is wrong', async () => {
    vi.stubGlobal('fetch', failing(401, 'wrong-pin'))
    const client = createQueryClient()
    client.setQueryData(sessionQuery.queryKey, session)
    await expect(client.fetchQuery({ ...walletQuery, staleTime: 0 })).rejects.toThrow()
    expect(client.getQueryData(sessionQuery.queryKey)).toEqual(session)
  })

  it('asks again what the person may do when something is not allowed, and keeps the person', async () => {
    vi.stubGlobal('fetch', failing(403, 'not-allowed'))
    const client = createQueryClient()
    client.setQueryData(sessionQuery.queryKey, session)
    await expect(client.fetchQuery({ ...walletQuery, staleTime: 0 })).rejects.toThrow()
    expect(client.getQueryState(sessionQuery.queryKey)?.isInvalidated).toBe(true)
    expect(client.getQueryData(sessionQuery.queryKey)).toEqual(session)
  })

  it('does not let an overtaken answer take a sale back', () => {
    const client = createQueryClient()
    const { queryKey, structuralSharing } = saleQuery('01JD3Z0000000000000000000A' as SaleId)
    client.setQueryDefaults(queryKey, { structuralSharing: structuralSharing! })
    client.setQueryData(queryKey, { version: 4, state: 'succeeded' } as never)
    client.setQueryData(queryKey, { version: 3, state: 'confirming' } as never)
    expect(client.getQueryData(queryKey)).toMatchObject({ version: 4, state: 'succeeded' })
    client.setQueryData(queryKey, { version: 4, state: 'succeeded', conflicting: true } as never)
    expect(client.getQueryData(queryKey)).toMatchObject({ conflicting: true })
  })
})
