import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Session } from '#api/session.ts'
import type { TerminalSettings } from '#api/settings.ts'
import { personAt, refOf, VISIT_MS, type Terminal } from '#domain/person.ts'
import type { ShopCalendar } from '#domain/shop-calendar.ts'
import { RequestRefused } from '../lib/failures.ts'
import { tillSettingsOf } from './settings.ts'
import { access, actorOf, requesterOf, signInOf, terminalOf, type Requester } from './access.ts'
import type { Cookies } from './cookies.ts'
import type { Memberships } from '../shops/memberships.ts'
import type { StaffServices } from './open-staff.ts'
import { route, type Route } from '../http/route.ts'

export type SessionDeps = {
  staff: StaffServices
  cookies: Cookies
  shopName: () => string | undefined
  /** `practice`: the whole shop is in practice mode. `hasPractice`: individual tills can be. */
  practice: boolean
  hasPractice: boolean
  hasShops: boolean
  /** Absent if no account can be connected on the screen. */
  whereToConnect?: ((request: FastifyRequest) => 'here' | 'elsewhere') | undefined
  /** Absent if the installation has one shop. */
  memberships?: Memberships | undefined
  calendar: () => ShopCalendar
  mailsReceipts: () => boolean
  build: string
}

function sessionAnswer(deps: SessionDeps) {
  const { staff, shopName, practice, hasPractice, hasShops, whereToConnect, calendar, mailsReceipts, build } = deps
  const hasTimeZone = staff.settings.hasTimeZoneOfAdministrator
  let hasPeople = false

  /** The shop has no people yet. With several shops, a browser that is not a terminal belongs to none. */
  async function isNew(): Promise<boolean> {
    if (hasShops) return false
    hasPeople ||= await staff.people.hasAnyone()
    return !hasPeople
  }

  async function answer(reply: FastifyReply, { terminal, person }: Requester): Promise<Session> {
    reply.header('cache-control', 'no-store')
    const connecting = whereToConnect && { canConnect: whereToConnect(reply.request) }
    // Other browsers learn nothing about a shop or its people, except that there are none yet.
    if (!terminal) {
      const { timeZone } = calendar()
      return {
        terminal: null,
        staff: [],
        isPractice: practice,
        ...(hasShops && { hasShops }),
        ...((await isNew()) && { isNew: true, ...(!hasTimeZone && { asksTimeZone: true }) }),
        ...connecting,
        timeZone,
        build,
      }
    }
    const name = shopName()
    const { accent } = staff.settings.current().brand
    const shop = name !== undefined && { shop: { name, ...(accent !== 'petrol' && { accent }) } }
    // Customers use a self-order tablet, so no one signs in there, and no people are named.
    if (terminal.isSelfOrder) return { terminal, staff: [], isPractice: practice, ...calendar(), build, ...shop }
    return {
      terminal,
      staff: (await staff.people.list()).map(({ id, name: called, role }) => ({ id, name: called, role })),
      idleMs: staff.settings.idleMs(),
      isPractice: practice,
      ...(hasPractice && { hasPractice }),
      ...connecting,
      ...calendar(),
      build,
      ...shop,
      ...(person && {
        person: personAt(person, terminal),
        settings: settingsAt(terminal),
        settingsVersion: staff.settings.version(),
      }),
      ...((await staff.badges.hasAny()) && { hasBadges: true }),
      ...(practice && { demoPins: await readDemoPins() }),
    }
  }

  /** A till in practice has no drawer, wallet or email. */
  function settingsAt({ isPractice }: Terminal): TerminalSettings {
    const settings = { ...tillSettingsOf(staff.settings.current()), mailsReceipts: mailsReceipts() }
    return isPractice ? { ...settings, drawer: false, walletMarks: false, mailsReceipts: false } : settings
  }

  async function readDemoPins(): Promise<Record<string, string>> {
    return Object.fromEntries((await staff.demo.signIns()).map(({ id, pin }) => [id, pin]))
  }

  return answer
}

/** Sign-in and sign-out, step-up and setup (each returns the session after it), and the sessions of the whole shop. */
export function sessionRoutes(deps: SessionDeps): Route[] {
  const answer = sessionAnswer(deps)
  return [...signInRoutes(deps, answer), badgeRoute(deps, answer), ...signedInRoutes(deps, answer)]
}

type AnswerSession = ReturnType<typeof sessionAnswer>

function signInRoutes({ staff, cookies, practice, calendar }: SessionDeps, answer: AnswerSession): Route[] {
  const { sessions } = staff
  return [
    route('GET /api/brand', {
      access: access.device,
      handle: async () => {
        const { logo } = staff.settings.current().receipt
        return logo === undefined ? {} : { logo }
      },
    }),
    route('GET /api/session', {
      access: access.anyone,
      handle: async ({ request, reply }) => {
        const requester = requesterOf(request)
        if (requester.terminal || !practice || !isLoopback(request.ip)) return answer(reply, requester)
        const { terminalToken } = cookies.read(request.headers.cookie)
        // A revoked terminal has to be enrolled again with a code.
        if (terminalToken && (await staff.terminals.wasRevoked(terminalToken))) return answer(reply, requester)
        const { terminal, token } = staff.terminals.offer('This machine')
        reply.header('set-cookie', cookies.setTerminal(token))
        return answer(reply, { terminal })
      },
    }),
    route('POST /api/session', {
      access: access.signIn,
      handle: async ({ body: { staffId, pin, isVisit }, request, reply }) => {
        const { terminal } = requesterOf(request)
        const { terminalToken } = cookies.read(request.headers.cookie)
        if (!terminal || !terminalToken) {
          throw new RequestRefused(
            401,
            'not-enrolled',
            'This browser is not a till yet. Enter the code a supervisor gives you.',
          )
        }
        const { person, token } = await sessions.signIn(terminal, staffId, pin, isVisit && VISIT_MS)
        reply.header('set-cookie', [cookies.setTerminal(terminalToken), cookies.setSession(token)])
        return answer(reply, { terminal, person })
      },
    }),
    route('DELETE /api/session', {
      access: access.anyone,
      handle: async ({ request, reply }) => {
        const { terminal, person } = requesterOf(request)
        const { sessionToken } = cookies.read(request.headers.cookie)
        if (sessionToken) await sessions.end(sessionToken)
        // Clears the customer's data from their display. A sign-out that is repeated late doesn't clear the next person's.
        if (terminal && person) staff.tickets.tell(terminal.id, { kind: 'none' })
        reply.header('set-cookie', cookies.clearSession())
        return answer(reply, terminal ? { terminal } : {})
      },
    }),
    route('POST /api/setup', {
      access: access.anyone,
      handle: async ({ body, request, reply }) => {
        const made = await staff.setup.setUp(body)
        if (made === 'wrong-code') {
          await staff.denials.recordWrongCode(request)
          throw new RequestRefused(
            401,
            'wrong-code',
            'This link is wrong, used or too old. Restart Toptill for a new one.',
          )
        }
        reply.header('set-cookie', [cookies.setTerminal(made.terminalToken), cookies.setSession(made.sessionToken)])
        const { timeZone } = body
        if (timeZone !== undefined && timeZone !== calendar().timeZone)
          await staff.settings.set({ timeZone }, { by: refOf(made.person), terminal: refOf(made.terminal) })
        return answer(reply, made)
      },
    }),
  ]
}

function badgeRoute({ staff, cookies }: SessionDeps, answer: AnswerSession): Route {
  return route('POST /api/session/badge', {
    access: access.badge,
    handle: async ({ body: { code, pin }, request, reply }) => {
      const terminal = terminalOf(request)
      const { terminalToken } = cookies.read(request.headers.cookie)
      const signedIn = await staff.signInWithBadge(terminal, code, pin)
      if ('needsPinOf' in signedIn) return signedIn
      const { person, token } = signedIn
      reply.header('set-cookie', [
        ...(terminalToken ? [cookies.setTerminal(terminalToken)] : []),
        cookies.setSession(token),
      ])
      return answer(reply, { terminal, person })
    },
  })
}

function signedInRoutes({ staff, cookies, memberships }: SessionDeps, answer: AnswerSession): Route[] {
  const { sessions } = staff
  return [
    route('POST /api/session/step-up', {
      access: access.selling,
      handle: async ({ body: { pin }, request, reply }) => {
        const token = await sessions.stepUp(signInOf(request), terminalOf(request), pin)
        reply.header('set-cookie', cookies.setSession(token))
        return answer(reply, requesterOf(request))
      },
    }),
    // Not at a kiosk, where customers would choose the language.
    route('PUT /api/session/language', {
      access: access.counter,
      handle: async ({ body: { language }, request, reply }) => {
        const { person, isChanged } = await staff.people.setLanguage(signInOf(request).person.id, language)
        // Not awaited, because the other shops may take seconds.
        if (isChanged) void memberships?.tellLanguage(person.id, language)
        return answer(reply, { terminal: terminalOf(request), person })
      },
    }),
    // The routes' guard has already recorded the activity.
    route('POST /api/session/heartbeat', {
      access: access.selling,
      handle: async () => ({}),
    }),
    route('GET /api/sessions', {
      access: access.supervisor,
      handle: async ({ request }) => ({ sessions: await sessions.list(signInOf(request).id) }),
    }),
    route('POST /api/sessions/:id/end', {
      access: access.stepUp,
      handle: async ({ id, request }) => {
        await sessions.endRemotely(id, actorOf(request))
        return {}
      },
    }),
  ]
}

const isLoopback = (ip: string) => ip === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(ip)
