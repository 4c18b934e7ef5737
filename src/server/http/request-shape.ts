import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { BUILD_HEADER } from '#api/headers.ts'
import { RequestRefused } from '../lib/failures.ts'
import { parseJsonObject } from '../lib/json/parse-json.ts'

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']
const HOST = /^([a-z0-9_.-]{1,253}|\[[0-9a-f:.]{2,45}\])(:\d{1,5})?$/i
/** Deeper than any of our bodies. */
const DEPTH = 8
/**
 * Above all of our bodies: `maxSigns` for 2,000 printed lines with 25 structural characters each and 64,000 characters with a backslash each; `maxText` for a
 * picture, in bytes; `maxBeyondAscii` for 64,000 characters of three bytes.
 */
const BOUNDS = { maxSigns: 120_000, maxText: 100_000, maxBeyondAscii: 200_000 }

/** Recognizes any spelling: by the route, or by the path if it has no route. */
export function isApi({ url, routeOptions }: FastifyRequest): boolean {
  const isRouted = routeOptions.url !== undefined && routeOptions.url !== '/*'
  return (isRouted ? routeOptions.url : url).startsWith('/api/')
}

/**
 * What our page never sends: odd methods and hosts, bodies of reads, unexpected queries, and bodies that are not JSON objects. A route for which `takesQuery`
 * holds has its own strict query schema.
 */
export function refuseMalformedRequests(app: FastifyInstance, takesQuery: (request: FastifyRequest) => boolean): void {
  readJsonBodies(app)
  app.addHook('onRequest', async (request, reply) => {
    refuseMethod(request, reply)
    refuseNul(request)
    refuseHost(request)
    refuseBodyOfRead(request, reply)
    refuseQuery(request, takesQuery)
  })
}

/** Accepts JSON objects without keys that could reach a prototype. An empty body counts as none. */
function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (_request, bytes, done) => {
    if (bytes.length === 0) return done(null, undefined)
    const read = parseJsonObject(bytes, DEPTH, BOUNDS)
    if (read.ok) done(null, read.value)
    else
      done(new RequestRefused(400, 'invalid-request', `The body is ${WHAT[read.detail ?? read.reason] ?? 'no JSON'}.`))
  })
}

const WHAT: Record<string, string> = {
  'too-deep': `deeper than ${DEPTH} levels`,
  'too large': 'not to have so many values, or one so long',
  'not an object': 'no JSON object',
  'a prototype key': 'not to have a key such as __proto__ or constructor',
}

function refuseMethod({ method }: FastifyRequest, reply: FastifyReply): void {
  if (METHODS.includes(method)) return
  // The body is not read.
  reply.headers({ allow: METHODS.join(', '), connection: 'close' })
  throw new RequestRefused(405, 'invalid-request', `${method} is not done here.`)
}

/** PostgreSQL accepts no zero character, even in a search. */
function refuseNul({ url }: FastifyRequest): void {
  if (url.includes('%00')) throw new RequestRefused(400, 'invalid-request', 'The address has a zero character in it.')
}

/** One host name or IP address, with an optional port. HTTP/1.0 needs none. */
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

function refuseQuery(request: FastifyRequest, takesQuery: (request: FastifyRequest) => boolean): void {
  if (!request.routeOptions.url?.startsWith('/api/')) return
  const fields = Object.entries(request.query as Record<string, unknown>)
  const twice = fields.find(([, value]) => typeof value !== 'string')
  if (twice) throw new RequestRefused(400, 'invalid-request', 'A field of the query is there twice.')
  if (fields.length > 0 && !takesQuery(request))
    throw new RequestRefused(400, 'invalid-request', 'This address takes no query.')
}

/** Requests of an outdated page may have another meaning (E25). `build` is that of the page we serve. Other programs name no build. */
export function refuseOutdatedPage({ headers }: FastifyRequest, build: string): void {
  const theirs = headers[BUILD_HEADER]
  if (theirs === undefined || theirs === build) return
  throw new RequestRefused(
    409,
    'page-outdated',
    'This page belongs to another version of the till. Reload it; nothing was sent.',
  )
}
