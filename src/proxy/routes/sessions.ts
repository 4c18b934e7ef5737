import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { proxyPaths } from '#contract/proxy/paths.ts'
import { NoContent } from '#contract/proxy/sales.ts'
import type { SessionList } from '#contract/proxy/session.ts'
import { actorOf, idOf, signInOf } from '../staff/access.ts'
import type { Sessions } from '../staff/sessions.ts'

/** Who is signed in where, for supervisors, and ending it. */
export function sessionsRoutes(app: FastifyInstance, { sessions }: { sessions: Sessions }): void {
  app.get(proxyPaths.sessions, async (request): Promise<SessionList> => {
    return { sessions: await sessions.list(signInOf(request).id) }
  })

  app.post(proxyPaths.endSession(':id'), async (request) => {
    v.parse(NoContent, request.body)
    await sessions.endRemotely(idOf(request), actorOf(request))
    return {}
  })
}
