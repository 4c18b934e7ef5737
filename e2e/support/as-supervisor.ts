import { request, type APIRequestContext } from 'playwright/test'

import type { LimitsBody, SetSettings } from '#api/settings.ts'
import type { Session, SessionList } from '#api/session.ts'
import type { Permission } from '#domain/person.ts'
import { expect, type Shop } from './shop.ts'

/** Runs the actions of a supervisor at another till, while the page under test stays open. */
async function asSupervisor(shop: Shop, run: (ask: APIRequestContext) => Promise<void>): Promise<void> {
  const ask = await request.newContext({ baseURL: shop.url, extraHTTPHeaders: { origin: shop.url } })
  const { staff, demoPins } = (await (await ask.get('/api/session')).json()) as Session
  const staffId = staff.find(({ role }) => role === 'supervisor')?.id ?? ''
  const signedIn = await ask.post('/api/session', { data: { staffId, pin: demoPins?.[staffId] } })
  expect(signedIn.ok(), await signedIn.text()).toBe(true)
  await run(ask)
  await ask.dispose()
}

async function write(ask: APIRequestContext, method: 'PUT' | 'POST', path: string, data: unknown = {}): Promise<void> {
  const answer = await ask.fetch(path, { method, data })
  expect(answer.ok(), await answer.text()).toBe(true)
}

export const addSupervisor = (shop: Shop, name: string, pin: string): Promise<void> =>
  asSupervisor(shop, (ask) => write(ask, 'POST', '/api/staff', { name, role: 'supervisor', pin }))

export const setShopLimits = (shop: Shop, limits: LimitsBody | null): Promise<void> =>
  asSupervisor(shop, (ask) => write(ask, 'PUT', '/api/settings', { idleMinutes: 5, limits }))

export const turnDrawersOn = (shop: Shop): Promise<void> =>
  asSupervisor(shop, (ask) => write(ask, 'PUT', '/api/settings', { drawer: { varianceReasonThreshold: '1.00' } }))

export const changeSettings = (shop: Shop, settings: SetSettings): Promise<void> =>
  asSupervisor(shop, (ask) => write(ask, 'PUT', '/api/settings', settings))

/** Makes sales record how they are paid, in cash by default. */
export const turnPaymentsOn = (shop: Shop): Promise<void> =>
  changeSettings(shop, { payments: { methods: ['cash', 'card', 'other'], default: 'cash' } })

export const setPermissions = (shop: Shop, name: string, permissions: Permission[]): Promise<void> =>
  asSupervisor(shop, async (ask) => {
    const { staff } = (await (await ask.get('/api/session')).json()) as Session
    const person = staff.find((each) => each.name === name)
    await write(ask, 'PUT', `/api/staff/${person?.id ?? ''}/permissions`, { permissions })
  })

export const endSessionsOf = (shop: Shop, name: string): Promise<void> =>
  asSupervisor(shop, async (ask) => {
    const { sessions } = (await (await ask.get('/api/sessions')).json()) as SessionList
    for (const { id, person } of sessions) if (person.name === name) await write(ask, 'POST', `/api/sessions/${id}/end`)
  })
