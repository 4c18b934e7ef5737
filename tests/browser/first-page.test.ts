// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

import { catalogQuery } from '#browser/api/catalog.ts'
import { createQueryClient } from '#browser/api/query-client.ts'
import { sessionQuery } from '#browser/api/session.ts'
import { loadSelling, readFirstPage } from '#browser/first-page.ts'
import { catalog } from '../support/a-shop.ts'
import { amal, aSession } from '../support/fake-proxy.ts'

const { person: _, ...nobody } = aSession()
const never = new Promise<Response>(() => {})
const json = (body: unknown) => new Response(JSON.stringify(body))

function openPage(answers: Record<string, () => Response | Promise<Response>>) {
  const asked = vi.fn(async (path: string) => answers[path]?.() ?? never)
  vi.stubGlobal('fetch', asked)
  const client = createQueryClient()
  const onRead = vi.fn()
  void readFirstPage(client).then(onRead)
  return { client, onRead, paths: () => asked.mock.calls.map(([path]) => path) }
}

beforeEach(async () => {
  // Loading code takes real time.
  await loadSelling()
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('the first page is rendered once the person and the products are read', async () => {
  let answer: (response: Response) => void = () => {}
  const products = new Promise<Response>((resolve) => (answer = resolve))
  const { client, onRead } = openPage({
    '/api/session': () => json({ ...nobody, person: amal }),
    '/api/catalog': () => products,
  })
  await vi.advanceTimersByTimeAsync(500)
  expect(onRead).not.toHaveBeenCalled()
  answer(json(catalog))
  await vi.advanceTimersByTimeAsync(0)
  expect(onRead).toHaveBeenCalled()
  expect(client.getQueryData(sessionQuery.queryKey)?.person).toEqual(amal)
  expect(client.getQueryData(catalogQuery.queryKey)?.tiles).toEqual(catalog.tiles)
})

it('products cached at this terminal are enough for the first page', async () => {
  const { client, onRead } = openPage({ '/api/session': () => json({ ...nobody, person: amal }) })
  await vi.advanceTimersByTimeAsync(500)
  client.setQueryData(catalogQuery.queryKey, { ...catalog, asOf: 0 })
  await vi.advanceTimersByTimeAsync(0)
  expect(onRead).toHaveBeenCalled()
})

it('the first page waits for no products while no one is signed in', async () => {
  const { onRead, paths } = openPage({ '/api/session': () => json(nobody) })
  await vi.advanceTimersByTimeAsync(0)
  expect(onRead).toHaveBeenCalled()
  expect(paths()).toEqual(['/api/session'])
})

it.each([
  ['the session', {}],
  ['the products', { '/api/session': () => json({ ...nobody, person: amal }) }],
])('the first page waits for %s for a second', async (_name, answers) => {
  const { onRead } = openPage(answers)
  await vi.advanceTimersByTimeAsync(999)
  expect(onRead).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(onRead).toHaveBeenCalled()
})
