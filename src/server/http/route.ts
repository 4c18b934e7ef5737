import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { endpoints, type Endpoint, type OutputOf } from '#api/endpoints.ts'
import { LONG_BODIES } from './http-limits.ts'
import type { AccessRule } from '../staff/access.ts'

/** The parsed query and body, the `:id` of the path, and the exchange itself for cookies, headers and the requester. */
type Input<Query, Body> = {
  query: Query
  body: Body
  id: string
  request: FastifyRequest
  reply: FastifyReply
}

/** A long body also needs an entry in `LONG_BODIES`. */
type Definition<E extends Endpoint> = {
  access: AccessRule
  /** By default 200. */
  status?: (answer: OutputOf<E, 'answer'>) => number
  /** Never set this where an answer may contain a code: the compressed length would reveal something about it. */
  isCompressed?: true
  /** Open to tills in practice. Set by the list of all routes (`server.ts`). */
  isOpenInPractice?: true
  /** Runs after access, before the body is read. */
  onRequest?: (request: FastifyRequest) => Promise<void>
  /** Runs before query and body are parsed. */
  preHandler?: (request: FastifyRequest) => Promise<void>
  /** Returns the answer, or the reply if the handler has sent its own bytes. */
  handle: (input: Input<OutputOf<E, 'query'>, OutputOf<E, 'body'>>) => Promise<OutputOf<E, 'answer'> | FastifyReply>
  onClose?: () => void
}

/** A route whose types have been checked. */
export type Route = Omit<Definition<Endpoint>, 'status' | 'handle'> & {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: v.GenericSchema
  body?: v.GenericSchema
  /** `page`: a page that also shows errors. */
  answer: v.GenericSchema | 'text' | 'files' | 'page'
  status?: (answer: never) => number
  /** Absent if a plugin serves this route. */
  handle?: (input: Input<never, never>) => Promise<unknown>
}

/** The endpoint's schemas type the input and output of `handle`. */
export function route<E extends Endpoint>(endpoint: E, definition: Definition<E>): Route {
  const [method, path] = endpoint.split(' ')
  return { method, path, ...endpoints[endpoint], ...definition } as Route
}

export type RouteTable = {
  routes: readonly Route[]
  /** Finds by method and path pattern; GET also answers HEAD. */
  find: (method: string, path: string | undefined) => Route | undefined
}

/** Throws if a route has no access rule or is listed twice. */
export function createRouteTable(routes: readonly Route[]): RouteTable {
  const byKey = new Map<string, Route>()
  for (const one of routes) {
    const key = keyOf(one.method, one.path)
    // The compiler also requires a rule, but doesn't see everything.
    if (!(one.access as AccessRule | undefined)) throw new Error(`${key} does not say who may use it`)
    if (byKey.has(key)) throw new Error(`${key} is a route already`)
    byKey.set(key, one)
  }
  return { routes, find: (method, path) => (path === undefined ? undefined : byKey.get(keyOf(method, path))) }
}

const keyOf = (method: string, path: string) => `${method === 'HEAD' ? 'GET' : method} ${path}`

/** Each route is also stored in its Fastify `config`, so a test can find the schema of an answer. */
export function addRoutes(app: FastifyInstance, { routes }: RouteTable): void {
  for (const each of routes) {
    const { method, path, onRequest, preHandler, handle, onClose } = each
    if (onClose) app.addHook('onClose', async () => onClose())
    if (!handle) continue
    const long = LONG_BODIES.find((one) => one.method === method && one.path === path)
    app.route({
      method,
      url: path,
      config: { route: each },
      ...(long && { bodyLimit: long.maxBytes }),
      ...(onRequest && { onRequest }),
      ...(preHandler && { preHandler }),
      handler: (request, reply) => answer(each, handle, request, reply),
    })
  }
}

/** Stops at the first fault, and checks no element of a list that is too long, so a rejection costs no more than reading. */
export const readInput = <S extends v.GenericSchema>(schema: S, input: unknown): v.InferOutput<S> =>
  v.parse(schema, input, { abortEarly: true })

async function answer(
  { query, body, status }: Route,
  handle: NonNullable<Route['handle']>,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const input = {
    body: (body && readInput(body, request.body)) as never,
    query: (query && readInput(query, request.query)) as never,
    id: (request.params as { id?: string }).id ?? '',
    request,
    reply,
  }
  const answered = await handle(input)
  if (status && answered !== reply) reply.code(status(answered as never))
  return answered
}
