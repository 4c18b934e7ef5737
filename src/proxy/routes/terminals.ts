import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'

import { proxyPaths } from '#contract/proxy/paths.ts'
import { Enrol } from '#contract/proxy/session.ts'
import { Refused } from '../failures.ts'
import type { Cookies } from '../staff/cookies.ts'
import type { Terminals } from '../staff/terminals.ts'

/** A one-time code makes the browser that sends it a terminal; its secret goes into a cookie and nowhere else. */
export function terminalRoutes(
  app: FastifyInstance,
  { terminals, cookies }: { terminals: Terminals; cookies: Cookies },
): void {
  app.post(proxyPaths.enrol, async (request, reply) => {
    const { code } = v.parse(Enrol, request.body)
    const enrolled = await terminals.enrol(code)
    if (!enrolled) {
      throw new Refused(401, 'wrong-code', 'This code is wrong, used or older than 15 minutes. Ask for a new one.')
    }
    reply.header('set-cookie', [cookies.keepTerminal(enrolled.token), cookies.dropSession()])
    return reply.header('cache-control', 'no-store').send({ terminal: enrolled.terminal })
  })
}
