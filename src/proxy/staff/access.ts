import type { FastifyInstance, FastifyRequest } from 'fastify'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Person, Terminal } from '#domain/person.ts'
import { Refused } from '../failures.ts'
import type { Cookies } from './cookies.ts'
import type { Sessions } from './sessions.ts'
import type { Terminals } from './terminals.ts'

type Rule = 'anybody' | 'staff' | 'supervisor'

/** Who may ask what (DESIGN section 3). What is not in this table cannot become a route. */
const RULES = new Map<string, Rule>([
  [`GET ${proxyPaths.session}`, 'anybody'],
  [`POST ${proxyPaths.session}`, 'anybody'],
  [`DELETE ${proxyPaths.session}`, 'anybody'],
  [`POST ${proxyPaths.enrol}`, 'anybody'],
  [`GET ${proxyPaths.status}`, 'staff'],
  [`GET ${proxyPaths.catalogue}`, 'staff'],
  [`GET ${proxyPaths.sales}`, 'staff'],
  [`GET ${proxyPaths.sale(':id')}`, 'staff'],
  [`PUT ${proxyPaths.sale(':id')}`, 'staff'],
  [`POST ${proxyPaths.confirmSale(':id')}`, 'staff'],
  [`POST ${proxyPaths.findSale(':id')}`, 'staff'],
  [`POST ${proxyPaths.abandonSale(':id')}`, 'staff'],
  [`POST ${proxyPaths.takeSale(':id')}`, 'staff'],
  [`POST ${proxyPaths.closeSale(':id')}`, 'supervisor'],
  [`POST ${proxyPaths.givenBack(':id')}`, 'staff'],
  [`POST ${proxyPaths.seenSale(':id')}`, 'staff'],
  [`POST ${proxyPaths.revealSale(':id')}`, 'staff'],
  [`POST ${proxyPaths.handedOver(':id')}`, 'staff'],
  [`GET ${proxyPaths.wallet}`, 'supervisor'],
  [`POST ${proxyPaths.selling}`, 'supervisor'],
  [`GET ${proxyPaths.alive}`, 'anybody'],
  [`GET ${proxyPaths.ready}`, 'anybody'],
  // It looks itself where the question comes from.
  [`GET ${proxyPaths.metrics}`, 'anybody'],
  // The built app, which holds no secret.
  ['GET /', 'anybody'],
  ['GET /*', 'anybody'],
])

/** Who asks: the browser and the person, as far as their cookies are good. */
export type Visitor = {
  terminal?: Terminal
  person?: Person
  /** When the person signed in, epoch ms. */
  signedInAt?: number
}

const visitors = new WeakMap<FastifyRequest, Visitor>()

type Guard = { terminals: Pick<Terminals, 'findByToken'>; sessions: Pick<Sessions, 'find'>; cookies: Cookies }

/** Lets through what the table allows; call it before any route is added. A route without a rule throws as it is added. */
export function guardRoutes(app: FastifyInstance, { terminals, sessions, cookies }: Guard): void {
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) {
      if (!findRule(one, url))
        throw new Error(`nothing says who may ask ${one} ${url}: add it to RULES in staff/access.ts`)
    }
  })

  app.addHook('onRequest', async (request) => {
    const { url } = request.routeOptions
    // No route, or the app's files: there is nobody to know.
    if (url === undefined || !url.startsWith('/api/')) return
    const visitor = await findVisitor(request)
    visitors.set(request, visitor)
    const rule = findRule(request.method, url)
    if (rule === 'anybody') return
    if (!visitor.person) throw new Refused(401, 'signed-out', 'Nobody is signed in here. Sign in and ask again.')
    if (rule === 'staff') return
    if (rule === 'supervisor' && visitor.person.role === 'supervisor') return
    throw new Refused(403, 'not-allowed', `${visitor.person.name} may not do this. A supervisor may.`)
  })

  async function findVisitor(request: FastifyRequest): Promise<Visitor> {
    const { terminalToken, sessionToken } = cookies.read(request.headers.cookie)
    const terminal = terminalToken && (await terminals.findByToken(terminalToken))
    if (!terminal) return {}
    const signIn = sessionToken && (await sessions.find(sessionToken, terminal.id))
    return signIn ? { terminal, person: signIn.person, signedInAt: signIn.since } : { terminal }
  }
}

const findRule = (method: string, url: string) => RULES.get(`${method === 'HEAD' ? 'GET' : method} ${url}`)

/** Who asks, where anybody may. */
export const visitorOf = (request: FastifyRequest): Visitor => visitors.get(request) ?? {}

/** The person who asks, on a route for staff or supervisors. */
export function personOf(request: FastifyRequest): Person {
  const { person } = visitorOf(request)
  if (!person) throw new Error('this route is open to people who are not signed in')
  return person
}

/** The terminal from which a signed-in person asks. */
export function terminalOf(request: FastifyRequest): Terminal {
  const { terminal } = visitorOf(request)
  if (!terminal) throw new Error('this route is open to browsers that are no terminal')
  return terminal
}
