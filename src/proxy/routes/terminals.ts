import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { proxyPaths } from '#contract/proxy/paths.ts'
import { NoContent } from '#contract/proxy/sales.ts'
import { Enrol } from '#contract/proxy/session.ts'
import { IssueCode, LeaveKiosk, SetKiosk } from '#contract/proxy/terminals.ts'
import { Refused } from '../failures.ts'
import { doerOf, idOf, terminalOf } from '../staff/access.ts'
import type { Cookies } from '../staff/cookies.ts'
import { listTerminals } from '../staff/list-terminals.ts'
import { NotPossible } from '../staff/not-possible.ts'
import type { Staff } from '../staff/open-staff.ts'

/** The browsers that are a till: enrolling by a one-time code, the list of them, and what supervisors do to them. */
export function terminalRoutes(app: FastifyInstance, { staff, cookies }: { staff: Staff; cookies: Cookies }): void {
  const { terminals, pinGuard, denials } = staff

  app.post(proxyPaths.enrol, async (request, reply) => {
    const { code } = v.parse(Enrol, request.body)
    const enrolled = await terminals.enrol(code)
    if (!enrolled) {
      await denials.refuseCode(request)
      throw new Refused(401, 'wrong-code', 'This code is wrong, used or older than 15 minutes. Ask for a new one.')
    }
    // Its secret goes into a cookie and nowhere else.
    reply.header('set-cookie', [cookies.keepTerminal(enrolled.token), cookies.dropSession()])
    return reply.header('cache-control', 'no-store').send({ terminal: enrolled.terminal })
  })

  app.get(proxyPaths.terminals, async (request) => ({ terminals: await listTerminals(staff, terminalOf(request).id) }))

  app.post(proxyPaths.enrolCodes, async (request) => {
    const { name, kiosk = false } = v.parse(IssueCode, request.body)
    return terminals.issueEnrolCode(name, { isKiosk: kiosk, doer: doerOf(request) })
  })

  app.post(proxyPaths.revokeTerminal(':id'), async (request) => {
    v.parse(NoContent, request.body)
    return terminals.revoke(idOf(request), doerOf(request))
  })

  app.put(proxyPaths.terminalKiosk(':id'), async (request) => {
    const { kiosk } = v.parse(SetKiosk, request.body)
    return terminals.setKiosk(idOf(request), kiosk, doerOf(request))
  })

  app.post(proxyPaths.leaveKiosk, async (request, reply) => {
    const { staffId, pin } = v.parse(LeaveKiosk, request.body)
    const { id, name, isKiosk } = terminalOf(request)
    if (!isKiosk) throw new NotPossible('This terminal is no kiosk.')
    const { person, holdsIn } = await pinGuard.look({ terminalId: id, staffId, pin, purpose: 'leave-kiosk' })
    if (person.role !== 'supervisor') {
      throw new Refused(403, 'not-allowed', `${person.name} may not do this. A supervisor may.`)
    }
    const doer = { by: { id: person.id, name: person.name }, terminal: { id, name } }
    const terminal = await terminals.leaveKiosk(id, doer, holdsIn)
    reply.header('set-cookie', cookies.dropSession())
    return reply.send({ terminal })
  })
}
