import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { proxyPaths } from '#contract/proxy/paths.ts'
import { RequestRefused } from '../failures.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
/** Routes of the API that read a query, each by a strict schema of its own; to all others a query says nothing. */
const WITH_QUERY = new Set<string>([proxyPaths.sales, proxyPaths.provider(':id'), proxyPaths.audit])
const HOST = /^([a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i

/** Turns away what no browser of ours sends, whatever route it is for: odd methods and hosts, bodies of reads, queries nobody reads. */
export function refuseMalformedRequests(app: FastifyInstance): void {
  app.addHook('onRequest', async (request, reply) => {
    refuseMethod(request, reply)
    refuseHost(request)
    refuseBodyOfRead(request, reply)
    refuseQuery(request)
  })
}

function refuseMethod({ method }: FastifyRequest, reply: FastifyReply): void {
  if (METHODS.includes(method)) return
  // What it carries is not read.
  reply.headers({ allow: METHODS.join(', '), connection: 'close' })
  throw new RequestRefused(405, 'invalid-request', `${method} is not done here.`)
}

/** One name or address with a port or without; HTTP/1.0 may do without. */
function refuseHost({ raw }: FastifyRequest): void {
  const hosts = raw.headersDistinct.host ?? []
  const mayLack = raw.httpVersion === '1.0' && hosts.length === 0
  if (mayLack || (hosts.length === 1 && HOST.test(hosts[0] ?? ''))) return
  throw new RequestRefused(400, 'invalid-request', 'The header Host has to be one host.')
}

function refuseBodyOfRead({ method, headers }: FastifyRequest, reply: FastifyReply): void {
  if (method !== 'GET' && method !== 'HEAD') return
  if (headers['transfer-encoding'] === undefined && Number(headers['content-length'] ?? 0) === 0) return
  reply.header('connection', 'close')
  throw new RequestRefused(400, 'invalid-request', `A ${method} has no body.`)
}

function refuseQuery({ routeOptions: { url }, query }: FastifyRequest): void {
  if (!url?.startsWith('/api/')) return
  const fields = Object.entries(query as Record<string, unknown>)
  const twice = fields.find(([, value]) => typeof value !== 'string')
  if (twice) throw new RequestRefused(400, 'invalid-request', 'A field of the query stands there twice.')
  if (fields.length > 0 && !WITH_QUERY.has(url))
    throw new RequestRefused(400, 'invalid-request', 'This address takes no query.')
}
