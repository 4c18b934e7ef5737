import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

import { ErrorAnswer, Receipt, TransactionAnswer } from '#wholesaler-api/transaction.ts'
import { Element, Frontview, Service, Services } from '#wholesaler-api/catalog.ts'
import { Balance, PointInfo } from '#wholesaler-api/point.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { startSandbox, type Sandbox } from '#sandbox/server.ts'
import { bodyOf, createCaller, gist, nextKey } from './caller.ts'

const NUMBER = '971501234567'
const BASE_PATH = '/wholesale/v2'

let sandbox: Sandbox
let caller: ReturnType<typeof createCaller>
beforeAll(async () => {
  sandbox = await startSandbox({ basePath: BASE_PATH })
  caller = createCaller(sandbox)
})
afterAll(() => sandbox.close())

describe('the catalog', () => {
  const readServices = async () => {
    const { services } = v.parse(Services, bodyOf(await caller.post('/services')))
    return services.map((service) => v.parse(Service, service))
  }
  const readElements = async (frontviewId: unknown) => {
    const answer = bodyOf(await caller.post('/frontview', { frontview_id: frontviewId }))
    return v.parse(Frontview, answer).elements.map((element) => v.parse(Element, element))
  }

  it('the services follow the contract, with both numbers and strings in the same fields', async () => {
    const read = await readServices()
    expect(read.length).toBeGreaterThanOrEqual(24)
    expect(new Set(read.map(({ amount_min }) => typeof amount_min))).toEqual(new Set(['number', 'string']))
    expect(read.filter(({ active }) => !active).map(({ name }) => name)).toEqual(['Velto Roaming', 'Roadtag toll'])
    expect(read.find(({ id }) => id === 'qamra-rc')).toMatchObject({ amount_min: 5, amount_max: 500, amount_step: 5 })
  })

  it('the frontview has three levels, and every parent, service and link target in it exists', async () => {
    const point = v.parse(PointInfo, bodyOf(await caller.post('/point_info')))
    expect(point).toMatchObject({
      agent: { name: 'Sidra Corner Shop', topup_code: '4820771503' },
      pos: { id: '20418' },
    })
    const elements = await readElements(point.pos?.frontview_id)
    const serviceIds = (await readServices()).map(({ id }) => id)

    const byId = new Map(elements.map((element) => [element.id, element]))
    expect(byId.size).toBe(elements.length)
    const depth = (id: string): number => {
      const parent = byId.get(id)?.parent_id
      return parent ? 1 + depth(parent) : 1
    }
    expect(Math.max(...elements.map(({ id }) => depth(id)))).toBe(3)
    for (const { parent_id, type, content_id, params } of elements) {
      if (parent_id) expect(byId.get(parent_id)?.type).toBe('category')
      if (type === 'product') expect(serviceIds).toContain(content_id)
      const target = v.safeParse(v.object({ target_alias: v.string() }), params)
      if (target.success) expect(elements.map(({ alias }) => alias)).toContain(target.output.target_alias)
    }
  })

  it('the sandbox serves every picture that the frontview names', async () => {
    const elements = await readElements('7')
    const addresses = new Set(
      elements.flatMap(({ image_large, image_small }) => [image_large, image_small]).filter((image) => !!image),
    )
    expect([...addresses].some((address) => address?.startsWith('http'))).toBe(true)
    expect([...addresses].some((address) => address?.startsWith(`${BASE_PATH}/`))).toBe(true)
    for (const address of addresses) {
      const response = await fetch(new URL(address ?? '', sandbox.baseUrl))
      expect([address, response.status, response.headers.get('content-type')]).toEqual([address, 200, 'image/svg+xml'])
      expect(await response.text()).toMatch(/^<svg .*<\/svg>$/s)
    }
  })

  it('the balance follows the contract', async () => {
    expect(v.parse(Balance, bodyOf(await caller.post('/balance'))).currency).toBe('AED')
  })
})

describe('check, confirm and find', () => {
  it('check, confirm and find return the shapes of the spec', async () => {
    const check = await caller.check('shape', NUMBER, 25)
    const ids = { id: expect.any(String) as string, external_transaction_id: 'shape' }
    const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/) as string
    const sums = { amount: 25, amount_currency: 'AED', price: 24, price_currency: 'AED' }
    const transaction = { ...ids, state: -1, time, account: NUMBER, ...sums, channel: 'pos' }
    expect(bodyOf(check)).toEqual({ transaction })
    const confirmed = v.parse(TransactionAnswer, bodyOf(await caller.confirm('shape', 25)))
    const service = { id: 'qamra-rc', name: 'Qamra Recharge' }
    expect(confirmed.transaction).toMatchObject({ state: 1, service, amount: 25, price: '24.00' })
    const receipt = v.parse(Receipt, confirmed.receipt)
    expect(Object.keys(receipt)).toEqual(['header', 'subheader', 'info', 'instruction', 'promo', 'footer'])
    expect(receipt.info?.split('\n').length).toBeGreaterThan(1)

    const finds = [await caller.find('shape'), await caller.find('shape')].map((find) =>
      v.parse(TransactionAnswer, bodyOf(find)),
    )
    expect(finds).toMatchObject([
      { transaction: { state: 1, amount: 25, error: '' }, receipt, info: {} },
      { transaction: { state: '1', amount: '25.00', error: '' }, receipt, info: [] },
    ])
  })

  it('confirm and find return only the short form while the sale is pending', async () => {
    await caller.check('pending', recipients.succeedsAfterTwoFinds)
    const ids = { id: expect.any(String), external_transaction_id: 'pending', time: expect.any(String) }
    const service = { id: 'qamra-rc', name: 'Qamra Recharge' }
    expect(bodyOf(await caller.confirm('pending'))).toEqual({ transaction: { ...ids, state: 0, service } })
    const found = { transaction: { ...ids, state: 0, service }, receipt: {}, info: {} }
    expect(bodyOf(await caller.find('pending'))).toEqual(found)
  })

  it("confirm and find accept the wholesaler's id of the transaction as well as ours", async () => {
    const check = v.parse(TransactionAnswer, bodyOf(await caller.check('both', NUMBER)))
    const byTheirs = { transaction_id: check.transaction.id }
    expect(gist(await caller.post('/transaction/confirm', { ...byTheirs, fields: { amount: 50 } }))).toBe('state 1')
    expect(gist(await caller.post('/transaction/find', byTheirs))).toBe('state 1')
    for (const call of [caller.confirmInternational, caller.findInternational])
      expect(gist(await call('000-000-000-000-000'))).toBe('error 20')
  })
})

describe('a check', () => {
  const fields = { account: NUMBER, amount: 50 }
  it.each([
    ['an unknown service', { product: 'nobody', fields }, 'error 101'],
    ['an inactive service', { product: 'velto_roaming', fields: { account: NUMBER, amount: 60 } }, 'error 101'],
    [
      'the international top-up, with the fields of a direct one',
      { product: 'international-bridge', fields },
      'error 2',
    ],
    ['a top-up without an account', { product: 'qamra-rc', fields: { amount: 50 } }, 'error 2'],
    ['another country', { product: 'qamra-rc', fields: { ...fields, account: '966501234567' } }, 'error 201'],
    ['a plus', { product: 'qamra-rc', fields: { ...fields, account: `+${NUMBER}` } }, 'error 201'],
    ['too few digits', { product: 'qamra-rc', fields: { ...fields, account: '9715012345' } }, 'error 201'],
    ['less than the least', { product: 'qamra-rc', fields: { ...fields, amount: 4.99 } }, 'error 50'],
    ['more than the most', { product: 'qamra-rc', fields: { ...fields, amount: 505 } }, 'error 50'],
    ['an amount off the step', { product: 'qamra-rc', fields: { ...fields, amount: 52 } }, 'error 50'],
    ['a step of a tenth', { product: 'DX-air', fields: { ...fields, amount: 5.3 } }, 'state -1'],
    ['parts of a fils', { product: 'DX-air', fields: { ...fields, amount: 5.301 } }, 'error 50'],
    ['an external id of 30', { product: 'qamra-rc', external_transaction_id: 'x'.repeat(30), fields }, 'state -1'],
    ['an external id of 31', { product: 'qamra-rc', external_transaction_id: 'x'.repeat(31), fields }, 'error 50'],
    ['an empty external id', { product: 'qamra-rc', external_transaction_id: '', fields }, 'error 50'],
  ])('a check of %s gets the right answer', async (_, content, expected) => {
    expect(gist(await caller.post('/transaction/check', content))).toBe(expected)
  })

  it('a check with an external id that is already in use is rejected', async () => {
    await caller.check('twice', NUMBER)
    expect(gist(await caller.check('twice', NUMBER))).toBe('error 105')
  })
})

describe('a request', () => {
  const check = { product: 'qamra-rc', external_transaction_id: 'strict', fields: { account: NUMBER, amount: 50 } }
  const confirm = { external_transaction_id: 'strict', fields: { amount: 50 } }
  it.each([
    ['/balance', { currency: 'AED' }],
    ['/services', { page: 1 }],
    ['/frontview', { frontview_id: 7 }],
    ['/frontview', {}],
    ['/transaction/check', { ...check, transaction_id: 'a' }],
    ['/transaction/check', { ...check, fields: { ...check.fields, currency: 'AED' } }],
    ['/transaction/check', { ...check, fields: { ...check.fields, amount: '50' } }],
    ['/transaction/check', { ...check, fields: { ...check.fields, account: 971501234567 } }],
    ['/transaction/check', { ...check, product: 7 }],
    ['/transaction/check', { ...check, simulation: 1 }],
    ['/transaction/confirm', { ...confirm, transaction_id: 'a' }],
    ['/transaction/confirm', { external_transaction_id: 'strict' }],
    ['/transaction/confirm', { ...confirm, fields: { amount: 50, account: NUMBER } }],
    ['/transaction/find', { external_transaction_id: 'strict', transaction_id: 'a' }],
    ['/transaction/find', {}],
  ])('a request to %s with %j is rejected', async (path, content) => {
    const came = await caller.post(path, content)
    expect(gist(came)).toBe('error 2')
    expect(v.is(ErrorAnswer, bodyOf(came))).toBe(true)
  })

  it('a confirm with another amount is rejected and moves nothing', async () => {
    await caller.check('other amount', NUMBER, 50)
    expect(gist(await caller.confirm('other amount', 55))).toBe('error 50')
    expect(gist(await caller.find('other amount'))).toBe('state -1')
  })

  it('a request that is not JSON is rejected', async () => {
    expect(gist(await caller.postText('/balance', '{"auth":'))).toBe('error 2')
    const signed = JSON.stringify({ auth: caller.sign(String(nextKey())) })
    expect(gist(await caller.postText('/balance', signed, 'text/plain'))).toBe('error 2')
  })

  it('a request to an unknown path, outside the base path or with GET gets a 404 page', async () => {
    expect(gist(await caller.post('/transaction/cancel'))).toBe('html 404')
    expect((await fetch(`${new URL(sandbox.baseUrl).origin}/balance`, { method: 'POST' })).status).toBe(404)
    expect((await fetch(`${sandbox.baseUrl}/balance`)).status).toBe(404)
  })

  it('the sandbox records each request without its hash', async () => {
    const auth = caller.sign(String(nextKey()))
    await caller.postText('/transaction/find', `{"external_transaction_id":"kept","auth":${JSON.stringify(auth)}}`)
    expect(sandbox.requests().at(-1)).toEqual({
      path: '/transaction/find',
      body: { external_transaction_id: 'kept', auth: { id: auth.id, key: auth.key } },
      content: { external_transaction_id: 'kept' },
      auth: { id: auth.id, key: auth.key },
      text: `{"external_transaction_id":"kept","auth":{"id":"20418","key":"${auth.key}","hash":""}}`,
    })
    expect(JSON.stringify(sandbox.requests())).not.toContain(auth.hash)
  })

  it('a rejected request may have status 200 as well as 400', async () => {
    const statuses = [await caller.post('/balance', { more: 1 }), await caller.check('status', '966501234567')].map(
      (came) => (came.kind === 'json' ? came.status : 0),
    )
    expect(statuses).toEqual([400, 200])
  })
})

describe('the control page', () => {
  it('the control page lists the named numbers, the ledger and the balance, with HTML escaped', async () => {
    await caller.check('<b>bold</b>', NUMBER)
    await caller.confirm('<b>bold</b>')
    const page = await (await fetch(sandbox.controlUrl)).text()
    expect(page).toContain('+971 50 000 0004')
    expect(page).toContain('failsAfterPending')
    expect(page).toContain('&lt;b&gt;bold&lt;/b&gt;')
    expect(page).not.toContain('<b>bold')
    expect(page).toContain(`AED ${sandbox.balance()}`)
  })
})

it('the sandbox does not start on a port that is in use', async () => {
  const port = Number(new URL(sandbox.baseUrl).port)
  await expect(startSandbox({ port })).rejects.toThrow(/EADDRINUSE/)
})
