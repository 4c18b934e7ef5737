import type { FastifyRequest } from 'fastify'

import type { LeaveKiosk } from '#api/terminals.ts'
import { InvalidOperation, RequestRefused, wrongCode } from '../../lib/failures.ts'
import type { Practice } from '../../account/practice.ts'
import { access, actorOf, terminalOf } from '../access.ts'
import type { Cookies } from '../cookies.ts'
import { listTerminals } from '../overview.ts'
import type { StaffServices } from '../open-staff.ts'
import type { PinPurpose } from '../pins/pin-guard.ts'
import { route, type Route } from '../../http/route.ts'
import { refOf } from '#domain/person.ts'

type Deps = { staff: StaffServices; cookies: Cookies; practice: Pick<Practice, 'switchTill'> | undefined }

/** Enrollment by a one-time code, the list, and changes by supervisors. */
export function terminalRoutes({ staff, cookies, practice }: Deps): Route[] {
  const { terminals, pinGuard, denials } = staff

  /** Returns the supervisor whose PIN was entered at this till. */
  async function verifySupervisor(request: FastifyRequest, { staffId, pin }: LeaveKiosk, purpose: PinPurpose) {
    const { id, name } = terminalOf(request)
    const { person, assertStillValid } = await pinGuard.verify({ terminalId: id, staffId, pin, purpose })
    if (person.role !== 'supervisor')
      throw new RequestRefused(403, 'not-allowed', `${person.name} can't do this. A supervisor can.`)
    return { actor: { by: refOf(person), terminal: { id, name } }, assertStillValid }
  }

  return [
    route('POST /api/terminals/enroll', {
      access: access.anyone,
      handle: async ({ body: { code }, request, reply }) => {
        const enrolled = await terminals.enroll(code)
        if (!enrolled) {
          await denials.recordWrongCode(request)
          throw wrongCode()
        }
        // The secret goes only into the cookie.
        reply.header('set-cookie', [cookies.setTerminal(enrolled.token), cookies.clearSession()])
        reply.header('cache-control', 'no-store')
        return { terminal: enrolled.terminal }
      },
    }),
    route('GET /api/terminals', {
      access: access.supervisor,
      handle: async ({ request }) => ({ terminals: await listTerminals(staff, terminalOf(request).id) }),
    }),
    route('POST /api/terminals/enrollment-codes', {
      access: access.stepUp,
      handle: ({ body: { name, kiosk = false, selfOrder = false }, request }) =>
        terminals.issueEnrollmentCode(name, { isKiosk: kiosk, isSelfOrder: selfOrder, actor: actorOf(request) }),
    }),
    route('POST /api/terminals/:id/revoke', {
      access: access.stepUp,
      handle: ({ id, request }) => terminals.revoke(id, actorOf(request)),
    }),
    route('PUT /api/terminals/:id/kiosk', {
      access: access.stepUp,
      handle: ({ id, body: { kiosk }, request }) => terminals.setKiosk(id, kiosk, actorOf(request)),
    }),
    route('PUT /api/terminals/:id/self-order', {
      access: access.stepUp,
      handle: ({ id, body: { selfOrder }, request }) => terminals.setSelfOrder(id, selfOrder, actorOf(request)),
    }),
    route('POST /api/terminals/leave-kiosk', {
      access: access.terminal,
      handle: async ({ body, request, reply }) => {
        const { id, isKiosk } = terminalOf(request)
        if (!isKiosk) throw new InvalidOperation('This till is not a kiosk.')
        const { actor, assertStillValid } = await verifySupervisor(request, body, 'leave-kiosk')
        const terminal = await terminals.leaveKiosk(id, actor, assertStillValid)
        reply.header('set-cookie', cookies.clearSession())
        return { terminal }
      },
    }),
    route('POST /api/terminals/practice', {
      access: access.terminal,
      handle: async ({ body: { practice: isPractice, ...given }, request }) => {
        if (!practice) throw new InvalidOperation('This whole shop is in practice.')
        const { actor, assertStillValid } = await verifySupervisor(request, given, 'practice')
        return { terminal: await practice.switchTill(terminalOf(request), isPractice, actor, assertStillValid) }
      },
    }),
  ]
}
