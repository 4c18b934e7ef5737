import type { FastifyInstance, FastifyReply } from 'fastify'
import * as v from 'valibot'

import { proxyPaths } from '#contract/proxy/paths.ts'
import { NoContent } from '#contract/proxy/sales.ts'
import { StepUpBody, Setup, SignIn, type Session } from '#contract/proxy/session.ts'
import { personAt } from '#domain/person.ts'
import { RequestRefused } from '../failures.ts'
import { signInOf, terminalOf, requesterOf, type Requester } from '../staff/access.ts'
import type { Cookies } from '../staff/cookies.ts'
import type { StaffServices } from '../staff/open-staff.ts'

export type SessionDeps = {
  staff: StaffServices
  cookies: Cookies
  /** The shop's name from the point information, when it has been read. */
  shopName: () => string | undefined
  practice: boolean
  timeZone: string
  version: string
}

/** Who is here: asking, signing in and out, giving the PIN once more. Every one of them answers the session as it then stands. */
export function sessionRoutes(
  app: FastifyInstance,
  { staff, cookies, shopName, practice, timeZone, version }: SessionDeps,
): void {
  app.get(proxyPaths.session, async (request, reply) => {
    const visitor = requesterOf(request)
    if (visitor.terminal || !practice || !isLoopback(request.ip)) return answer(reply, visitor)
    const { terminalToken } = cookies.read(request.headers.cookie)
    // It was taken away from this browser: a person has to give it back, by a code.
    if (terminalToken && (await staff.terminals.wasRevoked(terminalToken))) return answer(reply, visitor)
    const { terminal, token } = staff.terminals.offer('This machine')
    reply.header('set-cookie', cookies.setTerminal(token))
    return answer(reply, { terminal })
  })

  app.post(proxyPaths.session, async (request, reply) => {
    const { staffId, pin } = v.parse(SignIn, request.body)
    const { terminal } = requesterOf(request)
    const { terminalToken } = cookies.read(request.headers.cookie)
    if (!terminal || !terminalToken) {
      throw new RequestRefused(
        401,
        'not-enrolled',
        'This browser is no terminal yet. Enter the code a supervisor gives you.',
      )
    }
    const { person, token } = await staff.sessions.signIn(terminal, staffId, pin)
    reply.header('set-cookie', [cookies.setTerminal(terminalToken), cookies.setSession(token)])
    return answer(reply, { terminal, person })
  })

  app.delete(proxyPaths.session, async (request, reply) => {
    const { terminal } = requesterOf(request)
    const { sessionToken } = cookies.read(request.headers.cookie)
    if (sessionToken) await staff.sessions.end(sessionToken)
    reply.header('set-cookie', cookies.clearSession())
    return answer(reply, terminal ? { terminal } : {})
  })

  app.post(proxyPaths.stepUp, async (request, reply) => {
    const { pin } = v.parse(StepUpBody, request.body)
    const token = await staff.sessions.stepUp(signInOf(request), terminalOf(request), pin)
    reply.header('set-cookie', cookies.setSession(token))
    return answer(reply, requesterOf(request))
  })

  // That it was let through is all: the guard has kept the session alive.
  app.post(proxyPaths.heartbeat, async (request, reply) => {
    v.parse(NoContent, request.body)
    return reply.send({})
  })

  app.post(proxyPaths.setup, async (request, reply) => {
    const wanted = v.parse(Setup, request.body)
    const made = await staff.setup.setUp(wanted)
    if (made === 'wrong-code') {
      await staff.denials.recordWrongCode(request)
      throw new RequestRefused(
        401,
        'wrong-code',
        'This link is wrong, used or too old. Start Toptill again for a new one.',
      )
    }
    reply.header('set-cookie', [cookies.setTerminal(made.terminalToken), cookies.setSession(made.sessionToken)])
    return answer(reply, made)
  })

  async function answer(reply: FastifyReply, visitor: Requester): Promise<FastifyReply> {
    return reply.header('cache-control', 'no-store').send(await sessionFor(visitor))
  }

  /** A browser that is no terminal learns nothing about the shop or its people. */
  async function sessionFor({ terminal, person }: Requester): Promise<Session> {
    if (!terminal) return { terminal: null, staff: [], isPractice: practice, timeZone, version }
    const name = shopName()
    return {
      terminal,
      staff: (await staff.people.list()).map(({ id, name: called, role }) => ({ id, name: called, role })),
      idleMs: staff.settings.idleMs(),
      isPractice: practice,
      timeZone,
      version,
      ...(name !== undefined && { shop: { name } }),
      ...(person && { person: personAt(person, terminal) }),
      ...(practice && { demoPins: await readDemoPins() }),
    }
  }

  async function readDemoPins(): Promise<Record<string, string>> {
    return Object.fromEntries((await staff.demo.signIns()).map(({ id, pin }) => [id, pin]))
  }
}

const isLoopback = (ip: string) => ip === '::1' || /^(::ffff:)?127\.\d+\.\d+\.\d+$/.test(ip)
