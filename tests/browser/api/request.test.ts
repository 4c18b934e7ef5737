import { afterEach, expect, it, vi } from 'vitest'

import { NoAnswer, ProxyFailure, request } from '#browser/api/request.ts'

const answer = (status: number, body: string) => vi.fn<typeof fetch>(async () => new Response(body, { status }))

afterEach(() => vi.unstubAllGlobals())

it('request gives the answer of the proxy', async () => {
  vi.stubGlobal('fetch', answer(202, '{"state":"opened"}'))
  expect(await request('PUT', '/api/sales/1')).toEqual({ state: 'opened' })
})

it('request sends JSON with everything that writes, also without content', async () => {
  const fetch = answer(200, '{}')
  vi.stubGlobal('fetch', fetch)
  await request('POST', '/api/sales/1/find')
  await request('DELETE', '/api/session')
  await request('GET', '/api/status')
  expect(fetch.mock.calls.map(([, init]) => init?.body)).toEqual(['{}', '{}', undefined])
  expect(new Headers(fetch.mock.calls[0]?.[1]?.headers).get('content-type')).toBe('application/json')
})

it('request takes an empty answer as it is', async () => {
  const empty = async () => new Response(null, { status: 204 })
  vi.stubGlobal('fetch', empty)
  expect(await request('DELETE', '/api/session')).toBeUndefined()
})

it('request throws what the proxy says it did not do', async () => {
  vi.stubGlobal('fetch', answer(409, '{"code":"stale-version","message":"moved on","moneyMoved":"no"}'))
  const error = await request('POST', '/api/sales/1/confirm').catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ProxyFailure)
  expect(error).toMatchObject({ failure: { code: 'stale-version', moneyMoved: 'no' } })
})

it.each([
  { what: 'a page of some other server', fetch: answer(502, '<html>Bad gateway</html>') },
  { what: 'an answer that is no JSON', fetch: answer(200, '{"state":') },
  { what: 'an error without a code of ours', fetch: answer(500, '{"error":"oops"}') },
  { what: 'an empty error', fetch: answer(503, '') },
  { what: 'no connection', fetch: vi.fn(() => Promise.reject(new TypeError('Failed to fetch'))) },
])('request takes $what as no answer, and asks once only', async ({ fetch }) => {
  vi.stubGlobal('fetch', fetch)
  await expect(request('POST', '/api/sales/1/confirm')).rejects.toBeInstanceOf(NoAnswer)
  expect(fetch).toHaveBeenCalledOnce()
})

it('request takes what the page asked for early, once, and asks itself where that was in vain', async () => {
  const fetch = answer(200, '{"from":"the proxy"}')
  vi.stubGlobal('fetch', fetch)
  vi.stubGlobal('earlyAnswers', {
    '/api/session': Promise.resolve(new Response('{"from":"early"}')),
    '/api/catalogue': Promise.resolve(undefined),
    '/api/status': Promise.reject(new TypeError('Failed to fetch')),
  })
  expect(await request('DELETE', '/api/session')).toEqual({ from: 'the proxy' })
  expect(await request('GET', '/api/session')).toEqual({ from: 'early' })
  fetch.mockClear()
  for (const path of ['/api/session', '/api/catalogue', '/api/status'])
    expect(await request('GET', path)).toEqual({ from: 'the proxy' })
  expect(fetch.mock.calls.map(([path]) => path)).toEqual(['/api/session', '/api/catalogue', '/api/status'])
})

it('request is no missing answer when the screen takes the question back', async () => {
  const gone = new AbortController()
  const aborted = () => Promise.reject(new DOMException('aborted', 'AbortError'))
  vi.stubGlobal('fetch', aborted)
  gone.abort()
  await expect(request('GET', '/api/status', { signal: gone.signal })).rejects.toMatchObject({ name: 'AbortError' })
})
