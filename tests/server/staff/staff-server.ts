import fastify, { type FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { handleErrors } from '#server/http/error-handler.ts'
import { auditRoutes } from '#server/audit/routes.ts'
import { addRoutes, createRouteTable, type Route } from '#server/http/route.ts'
import { sessionRoutes } from '#server/staff/session-routes.ts'
import { settingsRoutes } from '#server/staff/settings-routes.ts'
import { staffRoutes } from '#server/staff/routes.ts'
import { terminalRoutes } from '#server/staff/terminals/terminal-routes.ts'
import { access, guardRoutes, personOf, terminalOf, type AccessRule } from '#server/staff/access.ts'
import { remainingLimits } from '#server/staff/overview.ts'
import { createCookies } from '#server/staff/cookies.ts'
import { aStaffStore } from './staff-store.ts'

const PINS = { amal: '2580', hamad: '604918' }

/**
 * The staff routes of a shop over a real database, with the cashier Amal and the supervisor Hamad. With `isNew`, there
 * are no people.
 */
export async function aStaffServer({
  practice = false,
  isNew = false,
  timeZone,
}: { practice?: boolean; isNew?: boolean; timeZone?: string } = {}) {
  const shop = await aStaffStore({ ...(timeZone && { timeZone }) })
  const cookies = createCookies({ hasTls: false })
  const app = fastify()
  handleErrors(app, { info: () => {}, error: (line) => console.error(line) }, shop.denials.recordDenied)
  // The status, the wallet and the probe of this server return only who sent the request.
  type Say = (request: FastifyRequest) => Record<string, unknown>
  const probe = (path: string, rule: AccessRule, say: Say): Route => {
    return { method: 'GET', path, access: rule, answer: v.looseObject({}), handle: async ({ request }) => say(request) }
  }
  const { calendar } = shop.settings
  const table = createRouteTable([
    ...sessionRoutes({
      staff: shop,
      cookies,
      shopName: () => 'Sidra Corner Shop',
      practice,
      hasShops: false,
      hasPractice: false,
      calendar,
      mailsReceipts: () => false,
      build: 'abc',
    }),
    ...terminalRoutes({ staff: shop, cookies, practice: undefined }),
    ...staffRoutes({ staff: shop, calendar }),
    ...settingsRoutes({
      staff: shop,
      stackFor: () => ({ remainingLimits: remainingLimits(shop, shop.forSales.limitsFor) }),
      calendar,
      printers: { requireUsable: () => {} },
      config: {},
    }),
    ...auditRoutes(shop),
    probe('/api/status', { ...access.selling, fromCache: true }, (request) => ({
      by: personOf(request).name,
      at: terminalOf(request).name,
    })),
    probe('/api/wallet', access.supervisor, (request) => ({ by: personOf(request).name })),
    probe('/healthz', access.anyone, () => ({ alive: true })),
  ])
  guardRoutes(app, {
    ...shop,
    cookies,
    isOpenInPractice: () => true,
    ruleOf: (method, path) => table.find(method, path)?.access,
  })
  addRoutes(app, table)
  const amal = isNew ? undefined : await shop.people.add({ name: 'Amal', role: 'cashier', pin: PINS.amal })
  const hamad = isNew ? undefined : await shop.people.add({ name: 'Hamad', role: 'supervisor', pin: PINS.hamad })
  const ids = { amal: amal?.id, hamad: hamad?.id }

  function aBrowser(remoteAddress = '192.0.2.7') {
    const jar = new Map<string, string>()
    const ask = async (method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) => {
      const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
      const headers = cookie ? { cookie } : {}
      const answer = await app.inject({ method, url, remoteAddress, headers, ...(body && { payload: body }) })
      for (const { name, value, maxAge } of answer.cookies) {
        if (maxAge === 0) jar.delete(name)
        else jar.set(name, value)
      }
      return { status: answer.statusCode, json: answer.body ? answer.json() : undefined, headers: answer.headers }
    }
    const signIn = (who: keyof typeof PINS, pin = PINS[who]) => ask('POST', '/api/session', { staffId: ids[who], pin })
    return { jar, ask, signIn }
  }
  return { ...shop, app, amal: amal!, hamad: hamad!, browser: aBrowser }
}

type StaffServer = Awaited<ReturnType<typeof aStaffServer>>
type Browser = ReturnType<StaffServer['browser']>

export async function aTill({ browser, terminals }: StaffServer, { isKiosk = false } = {}): Promise<Browser> {
  const till = browser()
  const { code } = await terminals.issueEnrollmentCode('Till 1', { isKiosk })
  await till.ask('POST', '/api/terminals/enroll', { code })
  return till
}

/** A server and one of its tills, at which this person has just signed in. */
export async function aTillOf(who: keyof typeof PINS) {
  const proxy = await aStaffServer()
  const till = await aTill(proxy)
  await till.signIn(who)
  return { ...proxy, proxy, till }
}
