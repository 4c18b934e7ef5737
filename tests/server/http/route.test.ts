import fastify from 'fastify'
import * as v from 'valibot'
import { describe, expect, it, onTestFinished, vi } from 'vitest'

import { handleErrors } from '#server/http/error-handler.ts'
import { problemOf } from '#server/http/problem.ts'
import { addRoutes, createRouteTable, type Route } from '#server/http/route.ts'
import { UnreadableRecord } from '#server/lib/failures.ts'
import type { Log } from '#server/lib/log.ts'
import { access, guardRoutes } from '#server/staff/access.ts'
import { createCookies } from '#server/staff/cookies.ts'

const aRoute = (fields: Partial<Route> = {}): Route => ({
  method: 'GET',
  path: '/api/thing/:id',
  access: access.anyone,
  answer: v.strictObject({ name: v.string() }),
  handle: async ({ id }) => ({ name: id }),
  ...fields,
})

function aServer(routes: readonly Route[], log: Log = { info: () => {}, error: () => {} }) {
  const app = fastify()
  onTestFinished(() => app.close())
  handleErrors(app, log)
  const table = createRouteTable(routes)
  guardRoutes(app, {
    isOpenInPractice: () => false,
    ruleOf: (method, path) => table.find(method, path)?.access,
    terminals: { findByToken: async () => undefined },
    displays: { findByToken: async () => undefined },
    phones: { findBySecret: () => undefined },
    sessions: { find: async () => undefined, recordActivity: async () => {} },
    owners: { isConfirmed: async () => true, catchUp: async () => {} },
    cookies: createCookies({ hasTls: false }),
    clock: { now: () => 0, wall: () => 0 },
  })
  addRoutes(app, table)
  return app
}

describe('the table of routes', () => {
  it('a route without an access rule throws', () => {
    const { access: _access, ...open } = aRoute()
    expect(() => createRouteTable([open as Route])).toThrow('GET /api/thing/:id does not say who may use it')
  })

  it('a route that is listed twice throws', () => {
    expect(() => createRouteTable([aRoute(), aRoute()])).toThrow('GET /api/thing/:id is a route already')
  })

  it('HEAD uses the route of GET, and other methods and paths have none', () => {
    const table = createRouteTable([aRoute()])
    expect(table.find('HEAD', '/api/thing/:id')).toBe(table.routes[0])
    for (const [method, path] of [
      ['PUT', '/api/thing/:id'],
      ['GET', '/api/thing'],
      ['GET', undefined],
    ] as const)
      expect(table.find(method, path)).toBeUndefined()
  })
})

describe('a server with a table of routes', () => {
  it('a route that is not in the table cannot be added', () => {
    const app = aServer([aRoute()])
    expect(() => app.get('/api/wallet', async () => ({}))).toThrow('GET /api/wallet does not say')
    expect(() => app.put('/api/thing/:id', async () => ({}))).toThrow('PUT /api/thing/:id does not say')
  })

  it('a body is validated before the handler, which receives what the schema returns', async () => {
    const handle = vi.fn(async ({ body }: { body: { name: string } }) => body)
    const app = aServer([
      aRoute({
        method: 'POST',
        path: '/api/thing',
        body: v.strictObject({ name: v.pipe(v.string(), v.trim()) }),
        status: () => 202,
        handle,
      }),
    ])
    const send = (payload: object) => app.inject({ method: 'POST', url: '/api/thing', payload })
    expect((await send({ name: 5 })).json()).toMatchObject({ code: 'invalid-request', moneyMoved: 'no' })
    expect(handle).not.toHaveBeenCalled()
    const answer = await send({ name: ' Amal ' })
    expect([answer.statusCode, answer.json()]).toEqual([202, { name: 'Amal' }])
  })

  it.each([
    ['has a key that its schema does not name', { name: 'a', extra: 1 }, 'received "extra"'],
    ['lacks a key', {}, 'name: Invalid key'],
    ['contains what only a supervisor may see', { name: 'a', cost: 1 }, 'cost is for supervisors only'],
  ])('an answer that %s fails its test', async (_, answer, problem) => {
    const errors = vi.mocked(console.error)
    const schema = v.strictObject({ name: v.string(), cost: v.exactOptional(v.number()) })
    const app = aServer([aRoute({ answer: schema, handle: async () => answer })])
    const { statusCode } = await app.inject('/api/thing/5')
    expect(statusCode).toBe(500)
    expect(errors.mock.calls).toEqual([[expect.stringContaining(problem)]])
    errors.mockClear()
  })

  it('a failure that is not a problem of RFC 9457 fails its test', async () => {
    const errors = vi.mocked(console.error)
    const failure = problemOf(404, { code: 'not-found', message: 'There is none.', moneyMoved: 'no' })
    const app = aServer([aRoute({ handle: async ({ reply }) => reply.code(404).send(failure) })])
    expect((await app.inject('/api/thing/5')).statusCode).toBe(500)
    expect(errors.mock.calls).toEqual([[expect.stringContaining('has the content type application/json')]])
    errors.mockClear()
  })
})

it('an unreadable record is named in the log once, however often it is requested', async () => {
  const error = vi.fn()
  const handle = () => Promise.reject(new UnreadableRecord('Sale 7'))
  const app = aServer([aRoute({ handle })], { info: () => {}, error })
  for (const id of ['1', '2']) expect(await app.inject(`/api/thing/${id}`)).toMatchObject({ statusCode: 500 })
  expect(error.mock.calls).toMatchObject([[{ problem: expect.stringContaining('Sale 7') as string }]])
})
