import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { rootCertificates } from 'node:tls'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Agent } from 'undici'

import type { Failure } from '#contract/proxy/failure.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Config } from '../config.ts'
import { invalidRequest, openHttp, type HttpOptions } from './open-http.ts'
import { networkOf } from './rate-address.ts'
import { isApi } from './request-shape.ts'

/** Where a process that does not lead says, to the leader alone, for whom it asks. */
const PASSED_ON = 'x-toptill-passed-on'
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded'] as const
/** Headers of one connection, which are not of what is sent over it (RFC 9110, 7.6.1). */
const OF_A_CONNECTION = new Set(
  'connection keep-alive proxy-connection proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade expect'.split(
    ' ',
  ),
)
/** Longer than the longest answer of the leader: a confirm waits for the wholesaler for a minute. */
const ANSWER_MS = 90_000
/** Requests to the leader at once, and of these the requests of one client network, so that nobody takes them all. */
const CONNECTIONS = 400
const CONNECTIONS_OF_ONE = 200
const LEADS_HELP = '# HELP toptill_leads Whether this process sells.\n# TYPE toptill_leads gauge'
/** What a process says of itself. */
const OWN_PATHS = new Set<string>([proxyPaths.alive, proxyPaths.ready, proxyPaths.metrics])

/** The door of one of several processes: it serves a request itself, or passes it on to the one that leads. */
export type Front = {
  /** Routes that are added to it serve what is not of the API while nobody leads. */
  app: FastifyInstance
  /** From now on this process leads, and serves every request with these routes, which are ready. */
  serve: (routes: FastifyInstance) => void
  /** Resolves when nothing is passed on any more. */
  rest: () => Promise<void>
}

type FrontOptions = Pick<HttpOptions, 'tls'> & {
  /** The headers of every answer that the leader does not give. */
  headers: () => Record<string, string>
  trustProxy: Config['trustProxy']
  /** The pepper, which all processes share and nobody else has. */
  pepper: Buffer
  /** Where the leader is reached; `undefined` while there is none, or it is this process. */
  leaderAddress: () => string | undefined
}

/** Trusts the nearest `X-Forwarded-…`, because `createFront` renames those of anybody it does not know. */
export const trustFront =
  (trusted: Config['trustProxy']): NonNullable<Config['trustProxy']> =>
  (address, hop) =>
    hop === 0 || trusted?.(address, hop) === true

export function createFront({ tls, headers, trustProxy, pepper, leaderAddress }: FrontOptions): Front {
  const app = openHttp({ tls, headers, trustProxy: trustProxy ?? false })
  const secret = createHmac('sha256', pepper).update('toptill passes requests on').digest('base64url')
  const underWay = createCounter()
  const agent = new Agent({
    connections: CONNECTIONS,
    pipelining: 1,
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
    // All processes may use one certificate that no authority knows.
    ...(tls && { connect: { ca: [tls.cert, ...rootCertificates] } }),
  })
  let routes: FastifyInstance | undefined

  const isPassedOn = ({ headers: { [PASSED_ON]: said } }: IncomingMessage) =>
    typeof said === 'string' && isSame(said, secret)

  // Whole, and no longer than any of ours, before it takes a connection to the leader.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler(async (error: { statusCode?: number }, _request, reply) => {
    const { statusCode = 500 } = error
    if (statusCode < 500) return reply.code(statusCode).send(invalidRequest('The request cannot be read.'))
    return notReady(reply, 'unknown')
  })
  app.addHook('onClose', () => agent.close())

  app.addHook('onRequest', async (request, reply) => {
    if (!routes) return void reply.headers(headers())
    const { raw } = request
    if (!isPassedOn(raw) && trustProxy?.(raw.socket.remoteAddress, 0) !== true) distrust(raw)
    delete raw.headers[PASSED_ON]
    reply.hijack()
    routes.routing(raw, reply.raw)
  })
  app.get(proxyPaths.alive, async () => ({ alive: true }))
  app.get(proxyPaths.ready, async (_request, reply) => {
    const hasLeader = leaderAddress() !== undefined
    return reply.code(hasLeader ? 200 : 503).send({ selling: hasLeader, fenced: hasLeader, leads: false })
  })
  // What the leader measures is read from the leader.
  app.get(proxyPaths.metrics, async (_request, reply) =>
    reply.type('text/plain; version=0.0.4; charset=utf-8').send(`${LEADS_HELP}\ntoptill_leads 0\n`),
  )
  app.all('/api/*', async () => {
    throw new Error('a request that was neither passed on nor refused')
  })
  app.addHook('preHandler', async (request, reply) => {
    if (OWN_PATHS.has(request.routeOptions.url ?? '')) return
    const { raw } = request
    const address = leaderAddress()
    // One hop only: what was passed on to a process that does not lead, is not passed on again.
    if (address === undefined || isPassedOn(raw)) return isApi(request) ? notReady(reply, 'no') : undefined
    if (raw.headers.host === undefined || !raw.url?.startsWith('/'))
      return reply.code(400).send(invalidRequest('The address cannot be read.'))
    const leave = underWay.enter(networkOf(request.ip))
    if (!leave) return notReady(reply, 'no')
    reply.raw.once('close', leave)
    return passOn({ request, reply, agent, secret }, address)
  })
  return {
    app,
    serve: (given) => {
      routes = given
    },
    rest: underWay.rest,
  }
}

/** What somebody unknown says of the client is no longer read as that, and still shows that it came through a proxy. */
function distrust({ headers }: IncomingMessage): void {
  for (const name of FORWARDED) {
    const said = headers[name]
    if (said === undefined) continue
    headers[`x-original-${name}`] = said
    delete headers[name]
  }
}

type Passing = { request: FastifyRequest; reply: FastifyReply; agent: Agent; secret: string }

/** Passes a request on once. One that may have arrived is never sent again. */
async function passOn({ request, reply, agent, secret }: Passing, address: string): Promise<FastifyReply> {
  const { raw, body } = request
  const { host: _, 'content-length': __, ...headers } = withoutConnection(raw.headers)
  try {
    const answer = await agent.request({
      origin: address,
      path: raw.url ?? '/',
      method: raw.method as 'GET',
      headers: {
        ...headers,
        [PASSED_ON]: secret,
        'x-forwarded-for': request.ip,
        'x-forwarded-host': request.host,
        'x-forwarded-proto': request.protocol,
      },
      body: Buffer.isBuffer(body) && body.length > 0 ? body : null,
    })
    reply.raw.once('close', () => answer.body.destroy())
    return await reply.code(answer.statusCode).headers(withoutConnection(answer.headers)).send(answer.body)
  } catch (error) {
    return notReady(reply, hasNotArrived(error) ? 'no' : 'unknown')
  }
}

function withoutConnection(headers: NodeJS.Dict<string | string[]>): Record<string, string | string[]> {
  const named = [headers.connection ?? []].flat().flatMap((list) => list.toLowerCase().split(/\s*,\s*/))
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || OF_A_CONNECTION.has(name) || named.includes(name) ? [] : [[name, value]],
    ),
  )
}

/** Whether no byte of a request can have reached the leader. */
function hasNotArrived(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException
  return code === 'UND_ERR_CONNECT_TIMEOUT' || syscall === 'connect' || syscall === 'getaddrinfo'
}

function notReady(reply: FastifyReply, moneyMoved: 'no' | 'unknown'): FastifyReply {
  const failure: Failure = {
    code: 'not-ready',
    message: 'Toptill is being started. Try again in a moment; a sale that was begun is kept.',
    moneyMoved,
  }
  return reply.code(503).header('retry-after', '1').header('cache-control', 'no-store').send(failure)
}

/** Counts what is under way, all together and for each client network. */
function createCounter() {
  const counts = new Map<string, number>()
  let all = 0
  let atRest: (() => void)[] = []

  return {
    /** Returns how to leave again, or `undefined` where as many are under way as may be. */
    enter: (network: string): (() => void) | undefined => {
      const mine = counts.get(network) ?? 0
      if (mine >= CONNECTIONS_OF_ONE || all >= CONNECTIONS) return undefined
      counts.set(network, mine + 1)
      all += 1
      return () => {
        const left = (counts.get(network) ?? 1) - 1
        if (left === 0) counts.delete(network)
        else counts.set(network, left)
        all -= 1
        if (all > 0) return
        for (const tell of atRest) tell()
        atRest = []
      }
    },
    rest: () => (all === 0 ? Promise.resolve() : new Promise<void>((resolve) => atRest.push(resolve))),
  }
}

function isSame(one: string, other: string): boolean {
  const [given, wanted] = [Buffer.from(one), Buffer.from(other)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
