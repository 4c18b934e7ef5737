import type { FastifyInstance, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { proxyPaths } from '#contract/proxy/paths.ts'
import { personAt, hasPermission, type Permission, type Person, type Terminal } from '#domain/person.ts'
import type { Clock } from '../clock.ts'
import { RequestRefused } from '../failures.ts'
import type { Cookies } from './cookies.ts'
import type { Actor } from './actor.ts'
import type { Sessions } from './sessions.ts'
import type { Terminals } from './terminals.ts'

/**
 * Who may ask. `kiosk`: also from a kiosk terminal; nothing else answers there, whoever is signed in. `proven`: only when the own PIN was given
 * within `STEP_UP_VALID_MS`. `may`: with that permission only. `isAutomatic`: the page asks by itself, so nobody is kept signed in by it.
 * `fromCache`: who asks may be known from memory; for nothing that touches money, codes or staff.
 */
export type AccessRule = {
  who: 'anyone' | 'terminal' | 'staff' | 'supervisor'
  kiosk?: true
  stepUp?: true
  permission?: Permission
  isAutomatic?: true
  fromCache?: true
}

const anyone: AccessRule = { who: 'anyone', kiosk: true }
const terminal: AccessRule = { who: 'terminal', kiosk: true }
const staff: AccessRule = { who: 'staff' }
/** What selling takes. */
const selling: AccessRule = { who: 'staff', kiosk: true }
const international: AccessRule = { ...selling, permission: 'international' }
const supervisor: AccessRule = { who: 'supervisor' }
/** Power over people, devices and limits. */
const stepUp: AccessRule = { who: 'supervisor', stepUp: true }

/** Who may ask what (DESIGN section 3). What is not in this table cannot become a route. */
export const ACCESS: ReadonlyMap<string, AccessRule> = new Map<string, AccessRule>([
  [`GET ${proxyPaths.session}`, anyone],
  [`POST ${proxyPaths.session}`, anyone],
  [`DELETE ${proxyPaths.session}`, anyone],
  [`POST ${proxyPaths.heartbeat}`, selling],
  [`POST ${proxyPaths.stepUp}`, selling],
  [`POST ${proxyPaths.setup}`, anyone],
  [`POST ${proxyPaths.enrol}`, anyone],
  [`POST ${proxyPaths.leaveKiosk}`, terminal],
  [`GET ${proxyPaths.terminals}`, supervisor],
  [`POST ${proxyPaths.enrollmentCodes}`, stepUp],
  [`POST ${proxyPaths.revokeTerminal(':id')}`, stepUp],
  [`PUT ${proxyPaths.terminalKiosk(':id')}`, stepUp],
  [`GET ${proxyPaths.sessions}`, supervisor],
  [`POST ${proxyPaths.endSession(':id')}`, stepUp],
  [`GET ${proxyPaths.staff}`, supervisor],
  [`POST ${proxyPaths.staff}`, stepUp],
  [`POST ${proxyPaths.staffPin(':id')}`, stepUp],
  [`POST ${proxyPaths.unlockStaff(':id')}`, stepUp],
  [`POST ${proxyPaths.disableStaff(':id')}`, stepUp],
  [`POST ${proxyPaths.enableStaff(':id')}`, stepUp],
  [`PUT ${proxyPaths.staffPermissions(':id')}`, stepUp],
  [`PUT ${proxyPaths.staffLimits(':id')}`, stepUp],
  [`GET ${proxyPaths.settings}`, supervisor],
  [`PUT ${proxyPaths.settings}`, stepUp],
  [`GET ${proxyPaths.audit}`, supervisor],
  [`GET ${proxyPaths.status}`, { ...selling, fromCache: true }],
  [`GET ${proxyPaths.catalogue}`, { ...selling, fromCache: true }],
  [`GET ${proxyPaths.skipped}`, supervisor],
  [`GET ${proxyPaths.countries}`, international],
  [`GET ${proxyPaths.country(':id')}`, international],
  [`GET ${proxyPaths.provider(':id')}`, international],
  // At a kiosk only the open sales of that terminal: `routes/sales-list.ts` and `sales/sale-access.ts` look.
  [`GET ${proxyPaths.sales}`, selling],
  [`GET ${proxyPaths.sale(':id')}`, selling],
  [`PUT ${proxyPaths.sale(':id')}`, selling],
  [`POST ${proxyPaths.confirmSale(':id')}`, selling],
  [`POST ${proxyPaths.findSale(':id')}`, selling],
  [`POST ${proxyPaths.abandonSale(':id')}`, selling],
  [`POST ${proxyPaths.takeOverSale(':id')}`, staff],
  [`POST ${proxyPaths.resolveSale(':id')}`, stepUp],
  [`POST ${proxyPaths.refundedSale(':id')}`, selling],
  [`POST ${proxyPaths.acknowledgeSale(':id')}`, { ...selling, isAutomatic: true }],
  [`POST ${proxyPaths.revealSale(':id')}`, selling],
  [`POST ${proxyPaths.deliveredSale(':id')}`, selling],
  [`GET ${proxyPaths.wallet}`, supervisor],
  [`POST ${proxyPaths.resumeSelling}`, supervisor],
  [`GET ${proxyPaths.alive}`, anyone],
  [`GET ${proxyPaths.ready}`, anyone],
  // It looks itself where the question comes from.
  [`GET ${proxyPaths.metrics}`, anyone],
  // The built app, which holds no secret.
  ['GET /*', anyone],
])

/** Who asks: the browser and the person, as far as their cookies are good. */
export type Requester = {
  terminal?: Terminal
  person?: Person
  /** Of the person's sign-in. */
  sessionId?: string
  /** When the person gave their PIN last, epoch ms. */
  pinConfirmedAt?: number
}

const requesters = new WeakMap<FastifyRequest, Requester>()

type GuardDeps = {
  terminals: Pick<Terminals, 'findByToken'>
  sessions: Pick<Sessions, 'find' | 'recordActivity'>
  cookies: Cookies
  clock: Clock
}

/** Lets through what the table allows; call it before any route is added. A route without a rule throws as it is added. */
export function guardRoutes(app: FastifyInstance, { terminals, sessions, cookies, clock }: GuardDeps): void {
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
    const requester = await findRequester(request, rule)
    requesters.set(request, requester)
    if (!rule) throw new Error(`nothing says who may ask ${request.method} ${url}`)
    const refusal = refusalOf(rule, requester, clock)
    if (refusal) throw refusal
    if (requester.sessionId !== undefined && isByHand(rule, request)) await sessions.recordActivity(requester.sessionId)
  })

  async function findRequester(
    request: FastifyRequest,
    { fromCache = false }: { fromCache?: boolean } = {},
  ): Promise<Requester> {
    const { terminalToken, sessionToken } = cookies.read(request.headers.cookie)
    const terminal = terminalToken && (await terminals.findByToken(terminalToken, { fromCache }))
    if (!terminal) return {}
    const signIn =
      sessionToken && (await sessions.find(sessionToken, terminal.id, { isRead: isRead(request), fromCache }))
    if (!signIn) return { terminal }
    return { terminal, person: signIn.person, sessionId: signIn.id, pinConfirmedAt: signIn.pinConfirmedAt }
  }
}

/** Why this visitor is turned down, in the order in which doors stand: terminal, person, kiosk, role, permission, PIN. */
function refusalOf(
  rule: AccessRule,
  { terminal, person, pinConfirmedAt }: Requester,
  clock: Clock,
): RequestRefused | undefined {
  if (rule.who !== 'anyone' && !terminal)
    return rule.who === 'terminal'
      ? new RequestRefused(401, 'not-enrolled', 'This browser is no terminal yet.')
      : new RequestRefused(401, 'signed-out', 'Nobody is signed in here. Sign in and ask again.')
  if (terminal?.isKiosk && !rule.kiosk)
    return new RequestRefused(403, 'not-allowed', 'At a kiosk nothing but selling is open.')
  if (rule.who === 'anyone' || rule.who === 'terminal') return undefined
  if (!person) return new RequestRefused(401, 'signed-out', 'Nobody is signed in here. Sign in and ask again.')
  if (rule.who === 'supervisor' && person.role !== 'supervisor')
    return new RequestRefused(403, 'not-allowed', `${person.name} may not do this. A supervisor may.`)
  if (rule.permission && !hasPermission(personAt(person, terminal ?? {}), rule.permission))
    return new RequestRefused(403, 'not-allowed', `${person.name} may not do this. A supervisor can allow it.`)
  if (rule.stepUp && !isStepUpValid(pinConfirmedAt, clock.now()))
    return new RequestRefused(401, 'step-up-required', 'Type your PIN once more for this.')
  return undefined
}

/** A PIN proves who is at the till for so long; after that it is asked for once more where that matters. */
export const STEP_UP_VALID_MS = 5 * 60_000

/** Whether the PIN was given lately; an age that cannot be, as after a restart under another clock, is too old. */
export function isStepUpValid(at: number | undefined, now: number): boolean {
  const age = at === undefined ? Infinity : now - at
  return age >= 0 && age < STEP_UP_VALID_MS
}

/**
 * Whether the person who is signed in did it: reads are what a page does by itself, and at a door that is open to others somebody else may
 * stand. A deed that is turned down was done by hand all the same.
 */
const isByHand = ({ who, isAutomatic }: AccessRule, request: FastifyRequest) =>
  (who === 'staff' || who === 'supervisor') && !isAutomatic && !isRead(request)

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

const findRule = (method: string, url: string) => ACCESS.get(`${method === 'HEAD' ? 'GET' : method} ${url}`)

/** Whether the guard has looked who asks; requests that were turned away before it have nobody. */
export const isIdentified = (request: FastifyRequest): boolean => requesters.has(request)

/** Who asks, where anybody may. */
export const requesterOf = (request: FastifyRequest): Requester => requesters.get(request) ?? {}

/** The person who asks, on a route for staff or supervisors. */
export function personOf(request: FastifyRequest): Person {
  const { person } = requesterOf(request)
  if (!person) throw new Error('this route is open to people who are not signed in')
  return person
}

/** Their sign-in. */
export function signInOf(request: FastifyRequest): { id: string; person: Person } {
  const { sessionId: id } = requesterOf(request)
  if (id === undefined) throw new Error('this route is open to people who are not signed in')
  return { id, person: personOf(request) }
}

/** Whom or what the address of a request names. */
export const idOf = ({ params }: FastifyRequest): string => v.parse(v.object({ id: v.string() }), params).id

/** The same person for the audit log. */
export function actorOf(request: FastifyRequest): Actor {
  const [person, terminal] = [personOf(request), terminalOf(request)]
  return { by: { id: person.id, name: person.name }, terminal: { id: terminal.id, name: terminal.name } }
}

/** The terminal from which a signed-in person asks. */
export function terminalOf(request: FastifyRequest): Terminal {
  const { terminal } = requesterOf(request)
  if (!terminal) throw new Error('this route is open to browsers that are no terminal')
  return terminal
}
