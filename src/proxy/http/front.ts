import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

import replyFrom from '@fastify/reply-from'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import type { Failure } from '#contract/proxy/failure.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Config } from '../config.ts'
import { openHttp, type HttpOptions } from './open-http.ts'
import { isApi } from './request-shape.ts'

/** Where a process that does not lead says, to the leader alone, for whom it asks. */
const PASSED_ON = 'x-toptill-passed-on'
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded'] as const
/** Longer than the longest answer of the leader: a confirm waits for the wholesaler for a minute. */
const ANSWER_MS = 90_000
const CONNECTIONS = 128
/** What a process says of itself. */
const OWN_PATHS = new Set<string>([proxyPaths.alive, proxyPaths.ready, proxyPaths.metrics])
const LEADS_HELP = '# HELP toptill_leads Whether this process sells.\n# TYPE toptill_leads gauge'

/** The door of one of several processes: it serves a request itself, or passes it on to the one that leads. */
export type Front = {
  /** Routes that are added to it serve what is not of the API while nobody leads. */
  app: FastifyInstance
  /** From now on this process leads, and serves every request with these routes, which are ready. */
  serve: (routes: FastifyInstance) => void
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
  let routes: FastifyInstance | undefined

  const isPassedOn = ({ headers: { [PASSED_ON]: said } }: IncomingMessage) =>
    typeof said === 'string' && isSame(said, secret)

  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, body, done) => done(null, body))
  void app.register(replyFrom, {
    disableRequestLogging: true,
    undici: { connections: CONNECTIONS, headersTimeout: ANSWER_MS, bodyTimeout: ANSWER_MS },
  })

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
    const address = leaderAddress()
    // One hop only: what was passed on to a process that does not lead, is not passed on again.
    if (address !== undefined && !isPassedOn(request.raw)) {
      await passOn(request, reply, address, secret)
      return reply
    }
    if (isApi(request)) return notReady(reply, 'no')
  })
  return {
    app,
    serve: (given) => {
      routes = given
    },
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

async function passOn(request: FastifyRequest, reply: FastifyReply, address: string, secret: string): Promise<void> {
  await new Promise<void>((resolve) => {
    reply.raw.once('close', resolve)
    reply.from(`${address}${request.raw.url ?? '/'}`, {
      // A request that may have arrived is never sent again.
      retryDelay: () => null,
      rewriteRequestHeaders: (_raw, headers) => ({
        ...headers,
        [PASSED_ON]: secret,
        'x-forwarded-for': request.ip,
        'x-forwarded-host': request.host,
        'x-forwarded-proto': request.protocol,
      }),
      onError: (failed, { error }) => {
        const { cause } = error as Error & { cause?: { code?: string } }
        void notReady(failed as FastifyReply, hasNotArrived(cause?.code) ? 'no' : 'unknown')
      },
    })
  })
}

/** Whether no byte of a request can have reached the leader. */
const hasNotArrived = (code: string | undefined): boolean =>
  code !== undefined && ['ECONNREFUSED', 'ENOTFOUND', 'EHOSTUNREACH', 'UND_ERR_CONNECT_TIMEOUT'].includes(code)

function notReady(reply: FastifyReply, moneyMoved: 'no' | 'unknown'): FastifyReply {
  const failure: Failure = {
    code: 'not-ready',
    message: 'Toptill is being started. Try again in a moment; a sale that was begun is kept.',
    moneyMoved,
  }
  return reply.code(503).header('retry-after', '1').header('cache-control', 'no-store').send(failure)
}

function isSame(one: string, other: string): boolean {
  const [given, wanted] = [Buffer.from(one), Buffer.from(other)]
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
