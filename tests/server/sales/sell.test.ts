import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { describe, expect, it } from 'vitest'

import { recipients } from '#sandbox/scenarios.ts'
import { aSharedShop, openSale, openShop, saleOnce, sell, signedIn } from '../../support/shop.ts'

/** Shared by tests that do not affect each other: each has its own account or sales, or sends nothing. */
const sharedShop = aSharedShop()

async function aTill(shop = sharedShop()) {
  const debits = (id: string) => shop.sandbox.ledger().filter((entry) => entry.externalTransactionId === id).length
  return { shop, browser: await signedIn(shop, 'Amal'), debits }
}

describe('a direct top-up over the API', () => {
  it('a direct top-up is checked, confirmed, sold and debited once', async () => {
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
    const sold = await browser.ask('POST', `/api/sales/${opened.id}/confirm`, { version: opened.body.version })
    expect(sold).toMatchObject({ status: 200, body: { state: 'succeeded' } })
    expect(debits(opened.id)).toBe(1)
  })

  it('a direct top-up sends exactly the fields of the spec', async () => {
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
    { name: 'canceled', confirm: 'canceled', ends: 'canceled' },
    { name: 'replaced', confirm: 'replaced', ends: 'replaced' },
    { name: 'answerLostAfter', confirm: 'unknown', ends: 'succeeded', debits: 1 },
    { name: 'html', confirm: 'unknown', ends: 'succeeded', debits: 1 },
    { name: 'answerLostBefore', confirm: 'unknown', ends: 'succeeded', debits: 1 },
    { name: 'noFunds', confirm: 'unknown', ends: 'not-executed', debits: 0 },
  ] as const)('a top-up to $name is $confirm after the confirm and ends as $ends', async (row) => {
    const { browser, debits } = await aTill()
    const { id, body } = await sell(browser, { account: recipients[row.name] })
    // A quick sale may be final before the answer is read.
    expect([row.confirm, row.ends]).toContain(body.state)
    const sale = await saleOnce(browser, id, ({ state }) => state === row.ends)
    const states = (sale.events ?? []).map(({ kind }) => kind)
    if (row.confirm === 'unknown') expect(states.some((kind) => /^confirm-(lost|refused)$/.test(kind))).toBe(true)
    if ('debits' in row) expect(debits(id)).toBe(row.debits)
  })

  it("a failed or rejected sale contains the provider's text", async () => {
    const { browser } = await aTill()
    const failed = await sell(browser, { account: recipients.fails, amount: '30' })
    expect(failed.body.problem).toEqual({ code: 'service-failed', text: 'Subscriber number is not active.' })
    const refused = await openSale(browser, { account: recipients.banned })
    expect(refused).toMatchObject({ status: 200, body: { state: 'refused', problem: { code: 'service-1200' } } })
    expect(refused.body.problem?.text).toMatch(/\w/)
  })

  it.each([{ name: 'checkAnswerLost' }, { name: 'checkNeverArrives' }] as const)(
    'a top-up to $name is checked although an answer was lost, and sold once',
    async ({ name }) => {
      const { browser, debits } = await aTill()
      const { id, body } = await openSale(browser, { account: recipients[name] })
      expect(body).toMatchObject({ state: 'checked' })
      const sold = await browser.ask('POST', `/api/sales/${id}/confirm`, {})
      expect(sold.body).toMatchObject({ state: 'succeeded' })
      expect(debits(id)).toBe(1)
    },
  )

  it('a sale that is not executed is confirmed again with the same transaction, once', async () => {
    // Leaves time to stop the process before it repeats the confirm.
    const first = await aTill(await openShop({ polling: { confirmGraceMs: 1_000 } }))
    const { id } = await sell(first.browser, { account: recipients.answerLostBefore })
    const shop = await first.shop.restart()
    const browser = await signedIn(shop, 'Amal')
    const stuck = await saleOnce(browser, id, ({ state }) => state === 'not-executed')
    const finished = await browser.ask('POST', `/api/sales/${id}/confirm`, { version: stuck.version })
    expect(finished.body).toMatchObject({ state: 'succeeded', transactionId: stuck.transactionId })
    expect(shop.sandbox.ledger()).toHaveLength(1)
  })
})

it('a request that breaks our rules opens no sale, and nothing is sent', async () => {
  const { shop, browser } = await aTill()
  const { id, status, body } = await openSale(browser, { account: '12345' })
  expect([status, body.code, body.moneyMoved]).toEqual([422, 'number-invalid', 'no'])
  expect((await browser.ask('GET', `/api/sales/${id}`)).status).toBe(404)
  expect(shop.sandbox.requests().some(({ text }) => text.includes(id))).toBe(false)
})

it('a receipt is read again after a restart and is not stored in the database', async () => {
  const { shop, browser } = await aTill(await openShop())
  const { id } = await sell(browser, { account: recipients.success })
  const reveal = () => browser.ask<{ receipt: Record<string, string> }>('POST', `/api/sales/${id}/reveal`)
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
  const later = await again.ask<{ receipt: Record<string, string> }>('POST', `/api/sales/${id}/reveal`)
  expect(later.body.receipt).toEqual(shown.body.receipt)
  const { body } = await again.ask('GET', `/api/sales/${id}`)
  expect(body.events?.filter(({ kind }) => kind === 'receipt-revealed')).toHaveLength(2)
})
