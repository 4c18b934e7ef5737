import { expect, it } from 'vitest'

import type { Problem } from '#api/failure.ts'
import { endpoints } from '#api/endpoints.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { problemIn } from '../../support/problems.ts'
import { aSharedShop, openSale, saleOnce, sell, signedIn } from '../../support/shop.ts'

const shop = aSharedShop()

it('a rejection is a problem with a stable type and title, and with our own members', async () => {
  const amal = await signedIn(shop(), 'Amal')
  const wrong = await amal.ask<Problem>('POST', '/api/session', { staffId: amal.id, pin: '0000' })
  expect(wrong.headers.get('content-type')).toBe('application/problem+json; charset=utf-8')
  expect(wrong.body).toEqual({
    type: 'urn:toptill:problem:wrong-pin',
    title: 'Wrong PIN',
    status: 401,
    detail: wrong.body.message,
    code: 'wrong-pin',
    message: expect.stringMatching(/\.$/),
    moneyMoved: 'no',
  })
})

it('a problem about a sale has the sale as a member', async () => {
  const amal = await signedIn(shop(), 'Amal')
  const sold = await sell(amal, { account: recipients.success })
  await saleOnce(amal, sold.id, ({ state }) => state === 'succeeded')
  const again = await openSale(amal, { account: recipients.success })
  expect(again.body).toMatchObject({
    type: 'urn:toptill:problem:confirm-duplicate',
    title: 'Confirm duplicate',
    status: 409,
    sale: { id: sold.id },
  })
})

it('every route rejects a body, a query or a person it does not accept with a problem', async () => {
  const kinds = new Set<string>()
  for (const endpoint of Object.keys(endpoints)) {
    const [method = '', path = ''] = endpoint.split(' ')
    const url = `${shop().url}${path.replace(':id', 'x')}?no-such-field=1`
    const headers = method === 'GET' ? {} : { origin: shop().url, 'content-type': 'application/json' }
    const answer = await fetch(url, { method, headers, ...(method === 'GET' ? {} : { body: '{"no-such-field":1}' }) })
    // The routes for programs ignore a query.
    if (answer.ok) {
      expect(path).toMatch(/^\/(healthz|readyz|metrics)$/)
      continue
    }
    kinds.add((await problemIn(answer)).code)
  }
  expect([...kinds].toSorted()).toEqual(['invalid-request', 'not-enrolled', 'signed-out'])
})

it.each([
  ['GET', '/api/no-such-thing', 404],
  ['GET', '/no-such-file.js', 404],
  ['POST', '/no-such-page', 403],
  ['PATCH', '/api/session', 403],
  ['GET', '/api/%E0%A4%A', 400],
])('what has no route is rejected with a problem, too: %s %s', async (method, path, status) => {
  const problem = await problemIn(await fetch(shop().url + path, { method }))
  expect(problem.status).toBe(status)
})
