import type { FastifyInstance, FastifyRequest } from 'fastify'

import { refOf, personAt, hasPermission, type Permission, type Person, type Terminal } from '#domain/person.ts'
import type { Clock } from '../lib/clock.ts'
import { RequestRefused } from '../lib/failures.ts'
import { isOfDisplay, type Cookies } from './cookies.ts'
import type { Actor } from '../audit/audit-log.ts'
import type { Display, Displays } from '../display/displays.ts'
import type { Phones } from './terminals/phones.ts'
import type { Owners } from './owners.ts'
import type { PinGuard } from './pins/pin-guard.ts'
import type { Sessions } from './sessions.ts'
import type { Terminals } from './terminals/terminals.ts'

/**
 * `kiosk`: also from a kiosk, where only such routes are open, regardless of who is signed in. `selfOrder`: also from a self-order tablet or a customer's phone,
 * where no one signs in and only such routes are open; `who: 'self-order'` means only from there. `stepUp`: only if the person entered their own PIN within
 * `STEP_UP_VALID_MS`. `isAutomatic`: the page sends it automatically, so it keeps no one signed in. `fromCache`: the requester may come from the cache; never
 * for anything that touches money, codes or staff. `display`: only from a till's customer display, which has its own cookie and is not a terminal.
 */
export type AccessRule = {
  who: 'anyone' | 'display' | 'terminal' | 'self-order' | 'staff' | 'supervisor' | 'owner'
  kiosk?: true
  selfOrder?: true
  stepUp?: true
  permission?: Permission
  isAutomatic?: true
  fromCache?: true
}

const selling: AccessRule = { who: 'staff', kiosk: true }

export const access = {
  anyone: { who: 'anyone', kiosk: true, selfOrder: true },
  signIn: { who: 'anyone', kiosk: true },
  display: { who: 'display' },
  selfOrder: { who: 'self-order', selfOrder: true },
  terminal: { who: 'terminal', kiosk: true },
  device: { who: 'terminal', kiosk: true, selfOrder: true },
  /** Not at a kiosk, where a customer could hold a card to a reader. */
  badge: { who: 'terminal' },
  selling,
  international: { ...selling, permission: 'international' },
  /** Anyone signed in, but not at a kiosk. */
  counter: { who: 'staff' },
  supervisor: { who: 'supervisor' },
  /** For people, devices and limits, and for what must not be undone at an unattended till: alerts, wallet explanations, a stop of selling. */
  stepUp: { who: 'supervisor', stepUp: true },
  /** For what concerns all shops of an installation. */
  owner: { who: 'owner' },
} as const satisfies Record<string, AccessRule>

/** What the valid cookies show. */
export type Requester = {
  terminal?: Terminal
  /** Set on the routes of a display, instead of everything else. */
  display?: Display
  person?: Person
  sessionId?: string
  /** Epoch ms. */
  pinConfirmedAt?: number
}

const requesters = new WeakMap<FastifyRequest, Requester>()

type GuardDeps = {
  ruleOf: (method: string, path: string) => AccessRule | undefined
  isOpenInPractice: (method: string, path: string) => boolean
  terminals: Pick<Terminals, 'findByToken'>
  displays: Pick<Displays, 'findByToken'>
  phones: Pick<Phones, 'findBySecret'>
  sessions: Pick<Sessions, 'find' | 'recordActivity'>
  owners: Pick<Owners, 'isConfirmed' | 'catchUp'>
  cookies: Cookies
  clock: Clock
}

/** Call before any route is added: adding a route without a rule throws. */
export function guardRoutes(
  app: FastifyInstance,
  { ruleOf, isOpenInPractice, terminals, displays, phones, sessions, owners, cookies, clock }: GuardDeps,
): void {
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat())
      if (!ruleOf(one, url)) throw new Error(`${one} ${url} does not say who may use it: add it to the table of routes`)
  })

  app.addHook('onRequest', async (request) => {
    const { url } = request.routeOptions
    // Unknown routes and the app's files need no requester.
    if (url === undefined || !url.startsWith('/api/')) return
    const rule = ruleOf(request.method, url)
    const requester = await (isOfDisplay(url) ? findDisplay(request) : findRequester(request, rule))
    requesters.set(request, requester)
    if (!rule) throw new Error(`${request.method} ${url} does not say who may use it`)
    const refusal = refusalOf(rule, requester, clock)
    if (refusal) throw refusal
    if (requester.terminal?.isPractice && !isOpenInPractice(request.method, url)) {
      throw new RequestRefused(
        409,
        'in-practice',
        'This till is in practice, where nothing with real money is available. A supervisor can switch it back.',
      )
    }
    if (requester.sessionId !== undefined && isByHand(rule, request)) await sessions.recordActivity(requester.sessionId)
  })

  async function findDisplay(request: FastifyRequest): Promise<Requester> {
    const token = cookies.readDisplay(request.headers.cookie)
    const display = token === undefined ? undefined : await displays.findByToken(token)
    return display ? { display } : {}
  }

  async function findRequester(
    request: FastifyRequest,
    { fromCache = false }: { fromCache?: boolean } = {},
  ): Promise<Requester> {
    const { terminalToken, sessionToken } = cookies.read(request.headers.cookie)
    const terminal =
      terminalToken &&
      (phones.findBySecret(terminalToken) ?? (await terminals.findByToken(terminalToken, { fromCache })))
    if (!terminal) return {}
    const signIn =
      sessionToken && (await sessions.find(sessionToken, terminal.id, { isRead: isRead(request), fromCache }))
    if (!signIn) return { terminal }
    const person = fromCache ? signIn.person : await withoutOldRight(signIn.person)
    return { terminal, person, sessionId: signIn.id, pinConfirmedAt: signIn.pinConfirmedAt }
  }

  /** Removes an owner right that was revoked elsewhere without notifying this shop. */
  async function withoutOldRight(person: Person): Promise<Person> {
    if (!person.isOwner || (await owners.isConfirmed(person.id))) return person
    await owners.catchUp()
    const { isOwner: _, ...supervisor } = person
    return supervisor
  }
}

/** Checks in this order: terminal, its kind, person, role, permission, step-up. */
function refusalOf(
  rule: AccessRule,
  { terminal, display, person, pinConfirmedAt }: Requester,
  clock: Clock,
): RequestRefused | undefined {
  if (rule.who === 'display')
    return display ? undefined : new RequestRefused(401, 'not-enrolled', 'This screen is not a customer display yet.')
  if (rule.who !== 'anyone' && !terminal)
    return rule.who === 'terminal' || rule.who === 'self-order'
      ? new RequestRefused(401, 'not-enrolled', 'This browser is not a till yet.')
      : new RequestRefused(401, 'signed-out', 'No one is signed in here. Sign in and try again.')
  if (terminal?.isSelfOrder)
    return rule.selfOrder
      ? undefined
      : new RequestRefused(403, 'not-allowed', 'On this tablet, customers can only order.')
  if (rule.who === 'self-order')
    return new RequestRefused(403, 'not-allowed', 'Orders are placed on a self-order tablet.')
  if (terminal?.isKiosk && !rule.kiosk) return new RequestRefused(403, 'not-allowed', 'A kiosk can only sell.')
  if (rule.who === 'anyone' || rule.who === 'terminal') return undefined
  if (!person) return new RequestRefused(401, 'signed-out', 'No one is signed in here. Sign in and try again.')
  if (rule.who === 'supervisor' && person.role !== 'supervisor')
    return new RequestRefused(403, 'not-allowed', `${person.name} can't do this. A supervisor can.`)
  if (rule.who === 'owner' && !person.isOwner)
    return new RequestRefused(403, 'not-allowed', `${person.name} can't do this. An owner of the shops can.`)
  if (rule.permission && !hasPermission(personAt(person, terminal ?? {}), rule.permission))
    return new RequestRefused(403, 'not-allowed', `${person.name} can't do this. A supervisor can allow it.`)
  if (rule.stepUp && !isStepUpValid(pinConfirmedAt, clock.now()))
    return new RequestRefused(401, 'step-up-required', 'Enter your PIN again for this.')
  return undefined
}

/** How long an entered PIN counts; after that, routes with `stepUp` require it again. */
const STEP_UP_VALID_MS = 5 * 60_000

/** A negative age (another clock after a restart) counts as too old. */
function isStepUpValid(at: number | undefined, now: number): boolean {
  const age = at === undefined ? Infinity : now - at
  return age >= 0 && age < STEP_UP_VALID_MS
}

/** A page sends reads automatically, and someone else at that terminal may use a route that is open to others. A rejected action was still deliberate. */
const isByHand = ({ who, isAutomatic }: AccessRule, request: FastifyRequest) =>
  (who === 'staff' || who === 'supervisor' || who === 'owner') && !isAutomatic && !isRead(request)

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

/** Requests rejected before the guard have no requester. */
export const isIdentified = (request: FastifyRequest): boolean => requesters.has(request)

/** Used where anyone may use the route. */
export const requesterOf = (request: FastifyRequest): Requester => requesters.get(request) ?? {}

/** Only for routes for staff or supervisors. */
export function personOf(request: FastifyRequest): Person {
  const { person } = requesterOf(request)
  if (!person) throw new Error('this route is open to people who are not signed in')
  return person
}

export function signInOf(request: FastifyRequest): { id: string; person: Person } {
  const { sessionId: id } = requesterOf(request)
  if (id === undefined) throw new Error('this route is open to people who are not signed in')
  return { id, person: personOf(request) }
}

/** For the audit log. */
export function actorOf(request: FastifyRequest): Actor {
  return { by: refOf(personOf(request)), terminal: refOf(terminalOf(request)) }
}

export function terminalOf(request: FastifyRequest): Terminal {
  const { terminal } = requesterOf(request)
  if (!terminal) throw new Error('this route is open to browsers that are no terminal')
  return terminal
}

export function displayOf(request: FastifyRequest): Display {
  const { display } = requesterOf(request)
  if (!display) throw new Error('this route is open to browsers that are no display')
  return display
}

export type StepUp = {
  /** In the last five minutes, or now as `pin`. Throws `RequestRefused` like the PIN guard. */
  hasStepUp: (request: FastifyRequest, pin: string | undefined) => Promise<boolean>
}

/** For routes that require step-up only in some cases. */
export const createStepUp = ({ pinGuard, clock }: { pinGuard: PinGuard; clock: Clock }): StepUp => ({
  hasStepUp: async (request, pin) => {
    if (pin === undefined) return isStepUpValid(requesterOf(request).pinConfirmedAt, clock.now())
    const { id } = personOf(request)
    await pinGuard.identify({ terminalId: terminalOf(request).id, staffId: id, pin, purpose: 'step-up' })
    return true
  },
})
