import { afterEach, expect, it, vi } from 'vitest'

import { addressOf, call, NoAnswer, ServerFailure } from '#browser/api/request.ts'

const answer = (status: number, body: string) => vi.fn<typeof fetch>(async () => new Response(body, { status }))

afterEach(() => vi.unstubAllGlobals())

it('call returns the answer of the server', async () => {
  vi.stubGlobal('fetch', answer(202, '{"state":"opened"}'))
  expect(await call('POST /api/sales/:id/find', { id: 1 })).toEqual({ state: 'opened' })
})

it('call sends JSON with every write, also without content', async () => {
  const fetch = answer(200, '{}')
  vi.stubGlobal('fetch', fetch)
  await call('POST /api/sales/:id/find', { id: 1 })
  await call('DELETE /api/session')
  await call('GET /api/status')
  expect(fetch.mock.calls.map(([, init]) => init?.body)).toEqual(['{}', '{}', undefined])
  expect(new Headers(fetch.mock.calls[0]?.[1]?.headers).get('content-type')).toBe('application/json')
})

it('call accepts an empty answer', async () => {
  const empty = async () => new Response(null, { status: 204 })
  vi.stubGlobal('fetch', empty)
  expect(await call('DELETE /api/session')).toBeUndefined()
})

it("call throws the server's failure when the server says that it did nothing", async () => {
  vi.stubGlobal('fetch', answer(409, '{"code":"stale-version","message":"moved on","moneyMoved":"no"}'))
  const error = await call('POST /api/sales/:id/confirm', { id: 1 }).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ServerFailure)
  expect(error).toMatchObject({ failure: { code: 'stale-version', moneyMoved: 'no' } })
})

it.each([
  { what: 'a page of another server', fetch: answer(502, '<html>Bad gateway</html>') },
  { what: 'an answer that is not JSON', fetch: answer(200, '{"state":') },
  { what: 'an error without a code of ours', fetch: answer(500, '{"error":"oops"}') },
  { what: 'an empty error', fetch: answer(503, '') },
  { what: 'no connection', fetch: vi.fn(() => Promise.reject(new TypeError('Failed to fetch'))) },
])('call treats $what as no answer, and asks only once', async ({ fetch }) => {
  vi.stubGlobal('fetch', fetch)
  await expect(call('POST /api/sales/:id/confirm', { id: 1 })).rejects.toBeInstanceOf(NoAnswer)
  expect(fetch).toHaveBeenCalledOnce()
})

it('call uses an answer that the page requested early only once, and sends its own request when that failed', async () => {
  const fetch = answer(200, '{"from":"the proxy"}')
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('earlyAnswers', {
    '/api/session': Promise.resolve(new Response('{"from":"early"}')),
    '/api/catalog': Promise.resolve(undefined),
    '/api/status': Promise.reject(new TypeError('Failed to fetch')),
  })
  expect(await call('DELETE /api/session')).toEqual({ from: 'the proxy' })
  expect(await call('GET /api/session')).toEqual({ from: 'early' })
  fetch.mockClear()
  for (const endpoint of ['GET /api/session', 'GET /api/catalog', 'GET /api/status'] as const)
    expect(await call(endpoint)).toEqual({ from: 'the proxy' })
  expect(fetch.mock.calls.map(([path]) => path)).toEqual(['/api/session', '/api/catalog', '/api/status'])
})

it('call throws an abort, not a missing answer, when the screen cancels the request', async () => {
  const gone = new AbortController()
  const aborted = () => Promise.reject(new DOMException('aborted', 'AbortError'))
  vi.stubGlobal('fetch', aborted)
  gone.abort()
  await expect(call('GET /api/status', { signal: gone.signal })).rejects.toMatchObject({ name: 'AbortError' })
})

it('call writes the id and the query of an endpoint into its address, and leaves out what is undefined', async () => {
  const fetch = answer(200, '{}')
  vi.stubGlobal('fetch', fetch)
  const query = { country: 'a b&c' }
  await call('GET /api/international/providers/:id', { id: '$1/\ud83d', query })
  await call('GET /api/audit', { query: { cursor: undefined } })
  expect(fetch.mock.calls.map(([path]) => path)).toEqual([
    '/api/international/providers/%241%2F%EF%BF%BD?country=a+b%26c',
    '/api/audit',
  ])
  expect(addressOf('GET /api/reports', { from: '2026-11-01', to: '2026-11-02' })).toBe(
    '/api/reports?from=2026-11-01&to=2026-11-02',
  )
})
