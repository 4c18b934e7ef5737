import { describe, expect, it } from 'vitest'

import type { SaleListPage } from '#api/sales.ts'
import type { Status } from '#api/status.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { openSale, openShop, saleOnce, sell, type Browser, signedIn } from '../../support/shop.ts'

async function aShop(...names: string[]) {
  const shop = await openShop()
  const browsers: Browser[] = await Promise.all(names.map((name) => signedIn(shop, name)))
  const [amal, second] = browsers as [Browser, Browser]
  const sent = (path: string) => shop.sandbox.requests().filter((request) => request.path === path).length
  return { shop, amal, second, debits: () => shop.sandbox.ledger().length, sent }
}

const desk = async (browser: Browser) =>
  (await browser.ask<SaleListPage>('GET', '/api/sales?group=open-items')).body.sales
const status = async (browser: Browser) => (await browser.ask<Status>('GET', '/api/status')).body

it('E4: of two simultaneous confirms exactly one is sent, and the other is rejected with the first sale', async () => {
  const { amal, second: joseph, debits, sent } = await aShop('Amal', 'Joseph')
  const wish = { account: recipients.succeedsAfterTwoFinds }
  const quotes = [await openSale(amal, wish), await openSale(joseph, wish)]
  const [first, other] = await Promise.all(
    [amal, joseph].map((browser, index) => browser.ask('POST', `/api/sales/${quotes[index]!.id}/confirm`, {})),
  )
  const won = [first, other].filter((answer) => answer!.status < 300)
  const lost = [first, other].find((answer) => answer!.status === 409)
  expect(won).toHaveLength(1)
  expect(lost?.body).toMatchObject({
    code: 'duplicate-blocked',
    moneyMoved: 'no',
    sale: { id: won[0]!.body.id, number: won[0]!.body.number, state: expect.any(String) },
  })
  expect(lost?.body.sale).not.toHaveProperty('cost')
  await saleOnce(amal, quotes.find(({ id }) => id === won[0]!.body.id)!.id, ({ state }) => state === 'succeeded')
  expect([sent('/transaction/confirm'), debits()]).toEqual([1, 1])
})

describe('open items over the API', () => {
  it('only a supervisor can resolve a canceled sale', async () => {
    const { amal, second: hamad } = await aShop('Amal', 'Hamad')
    const { id } = await sell(amal, { account: recipients.canceled })
    expect((await desk(hamad)).map((sale) => sale.attention)).toEqual(['canceled'])
    expect(await status(amal)).toMatchObject({ attention: 1 })
    const word = { outcome: 'not-sold', note: '  Support canceled it  ' }
    expect((await amal.ask('POST', `/api/sales/${id}/resolve`, word)).status).toBe(403)
    for (const bad of [{}, { ...word, as: 'maybe' }, { ...word, note: '  ' }, { ...word, more: 1 }])
      expect((await hamad.ask('POST', `/api/sales/${id}/resolve`, bad)).status).toBe(400)
    expect(await hamad.ask('POST', `/api/sales/${id}/resolve`, word)).toMatchObject({
      status: 200,
      body: { state: 'canceled', resolution: { outcome: 'not-sold', note: 'Support canceled it' }, refund: {} },
    })
    expect(await status(amal)).toMatchObject({ attention: 0, refundsDue: 1 })
  })
})

it('E2: a reloaded browser finds its sale, and nothing is sent again', async () => {
  const { shop, amal, sent } = await aShop('Amal')
  const { id } = await sell(amal, { account: recipients.succeedsAfterTwoFinds })
  const reloaded = shop.browser()
  for (const [name, value] of amal.cookies) reloaded.cookies.set(name, value)
  const sale = await saleOnce(reloaded, id, ({ state }) => state === 'succeeded')
  expect(sale.events?.map(({ kind }) => kind)).toEqual(['opened', 'checked', 'approved', 'pending', 'final'])
  expect([sent('/transaction/check'), sent('/transaction/confirm')]).toEqual([1, 1])
})
