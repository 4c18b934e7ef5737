import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { proxyPaths } from '#contract/proxy/paths.ts'
import { asSeenAt, mayDo, type Permission, type Person, type Terminal } from '#domain/person.ts'
import type { Clock } from '../clock.ts'
import { Refused } from '../failures.ts'
import type { Cookies } from './cookies.ts'
import type { Doer } from './doer.ts'
import type { Sessions } from './sessions.ts'
import type { Terminals } from './terminals.ts'

/**
 * Who may ask. `kiosk`: also from a kiosk terminal; nothing else answers there, whoever is signed in. `proven`: only when the own PIN was given
 * within `SIGN_IN_PROVES_MS`. `may`: with that permission only. `byPage`: the page asks by itself, so nobody is kept signed in by it.
 * `fromCache`: who asks may be known from memory; for nothing that touches money, codes or staff.
 */
export type Rule = {
  who: 'anybody' | 'terminal' | 'staff' | 'supervisor'
  kiosk?: true
  proven?: true
  may?: Permission
  byPage?: true
  fromCache?: true
}

const anybody: Rule = { who: 'anybody', kiosk: true }
const terminal: Rule = { who: 'terminal', kiosk: true }
const staff: Rule = { who: 'staff' }
/** What selling takes. */
const selling: Rule = { who: 'staff', kiosk: true }
const abroad: Rule = { ...selling, may: 'international' }
const supervisor: Rule = { who: 'supervisor' }
/** Power over people, devices and limits. */
const proven: Rule = { who: 'supervisor', proven: true }

/** Who may ask what (DESIGN section 3). What is not in this table cannot become a route. */
export const ACCESS: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  [`GET ${proxyPaths.session}`, anybody],
  [`POST ${proxyPaths.session}`, anybody],
  [`DELETE ${proxyPaths.session}`, anybody],
  [`POST ${proxyPaths.sessionHere}`, selling],
  [`POST ${proxyPaths.prove}`, selling],
  [`POST ${proxyPaths.setup}`, anybody],
  [`POST ${proxyPaths.enrol}`, anybody],
  [`POST ${proxyPaths.leaveKiosk}`, terminal],
  [`GET ${proxyPaths.terminals}`, supervisor],
  [`POST ${proxyPaths.enrolCodes}`, proven],
  [`POST ${proxyPaths.revokeTerminal(':id')}`, proven],
  [`PUT ${proxyPaths.terminalKiosk(':id')}`, proven],
  [`GET ${proxyPaths.sessions}`, supervisor],
  [`POST ${proxyPaths.endSession(':id')}`, proven],
  [`GET ${proxyPaths.staff}`, supervisor],
  [`POST ${proxyPaths.staff}`, proven],
  [`POST ${proxyPaths.staffPin(':id')}`, proven],
  [`POST ${proxyPaths.unlockStaff(':id')}`, proven],
  [`POST ${proxyPaths.disableStaff(':id')}`, proven],
  [`POST ${proxyPaths.enableStaff(':id')}`, proven],
  [`PUT ${proxyPaths.staffPermissions(':id')}`, proven],
  [`PUT ${proxyPaths.staffLimits(':id')}`, proven],
  [`GET ${proxyPaths.settings}`, supervisor],
  [`PUT ${proxyPaths.settings}`, proven],
  [`GET ${proxyPaths.audit}`, supervisor],
  [`GET ${proxyPaths.status}`, { ...selling, fromCache: true }],
  [`GET ${proxyPaths.catalogue}`, { ...selling, fromCache: true }],
  [`GET ${proxyPaths.leftOut}`, supervisor],
  [`GET ${proxyPaths.countries}`, abroad],
  [`GET ${proxyPaths.country(':id')}`, abroad],
  [`GET ${proxyPaths.provider(':id')}`, abroad],
  // At a kiosk only the open sales of that terminal: `routes/sales-list.ts` and `sales/whose-sale.ts` look.
  [`GET ${proxyPaths.sales}`, selling],
  [`GET ${proxyPaths.sale(':id')}`, selling],
  [`PUT ${proxyPaths.sale(':id')}`, selling],
  [`POST ${proxyPaths.confirmSale(':id')}`, selling],
  [`POST ${proxyPaths.findSale(':id')}`, selling],
  [`POST ${proxyPaths.abandonSale(':id')}`, selling],
  [`POST ${proxyPaths.takeSale(':id')}`, staff],
  [`POST ${proxyPaths.closeSale(':id')}`, proven],
  [`POST ${proxyPaths.givenBack(':id')}`, selling],
  [`POST ${proxyPaths.seenSale(':id')}`, { ...selling, byPage: true }],
  [`POST ${proxyPaths.revealSale(':id')}`, selling],
  [`POST ${proxyPaths.handedOver(':id')}`, selling],
  [`GET ${proxyPaths.wallet}`, supervisor],
  [`POST ${proxyPaths.selling}`, supervisor],
  [`GET ${proxyPaths.alive}`, anybody],
  [`GET ${proxyPaths.ready}`, anybody],
  // It looks itself where the question comes from.
  [`GET ${proxyPaths.metrics}`, anybody],
  // The built app, which holds no secret.
  ['GET /*', anybody],
])

/** Who asks: the browser and the person, as far as their cookies are good. */
export type Visitor = {
  terminal?: Terminal
  person?: Person
  /** Of the person's sign-in. */
  sessionId?: string
  /** When the person gave their PIN last, epoch ms. */
  provenAt?: number
}

const visitors = new WeakMap<FastifyRequest, Visitor>()

type Guard = {
  terminals: Pick<Terminals, 'findByToken'>
  sessions: Pick<Sessions, 'find' | 'touch'>
  cookies: Cookies
  clock: Clock
}

/** Lets through what the table allows; call it before any route is added. A route without a rule throws as it is added. */
export function guardRoutes(app: FastifyInstance, { terminals, sessions, cookies, clock }: Guard): void {
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) {
      if (!findRule(one, url))
        throw new Error(`nothing says who may ask ${one} ${url}: add it to ACCESS in staff/access.ts`)
    }
  })

  app.addHook('onRequest', async (request) => {
    const { url } = request.routeOptions
    // No route, or the app's files: there is nobody to know.
    if (url === undefined || !url.startsWith('/api/')) return
    const rule = findRule(request.method, url)
    const visitor = await findVisitor(request, rule)
    visitors.set(request, visitor)
    if (!rule) throw new Error(`nothing says who may ask ${request.method} ${url}`)
    const refusal = refusalOf(rule, visitor, clock)
    if (refusal) throw refusal
    if (visitor.sessionId !== undefined && isByHand(rule, request)) await sessions.touch(visitor.sessionId)
  })

  async function findVisitor(
    request: FastifyRequest,
    { fromCache = false }: { fromCache?: boolean } = {},
  ): Promise<Visitor> {
    const { terminalToken, sessionToken } = cookies.read(request.headers.cookie)
    const terminal = terminalToken && (await terminals.findByToken(terminalToken, { fromCache }))
    if (!terminal) return {}
    const signIn =
      sessionToken && (await sessions.find(sessionToken, terminal.id, { isRead: isRead(request), fromCache }))
    if (!signIn) return { terminal }
    return { terminal, person: signIn.person, sessionId: signIn.id, provenAt: signIn.provenAt }
  }
}

/** Why this visitor is turned down, in the order in which doors stand: terminal, person, kiosk, role, permission, PIN. */
function refusalOf(rule: Rule, { terminal, person, provenAt }: Visitor, clock: Clock): Refused | undefined {
  if (rule.who !== 'anybody' && !terminal)
    return rule.who === 'terminal'
      ? new Refused(401, 'not-enrolled', 'This browser is no terminal yet.')
      : new Refused(401, 'signed-out', 'Nobody is signed in here. Sign in and ask again.')
  if (terminal?.isKiosk && !rule.kiosk)
    return new Refused(403, 'not-allowed', 'At a kiosk nothing but selling is open.')
  if (rule.who === 'anybody' || rule.who === 'terminal') return undefined
  if (!person) return new Refused(401, 'signed-out', 'Nobody is signed in here. Sign in and ask again.')
  if (rule.who === 'supervisor' && person.role !== 'supervisor')
    return new Refused(403, 'not-allowed', `${person.name} may not do this. A supervisor may.`)
  if (rule.may && !mayDo(asSeenAt(person, terminal ?? {}), rule.may))
    return new Refused(403, 'not-allowed', `${person.name} may not do this. A supervisor can allow it.`)
  if (rule.proven && !isProvenAt(provenAt, clock.now()))
    return new Refused(401, 'step-up', 'Type your PIN once more for this.')
  return undefined
}

/** A PIN proves who is at the till for so long; after that it is asked for once more where that matters. */
export const SIGN_IN_PROVES_MS = 5 * 60_000

/** Whether the PIN was given lately; an age that cannot be, as after a restart under another clock, is too old. */
export function isProvenAt(at: number | undefined, now: number): boolean {
  const age = at === undefined ? Infinity : now - at
  return age >= 0 && age < SIGN_IN_PROVES_MS
}

/**
 * Whether the person who is signed in did it: reads are what a page does by itself, and at a door that is open to others somebody else may
 * stand. A deed that is turned down was done by hand all the same.
 */
const isByHand = ({ who, byPage }: Rule, request: FastifyRequest) =>
  (who === 'staff' || who === 'supervisor') && !byPage && !isRead(request)

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

const findRule = (method: string, url: string) => ACCESS.get(`${method === 'HEAD' ? 'GET' : method} ${url}`)

/** Whether the guard has looked who asks; requests that were turned away before it have nobody. */
export const isLookedAt = (request: FastifyRequest): boolean => visitors.has(request)

/** Who asks, where anybody may. */
export const visitorOf = (request: FastifyRequest): Visitor => visitors.get(request) ?? {}

/** The person who asks, on a route for staff or supervisors. */
export function personOf(request: FastifyRequest): Person {
  const { person } = visitorOf(request)
  if (!person) throw new Error('this route is open to people who are not signed in')
  return person
}

/** Their sign-in. */
export function signInOf(request: FastifyRequest): { id: string; person: Person } {
  const { sessionId: id } = visitorOf(request)
  if (id === undefined) throw new Error('this route is open to people who are not signed in')
  return { id, person: personOf(request) }
}

/** Whom or what the address of a request names. */
export const idOf = ({ params }: FastifyRequest): string => v.parse(v.object({ id: v.string() }), params).id

/** The same person for the audit log. */
export function doerOf(request: FastifyRequest): Doer {
  const [person, terminal] = [personOf(request), terminalOf(request)]
  return { by: { id: person.id, name: person.name }, terminal: { id: terminal.id, name: terminal.name } }
}

/** The terminal from which a signed-in person asks. */
export function terminalOf(request: FastifyRequest): Terminal {
  const { terminal } = visitorOf(request)
  if (!terminal) throw new Error('this route is open to browsers that are no terminal')
  return terminal
}
