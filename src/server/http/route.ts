import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { endpoints, type Endpoint, type OutputOf } from '#api/endpoints.ts'
import { LONG_BODIES } from './http-limits.ts'
import type { AccessRule } from '../staff/access.ts'

/** What a handler receives: the parsed query and body, the `:id` of the path, and the exchange itself for cookies, headers and the requester. */
type Input<Query, Body> = {
  query: Query
  body: Body
  id: string
  request: FastifyRequest
  reply: FastifyReply
}

/** What the server says of an endpoint. A long body needs a line in `LONG_BODIES`. */
type Definition<E extends Endpoint> = {
  access: AccessRule
  /** 200 unless it depends on the answer. */
  status?: (answer: OutputOf<E, 'answer'>) => number
  /** Answers of this route are long lists, which are worth compressing. Never set it where an answer may hold a code: its length would leak. */
  isCompressed?: true
  /** Open also to a till in practice. Set by the list of all routes (`server.ts`). */
  isOpenInPractice?: true
  /** A check of this route alone, after access and before the body is read. */
  onRequest?: (request: FastifyRequest) => Promise<void>
  /** A check of this route alone, before query and body are parsed. */
  preHandler?: (request: FastifyRequest) => Promise<void>
  /** Returns the answer, or the reply where the handler has sent its own bytes. */
  handle: (input: Input<OutputOf<E, 'query'>, OutputOf<E, 'body'>>) => Promise<OutputOf<E, 'answer'> | FastifyReply>
  /** Runs when the server closes. */
  onClose?: () => void
}

/** A route whose types have been checked. In the table all routes have one type. */
export type Route = Omit<Definition<Endpoint>, 'status' | 'handle'> & {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  path: string
  query?: v.GenericSchema
  body?: v.GenericSchema
  /** The schema of a JSON answer; or text or files, or a page for people that says itself what went wrong. */
  answer: v.GenericSchema | 'text' | 'files' | 'page'
  status?: (answer: never) => number
  /** Absent where a plugin serves this route. */
  handle?: (input: Input<never, never>) => Promise<unknown>
}

/** The route of an endpoint, whose schemas give the types of what `handle` receives and returns. */
export function route<E extends Endpoint>(endpoint: E, definition: Definition<E>): Route {
  const [method, path] = endpoint.split(' ')
  return { method, path, ...endpoints[endpoint], ...definition } as Route
}

/** All routes of a server. */
export type RouteTable = {
  routes: readonly Route[]
  /** The route of a request by its method and the path as the route writes it; HEAD is answered by GET. */
  find: (method: string, path: string | undefined) => Route | undefined
}

/** Puts routes into one table. Throws when a route does not say who may use it, or is there twice. */
export function createRouteTable(routes: readonly Route[]): RouteTable {
  const byKey = new Map<string, Route>()
  for (const one of routes) {
    const key = keyOf(one.method, one.path)
    // The compiler requires an access rule, too; this check covers what it did not see.
    if (!(one.access as AccessRule | undefined)) throw new Error(`${key} does not say who may use it`)
    if (byKey.has(key)) throw new Error(`${key} is a route already`)
    byKey.set(key, one)
  }
  return { routes, find: (method, path) => (path === undefined ? undefined : byKey.get(keyOf(method, path))) }
}

const keyOf = (method: string, path: string) => `${method === 'HEAD' ? 'GET' : method} ${path}`

/** Adds the routes of the table to the server. Each has its own object in `config`, so that a test can find the schema of an answer. */
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

/**
 * What a request sent, by the schema of its route. Reading ends at the first fault, and of a list that is too long no element is looked at, so that
 * refusing it costs no more than reading it.
 */
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
