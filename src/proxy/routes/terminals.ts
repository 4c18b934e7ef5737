import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { proxyPaths } from '#contract/proxy/paths.ts'
import { NoContent } from '#contract/proxy/sales.ts'
import { Enrol } from '#contract/proxy/session.ts'
import { IssueCode, LeaveKiosk, SetKiosk } from '#contract/proxy/terminals.ts'
import { RequestRefused } from '../failures.ts'
import { actorOf, idOf, terminalOf } from '../staff/access.ts'
import type { Cookies } from '../staff/cookies.ts'
import { listTerminals } from '../staff/list-terminals.ts'
import { InvalidOperation } from '../staff/invalid-operation.ts'
import type { StaffServices } from '../staff/open-staff.ts'

/** The browsers that are a till: enrolling by a one-time code, the list of them, and what supervisors do to them. */
export function terminalRoutes(
  app: FastifyInstance,
  { staff, cookies }: { staff: StaffServices; cookies: Cookies },
): void {
  const { terminals, pinGuard, denials } = staff

  app.post(proxyPaths.enrol, async (request, reply) => {
    const { code } = v.parse(Enrol, request.body)
    const enrolled = await terminals.enrol(code)
    if (!enrolled) {
      await denials.recordWrongCode(request)
      throw new RequestRefused(
        401,
        'wrong-code',
        'This code is wrong, used or older than 15 minutes. Ask for a new one.',
      )
    }
    // Its secret goes into a cookie and nowhere else.
    reply.header('set-cookie', [cookies.setTerminal(enrolled.token), cookies.clearSession()])
    return reply.header('cache-control', 'no-store').send({ terminal: enrolled.terminal })
  })

  app.get(proxyPaths.terminals, async (request) => ({ terminals: await listTerminals(staff, terminalOf(request).id) }))

  app.post(proxyPaths.enrollmentCodes, async (request) => {
    const { name, kiosk = false } = v.parse(IssueCode, request.body)
    return terminals.issueEnrollmentCode(name, { isKiosk: kiosk, actor: actorOf(request) })
  })

  app.post(proxyPaths.revokeTerminal(':id'), async (request) => {
    v.parse(NoContent, request.body)
    return terminals.revoke(idOf(request), actorOf(request))
  })

  app.put(proxyPaths.terminalKiosk(':id'), async (request) => {
    const { kiosk } = v.parse(SetKiosk, request.body)
    return terminals.setKiosk(idOf(request), kiosk, actorOf(request))
  })

  app.post(proxyPaths.leaveKiosk, async (request, reply) => {
    const { staffId, pin } = v.parse(LeaveKiosk, request.body)
    const { id, name, isKiosk } = terminalOf(request)
    if (!isKiosk) throw new InvalidOperation('This terminal is no kiosk.')
    const { person, assertStillValid } = await pinGuard.verify({ terminalId: id, staffId, pin, purpose: 'leave-kiosk' })
    if (person.role !== 'supervisor') {
      throw new RequestRefused(403, 'not-allowed', `${person.name} may not do this. A supervisor may.`)
    }
    const actor = { by: { id: person.id, name: person.name }, terminal: { id, name } }
    const terminal = await terminals.leaveKiosk(id, actor, assertStillValid)
    reply.header('set-cookie', cookies.clearSession())
    return reply.send({ terminal })
  })
}
