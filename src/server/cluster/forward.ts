import { X509Certificate } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { checkServerIdentity, rootCertificates } from 'node:tls'

import type { FastifyReply, FastifyRequest } from 'fastify'
import { Agent } from 'undici'

import type { Config } from '../config/config.ts'
import { invalidRequest } from '../http/open-http.ts'
import { sendProblem } from '../http/problem.ts'
import { networkOf } from '../http/rate-address.ts'
import { createShares } from './quota.ts'

/** Header with a secret, which also identifies the shop. */
export const PASSED_ON = 'x-toptill-passed-on'
/** The header's secret proves that another process of the shop sent the command. */
export const COMMAND_PATH = '/toptill/commands'
export const COMMANDED = 'x-toptill-commanded'
const FORWARDED = ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded'] as const
/** Hop-by-hop headers (RFC 9110, 7.6.1). */
const OF_A_CONNECTION = new Set(
  'connection keep-alive proxy-connection proxy-authenticate proxy-authorization te trailer transfer-encoding upgrade expect'.split(
    ' ',
  ),
)
/** Longer than the leader's slowest answer: a wholesaler list (30 s), opening a sale (20 s), a print (about 25 s). A confirm is answered within 10 s. */
const ANSWER_MS = 90_000
/** Concurrent requests to one leader, in total and from one client network. */
const CONNECTIONS = 400
const CONNECTIONS_OF_ONE = 200
const COMMAND_MS = 30_000
/** Longer than the longest list of people and tills. */
const MAX_COMMAND_ANSWER = 4 * 1024 * 1024

export type Forwarder = {
  /** Forwards a request once. One that may have arrived is never sent again. */
  passOn: (
    request: FastifyRequest,
    reply: FastifyReply,
    to: { address: string; secret: string },
  ) => Promise<FastifyReply>
  /** If it throws, the command may have run. */
  sendCommand: (text: string, to: { address: string; secret: string }) => Promise<string>
  /**
   * Stops waiting for the former leaders of the shop with this secret, which may have got the requests. The current leader is at `address` (`undefined`: this
   * process, or none). Responses that have begun are completed.
   */
  giveUpAllBut: (to: { address: string | undefined; secret: string }) => void
  rest: () => Promise<void>
  /** Doesn't wait for leaders that don't respond. */
  close: () => Promise<void>
}

export function createForwarder(tls: Config['tls']): Forwarder {
  const underWay = createShares({ most: CONNECTIONS, mostOfOne: CONNECTIONS_OF_ONE })
  const waiting = new Set<{ address: string; secret: string; giveUp: AbortController }>()
  const agent = new Agent({
    connections: CONNECTIONS,
    pipelining: 1,
    headersTimeout: ANSWER_MS,
    bodyTimeout: ANSWER_MS,
    ...(tls && { connect: { ca: [tls.cert, ...rootCertificates], checkServerIdentity: identityFor(tls.cert) } }),
  })
  return {
    passOn: async (request, reply, { address, secret }) => {
      const { raw, body } = request
      if (raw.headers.host === undefined || !raw.url?.startsWith('/'))
        return sendProblem(reply, 400, invalidRequest('The address cannot be read.'))
      const leave = underWay.enter(address, networkOf(request.ip))
      if (!leave) return notReady(reply, 'no')
      const { host: _, 'content-length': __, ...headers } = withoutConnection(raw.headers)
      const wait = { address, secret, giveUp: new AbortController() }
      waiting.add(wait)
      try {
        const sent = agent.request({
          origin: address,
          path: raw.url,
          method: raw.method as 'GET',
          headers: {
            ...headers,
            [PASSED_ON]: secret,
            'x-forwarded-for': request.ip,
            'x-forwarded-host': request.host,
            'x-forwarded-proto': request.protocol,
          },
          body: Buffer.isBuffer(body) && body.length > 0 ? body : null,
          signal: wait.giveUp.signal,
        })
        const answer = await sent.finally(() => waiting.delete(wait))
        reply.raw.once('close', () => answer.body.destroy())
        return await reply.code(answer.statusCode).headers(withoutConnection(answer.headers)).send(answer.body)
      } catch (error) {
        return notReady(reply, hasNotArrived(error) ? 'no' : 'unknown')
      } finally {
        // The request counts until the leader has answered, even if the client has left.
        if (reply.raw.closed) leave()
        else reply.raw.once('close', leave)
      }
    },
    sendCommand: async (text, { address, secret }) => {
      const { body } = await agent.request({
        origin: address,
        path: COMMAND_PATH,
        method: 'POST',
        headers: { 'content-type': 'application/json', [COMMANDED]: secret },
        headersTimeout: COMMAND_MS,
        body: text,
      })
      let answer = ''
      for await (const piece of body) {
        answer += String(piece)
        if (answer.length > MAX_COMMAND_ANSWER) throw new Error('its answer is too long')
      }
      return answer
    },
    giveUpAllBut: ({ address, secret }) => {
      for (const wait of waiting) if (wait.secret === secret && wait.address !== address) wait.giveUp.abort()
    },
    rest: underWay.rest,
    close: () => agent.destroy(),
  }
}

/** All processes may use the same certificate, even a self-signed one, and it rarely names every process's address. */
function identityFor(cert: string): typeof checkServerIdentity {
  const { raw } = new X509Certificate(cert)
  return (host, peer) => (peer.raw.equals(raw) ? undefined : checkServerIdentity(host, peer))
}

/** Renames the headers, so an untrusted sender is not believed, but they still show that the request was forwarded. */
export function distrust({ headers }: IncomingMessage): void {
  for (const name of FORWARDED) {
    const said = headers[name]
    if (said === undefined) continue
    headers[`x-original-${name}`] = said
    delete headers[name]
  }
}

export function notReady(reply: FastifyReply, moneyMoved: 'no' | 'unknown'): FastifyReply {
  return sendProblem(reply.header('retry-after', '1').header('cache-control', 'no-store'), 503, {
    code: 'not-ready',
    message: 'Toptill is starting. Try again in a moment. A sale in progress is kept.',
    moneyMoved,
  })
}

function withoutConnection(headers: NodeJS.Dict<string | string[]>): Record<string, string | string[]> {
  const named = [headers.connection ?? []].flat().flatMap((list) => list.toLowerCase().split(/\s*,\s*/))
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || OF_A_CONNECTION.has(name) || named.includes(name) ? [] : [[name, value]],
    ),
  )
}

function hasNotArrived(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException
  return code === 'UND_ERR_CONNECT_TIMEOUT' || syscall === 'connect' || syscall === 'getaddrinfo'
}
