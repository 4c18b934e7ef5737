import { NoContent } from '#contract/proxy/input-parts.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import {
  Enrol,
  IssueCode,
  IssuedCode,
  LeaveKiosk,
  OwnTerminal,
  SetKiosk,
  TerminalAnswer,
  TerminalList,
} from '#contract/proxy/terminals.ts'
import { InvalidOperation, RequestRefused } from '../failures.ts'
import { access, actorOf, terminalOf } from '../staff/access.ts'
import type { Cookies } from '../staff/cookies.ts'
import { listTerminals } from '../staff/overview.ts'
import type { StaffServices } from '../staff/open-staff.ts'
import { route, type Route } from './route.ts'

/** The enrolled browsers: enrollment by a one-time code, the list of them, and what supervisors change about them. */
export function terminalRoutes({ staff, cookies }: { staff: StaffServices; cookies: Cookies }): Route[] {
  const { terminals, pinGuard, denials } = staff
  return [
    route({
      method: 'POST',
      path: proxyPaths.enrol,
      access: access.anyone,
      body: Enrol,
      answer: OwnTerminal,
      handle: async ({ body: { code }, request, reply }) => {
        const enrolled = await terminals.enrol(code)
        if (!enrolled) {
          await denials.recordWrongCode(request)
          throw new RequestRefused(
            401,
            'wrong-code',
            'This code is wrong, used or older than 15 minutes. Ask for a new one.',
          )
        }
        // The secret of the terminal goes into a cookie and nowhere else.
        reply.header('set-cookie', [cookies.setTerminal(enrolled.token), cookies.clearSession()])
        reply.header('cache-control', 'no-store')
        return { terminal: enrolled.terminal }
      },
    }),
    route({
      method: 'GET',
      path: proxyPaths.terminals,
      access: access.supervisor,
      answer: TerminalList,
      handle: async ({ request }) => ({ terminals: await listTerminals(staff, terminalOf(request).id) }),
    }),
    route({
      method: 'POST',
      path: proxyPaths.enrollmentCodes,
      access: access.stepUp,
      body: IssueCode,
      answer: IssuedCode,
      handle: ({ body: { name, kiosk = false }, request }) =>
        terminals.issueEnrollmentCode(name, { isKiosk: kiosk, actor: actorOf(request) }),
    }),
    route({
      method: 'POST',
      path: proxyPaths.revokeTerminal(':id'),
      access: access.stepUp,
      body: NoContent,
      answer: TerminalAnswer,
      handle: ({ id, request }) => terminals.revoke(id, actorOf(request)),
    }),
    route({
      method: 'PUT',
      path: proxyPaths.terminalKiosk(':id'),
      access: access.stepUp,
      body: SetKiosk,
      answer: TerminalAnswer,
      handle: ({ id, body: { kiosk }, request }) => terminals.setKiosk(id, kiosk, actorOf(request)),
    }),
    route({
      method: 'POST',
      path: proxyPaths.leaveKiosk,
      access: access.terminal,
      body: LeaveKiosk,
      answer: OwnTerminal,
      handle: async ({ body: { staffId, pin }, request, reply }) => {
        const { id, name, isKiosk } = terminalOf(request)
        if (!isKiosk) throw new InvalidOperation('This terminal is no kiosk.')
        const { person, assertStillValid } = await pinGuard.verify({
          terminalId: id,
          staffId,
          pin,
          purpose: 'leave-kiosk',
        })
        if (person.role !== 'supervisor') {
          throw new RequestRefused(403, 'not-allowed', `${person.name} may not do this. A supervisor may.`)
        }
        const actor = { by: { id: person.id, name: person.name }, terminal: { id, name } }
        const terminal = await terminals.leaveKiosk(id, actor, assertStillValid)
        reply.header('set-cookie', cookies.clearSession())
        return { terminal }
      },
    }),
  ]
}
