import fastify from 'fastify'

import { proxyPaths } from '#contract/proxy/paths.ts'
import { handleErrors } from '#proxy/error-handler.ts'
import { auditRoutes } from '#proxy/routes/audit.ts'
import { sessionRoutes } from '#proxy/routes/session.ts'
import { sessionsRoutes } from '#proxy/routes/sessions.ts'
import { settingsRoutes } from '#proxy/routes/settings.ts'
import { staffRoutes } from '#proxy/routes/staff.ts'
import { terminalRoutes } from '#proxy/routes/terminals.ts'
import { guardRoutes, personOf, terminalOf } from '#proxy/staff/access.ts'
import { createCookies } from '#proxy/staff/cookies.ts'
import { aStaffStore } from './staff-store.ts'

/** The doors of a shop over a real journal, with Amal, a cashier, and Hamad, a supervisor; `isNew`: nobody is there. */
export async function aStaffServer({ practice = false, isNew = false } = {}) {
  const shop = await aStaffStore()
  const cookies = createCookies({ hasTls: false })
  const app = fastify()
  handleErrors(app, { info: () => {}, error: (line) => console.error(line) }, shop.denials.recordDenied)
  guardRoutes(app, { ...shop, cookies })
  sessionRoutes(app, {
    staff: shop,
    cookies,
    shopName: () => 'Sidra Corner Shop',
    practice,
    timeZone: 'Asia/Dubai',
    version: '1.2.3',
  })
  terminalRoutes(app, { staff: shop, cookies })
  staffRoutes(app, { staff: shop, timeZone: 'Asia/Dubai' })
  sessionsRoutes(app, shop)
  settingsRoutes(app, shop)
  auditRoutes(app, shop)
  app.get(proxyPaths.status, (request) => ({ by: personOf(request).name, at: terminalOf(request).name }))
  app.get(proxyPaths.wallet, (request) => ({ by: personOf(request).name }))
  app.get(proxyPaths.alive, () => ({ alive: true }))

  const amal = isNew ? undefined : await shop.people.add({ name: 'Amal', role: 'cashier', pin: '2580' })
  const hamad = isNew ? undefined : await shop.people.add({ name: 'Hamad', role: 'supervisor', pin: '604918' })
  return { ...shop, app, amal: amal!, hamad: hamad!, browser: (from?: string) => aBrowser(app, from) }
}

/** Keeps cookies as a browser does. */
function aBrowser(app: ReturnType<typeof fastify>, remoteAddress = '192.0.2.7') {
  const jar = new Map<string, string>()
  return {
    jar,
    async ask(method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = cookie ? { cookie } : {}
      const answer = await app.inject({ method, url, remoteAddress, headers, ...(body && { payload: body }) })
      for (const { name, value, maxAge } of answer.cookies) {
        if (maxAge === 0) jar.delete(name)
        else jar.set(name, value)
      }
      return { status: answer.statusCode, json: answer.body ? answer.json() : undefined, headers: answer.headers }
    },
  }
}

export type StaffServer = Awaited<ReturnType<typeof aStaffServer>>
export type Browser = ReturnType<StaffServer['browser']>

/** A browser that is a terminal. */
export async function aTill({ browser, terminals }: StaffServer, { isKiosk = false } = {}): Promise<Browser> {
  const till = browser()
  const { code } = await terminals.issueEnrollmentCode('Till 1', { isKiosk })
  await till.ask('POST', proxyPaths.enrol, { code })
  return till
}

/** A till at which the supervisor has just signed in. */
export async function aSupervisorsTill(proxy: StaffServer): Promise<Browser> {
  const till = await aTill(proxy)
  await till.ask('POST', proxyPaths.session, { staffId: proxy.hamad.id, pin: '604918' })
  return till
}
