import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as elapsed } from 'node:timers/promises'

import { beforeAll, expect, onTestFinished } from 'vitest'

import { proxyPaths } from '#contract/proxy/paths.ts'
import { internationalRecipients as numbers } from '#sandbox/international/scenarios.ts'
import type { Sandbox } from '#sandbox/server.ts'
import { buildWhenStale } from '../../scripts/build-when-stale.mjs'
import { choose, requestFor } from '../support/international.ts'
import { aFolder } from '../support/folders.ts'
import { itWhenFull } from '../support/level.ts'
import { aRealTill } from '../support/real-till.ts'
import { aBrowser, openSale, saleOnce } from '../support/shop.ts'

/** For good: the proxy is killed before. */
const SLOW_MS = 600_000

beforeAll(() => buildWhenStale())

/** A relay between proxy and service that never returns the answer to a check. */
async function aLineThatKeepsChecks(serviceUrl: string) {
  let checks = 0
  const server = createServer((request, response) => {
    const handOn = async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
      const headers = { 'content-type': 'application/json' }
      const came = await fetch(`${serviceUrl}${request.url}`, { method: 'POST', headers, body: Buffer.concat(chunks) })
      const text = await came.text()
      if (request.url?.endsWith('/check')) checks += 1
      else response.writeHead(came.status, headers).end(text)
    }
    handOn().catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, checks: () => checks }
}

async function aTillThatSellsInternational() {
  const till = await aRealTill(join(aFolder(), 'data'), { slowMs: SLOW_MS })
  till.env.FIND_INTERNATIONAL_SECONDS = '0.1-0.3'
  return till
}

/** Waits until the condition is true. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await elapsed(10)
}

const sent = (sandbox: Sandbox, step: string) =>
  sandbox.requests().filter(({ path }) => path === `/transaction/${step}`)

itWhenFull(
  'an international sale whose check was out when the proxy was killed is refused after the restart and not checked again',
  async () => {
    const till = await aTillThatSellsInternational()
    const line = await aLineThatKeepsChecks(till.sandbox.baseUrl)
    till.env.TOPUP_BASE_URL = line.url
    const first = await till.start()
    const before = await first.signIn()
    const wish = requestFor(await choose(before), { account: numbers.success })
    const id = '01J0000000000000000000000A'
    const opening = openSale(before, wish, id).catch(() => undefined)
    await until(() => line.checks() === 1)
    first.kill('SIGKILL')
    await first.ended
    await opening

    const second = await till.start()
    const cashier = aBrowser(second.url, before.cookies)
    const sale = await saleOnce(cashier, id, ({ state }) => state !== 'opened')
    expect(sale).toMatchObject({ state: 'refused', problem: { code: 'no-answer' } })
    // The same request returns the refused sale and sends no check.
    expect(await openSale(cashier, wish, id)).toMatchObject({ status: 200, body: { state: 'refused' } })
    second.kill('SIGTERM')
    await second.ended
    expect(sent(till.sandbox, 'check')).toHaveLength(1)
    expect(sent(till.sandbox, 'find')).toHaveLength(0)
    expect(till.sandbox.ledger()).toEqual([])
  },
)

itWhenFull(
  'an international sale whose confirm was out when the proxy was killed is found by its transaction and debited once',
  async () => {
    const till = await aTillThatSellsInternational()
    const { sandbox } = till
    const first = await till.start()
    const before = await first.signIn()
    const { id, body } = await openSale(before, requestFor(await choose(before), { account: numbers.slow }))
    expect(body.state).toBe('checked')
    const confirmed = before.ask('POST', proxyPaths.confirmSale(id), { version: body.version }).catch(() => undefined)
    await until(() => sandbox.ledger().length > 0)
    first.kill('SIGKILL')
    await first.ended
    await confirmed

    const second = await till.start()
    const cashier = aBrowser(second.url, before.cookies)
    expect(await saleOnce(cashier, id, ({ state }) => state === 'succeeded')).toMatchObject({
      transactionId: body.transactionId,
      pays: body.pays,
    })
    const [debit, ...others] = sandbox.ledger()
    expect(debit).toMatchObject({ transactionId: body.transactionId, account: numbers.slow })
    expect(others).toEqual([])
    expect(sent(sandbox, 'confirm').map(({ content }) => content)).toEqual([{ transaction_id: body.transactionId }])
    const finds = sent(sandbox, 'find').map(({ content }) => content)
    expect(finds.length).toBeGreaterThan(0)
    for (const content of finds) expect(content).toEqual({ transaction_id: body.transactionId })
  },
)
