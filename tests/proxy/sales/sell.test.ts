import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { proxyPaths } from '#contract/proxy/paths.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { aSharedShop, openSale, openShop, saleOnce, sell, signedIn } from '../../support/shop.ts'

/** Of the tests that do not disturb each other: each has an account or sales of its own, or sends nothing. */
const sharedShop = aSharedShop()

/** Amal at a till. Its debits are those of the given sale. */
async function aTill(shop = sharedShop()) {
  const debits = (id: string) => shop.sandbox.ledger().filter((entry) => entry.externalTransactionId === id).length
  return { shop, browser: await signedIn(shop, 'Amal'), debits }
}

describe('a direct recharge over the API', () => {
  it('a direct recharge is checked, confirmed, sold and debited once', async () => {
    const { browser, debits } = await aTill(await openShop())
    const opened = await openSale(browser, { account: '050 000 0001', amount: '50' })
    expect(opened).toMatchObject({
      status: 200,
      body: {
        state: 'checked',
        number: 1,
        serviceName: 'Qamra Recharge',
        account: recipients.success,
        amount: { amount: '50.00', currency: 'AED' },
        pays: { amount: '50.00', currency: 'AED' },
        cashier: { name: 'Amal Rahman' },
      },
    })
    expect(debits(opened.id)).toBe(0)
    const sold = await browser.ask('POST', proxyPaths.confirmSale(opened.id), { version: opened.body.version })
    expect(sold).toMatchObject({ status: 200, body: { state: 'succeeded' } })
    expect(debits(opened.id)).toBe(1)
  })

  it('a direct recharge sends exactly the fields of the spec', async () => {
    const { shop, browser } = await aTill(await openShop())
    const { id } = await sell(browser, {
      account: recipients.succeedsAfterTwoFinds,
      amount: '12.5',
      serviceId: 'DX-air',
    })
    await saleOnce(browser, id, ({ state }) => state === 'succeeded')
    const bodies = (path: string) =>
      shop.sandbox.requests().flatMap((request) => (request.path === path ? [request.body] : []))
    expect(bodies('/transaction/check')).toEqual([
      {
        product: 'DX-air',
        external_transaction_id: id,
        fields: { account: recipients.succeedsAfterTwoFinds, amount: 12.5 },
        auth: { id: '20418', key: expect.stringMatching(/^\d{13,}$/) },
      },
    ])
    expect(bodies('/transaction/confirm')).toEqual([
      { external_transaction_id: id, fields: { amount: 12.5 }, auth: { id: '20418', key: expect.any(String) } },
    ])
    expect(bodies('/transaction/find').length).toBeGreaterThanOrEqual(2)
    for (const find of bodies('/transaction/find')) {
      expect(find).toEqual({ external_transaction_id: id, auth: { id: '20418', key: expect.any(String) } })
    }
  })

  it.each([
    { name: 'succeedsAfterTwoFinds', confirm: 'pending', ends: 'succeeded', debits: 1 },
    { name: 'heldByTurnover', confirm: 'pending', ends: 'succeeded', debits: 1 },
    { name: 'unknownState', confirm: 'pending', ends: 'succeeded', debits: 1 },
    { name: 'fails', confirm: 'failed', ends: 'failed', debits: 0 },
    { name: 'failsAfterPending', confirm: 'pending', ends: 'failed', debits: 0 },
    { name: 'cancelled', confirm: 'cancelled', ends: 'cancelled' },
    { name: 'replaced', confirm: 'replaced', ends: 'replaced' },
    { name: 'answerLostAfter', confirm: 'unknown', ends: 'succeeded', debits: 1 },
    { name: 'html', confirm: 'unknown', ends: 'succeeded', debits: 1 },
    // The same confirm is repeated automatically.
    { name: 'answerLostBefore', confirm: 'unknown', ends: 'succeeded', debits: 1 },
    { name: 'noFunds', confirm: 'unknown', ends: 'not-executed', debits: 0 },
  ] as const)('a recharge to $name is $confirm after the confirm and $ends in the end', async (row) => {
    const { browser, debits } = await aTill()
    const { id, body } = await sell(browser, { account: recipients[row.name] })
    // A quick sale may be final before the answer was read.
    expect([row.confirm, row.ends]).toContain(body.state)
    const sale = await saleOnce(browser, id, ({ state }) => state === row.ends)
    const states = (sale.events ?? []).map(({ kind }) => kind)
    if (row.confirm === 'unknown') expect(states.some((kind) => /^confirm-(lost|refused)$/.test(kind))).toBe(true)
    if ('debits' in row) expect(debits(id)).toBe(row.debits)
  })

  it('a failed or refused sale contains what the service says', async () => {
    const { browser } = await aTill()
    const failed = await sell(browser, { account: recipients.fails, amount: '30' })
    expect(failed.body.problem).toEqual({ code: 'service-failed', text: 'Subscriber number is not active.' })
    const refused = await openSale(browser, { account: recipients.banned })
    expect(refused).toMatchObject({ status: 200, body: { state: 'refused', problem: { code: 'service-1200' } } })
    expect(refused.body.problem?.text).toMatch(/\w/)
  })

  it.each([{ name: 'checkAnswerLost' }, { name: 'checkNeverArrives' }] as const)(
    'a recharge to $name is checked although an answer was lost, and sold once',
    async ({ name }) => {
      const { browser, debits } = await aTill()
      const { id, body } = await openSale(browser, { account: recipients[name] })
      expect(body).toMatchObject({ state: 'checked' })
      const sold = await browser.ask('POST', proxyPaths.confirmSale(id), {})
      expect(sold.body).toMatchObject({ state: 'succeeded' })
      expect(debits(id)).toBe(1)
    },
  )

  it('a sale that is not executed is confirmed again with the same transaction, once', async () => {
    // This leaves time to stop the process before it repeats the confirm.
    const first = await aTill(await openShop({ env: { CONFIRM_GRACE_SECONDS: '1' } }))
    const { id } = await sell(first.browser, { account: recipients.answerLostBefore })
    const shop = await first.shop.restart()
    const browser = await signedIn(shop, 'Amal')
    const stuck = await saleOnce(browser, id, ({ state }) => state === 'not-executed')
    const finished = await browser.ask('POST', proxyPaths.confirmSale(id), { version: stuck.version })
    expect(finished.body).toMatchObject({ state: 'succeeded', transactionId: stuck.transactionId })
    expect(shop.sandbox.ledger()).toHaveLength(1)
  })

  it('a sale can be abandoned before the confirm and when it is not executed', async () => {
    const { browser, debits } = await aTill(await openShop())
    const quote = await openSale(browser, { account: recipients.success })
    expect((await browser.ask('POST', proxyPaths.abandonSale(quote.id))).body).toMatchObject({ state: 'abandoned' })
    expect((await browser.ask('POST', proxyPaths.confirmSale(quote.id), {})).body).toMatchObject({ state: 'abandoned' })

    const { id, body } = await sell(browser, { account: recipients.noFunds })
    if (body.state === 'unknown') {
      expect(await browser.ask('POST', proxyPaths.abandonSale(id))).toMatchObject({
        status: 409,
        body: { code: 'wrong-state', moneyMoved: 'unknown' },
      })
    }
    await saleOnce(browser, id, ({ state }) => state === 'not-executed')
    const given = await browser.ask('POST', proxyPaths.abandonSale(id))
    expect(given.body).toMatchObject({ state: 'abandoned', problem: { code: 'abandoned' } })
    expect(given.body.nextFindAt).toBeGreaterThan(given.body.openedAt)
    expect(debits(id)).toBe(0)
  })
})

describe('E6, the same request twice', () => {
  it('E6: repeated requests and confirms are one sale, which is checked, confirmed and debited once', async () => {
    const { shop, browser, debits } = await aTill(await openShop())
    const { id } = await openSale(browser, { account: recipients.success })
    const again = await Promise.all([1, 2, 3].map(() => openSale(browser, { account: '+971 50 000 0001' }, id)))
    for (const { status, body } of again) expect([status, body.number]).toEqual([200, 1])
    const confirms = await Promise.all([1, 2, 3, 4].map(() => browser.ask('POST', proxyPaths.confirmSale(id), {})))
    for (const { body } of confirms) expect(body).toMatchObject({ state: 'succeeded' })
    const sent = (path: string) => shop.sandbox.requests().filter((request) => request.path === path).length
    expect([sent('/transaction/check'), sent('/transaction/confirm'), debits(id)]).toEqual([1, 1, 1])
  })
})

it('a request that breaks a rule of ours opens no sale, and nothing is sent', async () => {
  const { shop, browser } = await aTill()
  const { id, status, body } = await openSale(browser, { account: '12345' })
  expect([status, body.code, body.moneyMoved]).toEqual([422, 'number-invalid', 'no'])
  expect((await browser.ask('GET', proxyPaths.sale(id))).status).toBe(404)
  expect(shop.sandbox.requests().some(({ text }) => text.includes(id))).toBe(false)
})

describe('sales after a restart', () => {
  it('E9: a pending sale is completed after a restart and debited once', async () => {
    const first = await aTill(await openShop())
    const { id } = await sell(first.browser, { account: recipients.succeedsAfterTwoFinds })
    const shop = await first.shop.restart()
    const browser = await signedIn(shop, 'Amal')
    await saleOnce(browser, id, ({ state }) => state === 'succeeded')
    expect(shop.sandbox.ledger()).toHaveLength(1)
  })

  it('people remain signed in after a restart, and sales remain readable', async () => {
    const { shop, browser } = await aTill(await openShop())
    const { id } = await sell(browser, { account: recipients.success })
    const restarted = await shop.restart()
    const same = restarted.browser()
    for (const [name, value] of browser.cookies) same.cookies.set(name, value)
    expect(await same.ask('GET', proxyPaths.sale(id))).toMatchObject({ status: 200, body: { state: 'succeeded' } })
  })

  it('keys continue to grow after a restart, so the service accepts the next sale', async () => {
    const { shop, browser } = await aTill(await openShop())
    await sell(browser, { account: recipients.success })
    const again = await signedIn(await shop.restart(), 'Amal')
    expect((await sell(again, { account: recipients.success, amount: '30' })).body).toMatchObject({
      state: 'succeeded',
    })
  })
})

describe('the receipt over the API', () => {
  it('a receipt is read again after a restart and is not stored in the journal', async () => {
    const { shop, browser } = await aTill(await openShop())
    const { id } = await sell(browser, { account: recipients.success })
    const reveal = () => browser.ask<{ receipt: Record<string, string> }>('POST', proxyPaths.revealSale(id))
    const shown = await reveal()
    expect(shown.headers.get('cache-control')).toBe('no-store')
    const parts = Object.values(shown.body.receipt)
    expect(parts.length).toBeGreaterThanOrEqual(5)

    await shop.close()
    const data = join(shop.folder, 'data', 'sandbox')
    const journal = readdirSync(data).filter((name) => name.startsWith('toptill.db'))
    expect(journal).not.toEqual([])
    for (const name of journal) {
      const bytes = readFileSync(join(data, name), 'latin1')
      for (const part of parts.flatMap((text) => text.split('\n')).filter((line) => line.length > 12)) {
        expect(bytes.includes(part), `"${part}" stands in ${name}`).toBe(false)
      }
    }

    const again = await signedIn(await shop.restart(), 'Amal')
    const later = await again.ask<{ receipt: Record<string, string> }>('POST', proxyPaths.revealSale(id))
    expect(later.body.receipt).toEqual(shown.body.receipt)
    const { body } = await again.ask('GET', proxyPaths.sale(id))
    expect(body.events?.filter(({ kind }) => kind === 'receipt-revealed')).toHaveLength(2)
  })
})

describe('who may view which sale', () => {
  it('a cashier cannot read complete sales of others, and can read open ones without confirming them', async () => {
    const { shop, browser } = await aTill(await openShop())
    const settled = await sell(browser, { account: recipients.success })
    const waiting = await openSale(browser, { account: recipients.success, amount: '30' })
    const joseph = await signedIn(shop, 'Joseph')
    expect((await joseph.ask('GET', proxyPaths.sale(settled.id))).status).toBe(404)
    expect((await joseph.ask('GET', proxyPaths.sale(waiting.id))).status).toBe(200)
    expect(await joseph.ask('POST', proxyPaths.confirmSale(waiting.id), {})).toMatchObject({
      status: 403,
      body: { code: 'not-allowed' },
    })
    expect((await joseph.ask<{ sales: unknown[] }>('GET', proxyPaths.sales)).body.sales).toEqual([])
    expect((await browser.ask<{ sales: unknown[] }>('GET', proxyPaths.sales)).body.sales).toHaveLength(2)
  })
})
