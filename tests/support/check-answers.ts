import { channel } from 'node:diagnostics_channel'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'

import { Problem } from '#api/failure.ts'
import { personAt } from '#domain/person.ts'
import type { Route } from '#server/http/route.ts'
import type { Requester } from '#server/staff/access.ts'
import type { findUndescribed } from './described-api.ts'

type Options = {
  report: (problem: string) => void
  /** The guard's own record of who sent a request. Without it, answers are not compared with the role. */
  requesterOf?: (request: FastifyRequest) => Requester
  /**
   * Without it, nothing is compared with the description of the API, which can be generated only under Vite and Vitest.
   */
  findUndescribed?: typeof findUndescribed
}

const SUPERVISOR_ONLY = new Set(
  'cost firstCost commission unreadReasons balance topupCode pinLocks isClockAhead cashiers'.split(' '),
)

/** A person who has the token sees its balance, before the shop has people. */
const WITH_TOKEN = '/api/account/try'

/** The entry in the route table that a Fastify route was made from, or `undefined` for a plugin's route. */
export const routeIn = (config: unknown): Route | undefined => (config as { route?: Route } | undefined)?.route

/**
 * Checks each JSON answer of each server that this process opens from now on, just before it is sent: a success against
 * the schema of its route, and any status from 400 on against `Problem`. A body or an answer that our schemas accept
 * must also match the description of the API. An answer that does not match is reported and replaced by a 500.
 */
export function checkAnswers({ report, ...options }: Options): void {
  channel('fastify.initialization').subscribe((message) => {
    const { fastify: app } = message as { fastify: FastifyInstance }
    // A server without our routes was made by a test.
    let isOurs = false
    app.addHook('onRoute', ({ config }) => void (isOurs ||= routeIn(config) !== undefined))
    app.addHook('onSend', async (request, reply, payload) => {
      const problem = isOurs ? findProblem(request, reply, payload, options) : undefined
      if (problem === undefined) return payload
      const { method, routeOptions } = request
      const said = `${method} ${routeOptions.url} ${reply.statusCode}: ${problem}`
      report(said)
      throw new Error(said)
    })
  })
}

function findProblem(
  request: FastifyRequest,
  reply: FastifyReply,
  payload: unknown,
  { requesterOf, findUndescribed }: Omit<Options, 'report'>,
): string | undefined {
  const route = routeIn(request.routeOptions.config)
  const answer = route?.answer
  if (answer === 'page') return undefined
  const isFailure = reply.statusCode >= 400
  const schema = isFailure ? Problem : answer
  // 304 has no body, and some test servers send failures without one.
  if (schema === undefined || typeof schema === 'string' || reply.statusCode === 304) return undefined
  if (isFailure && (payload === undefined || payload === null)) return undefined
  if (typeof payload !== 'string' && !Buffer.isBuffer(payload)) return 'is no JSON'
  const isProblem = String(reply.getHeader('content-type')).startsWith('application/problem+json')
  if (isFailure !== isProblem) return `has the content type ${String(reply.getHeader('content-type'))}`
  const value: unknown = JSON.parse(decoded(payload, reply.getHeader('content-encoding')).toString())
  const { issues } = v.safeParse(schema, value)
  if (issues) return issues.map((issue) => `${v.getDotPath(issue) ?? 'all of it'}: ${issue.message}`).join('; ')
  const { query, body } = request
  const undescribed = findUndescribed?.(route, { query, body, ...(isFailure ? {} : { answer: value }) })
  if (undescribed !== undefined) return undescribed
  const { person, terminal } = requesterOf?.(request) ?? {}
  if (!requesterOf || request.routeOptions.url === WITH_TOKEN) return undefined
  if (person && personAt(person, terminal ?? {}).role === 'supervisor') return undefined
  const secret = findSupervisorOnly(value)
  return secret === undefined ? undefined : `${secret} is for supervisors only`
}

function decoded(payload: string | Buffer, coding: unknown): string | Buffer {
  if (typeof payload === 'string') return payload
  if (coding === 'br') return brotliDecompressSync(payload)
  return coding === 'gzip' ? gunzipSync(payload) : payload
}

function findSupervisorOnly(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, inner] of Object.entries(value)) {
    const found = SUPERVISOR_ONLY.has(key) ? key : findSupervisorOnly(inner)
    if (found !== undefined) return found
  }
  return undefined
}
