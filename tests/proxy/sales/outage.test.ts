import { expect, it, onTestFinished } from 'vitest'

import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Status } from '#contract/proxy/status.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { startSandbox } from '#sandbox/server.ts'
import { openSale, openShop, saleOnce, sell } from '../../support/shop.ts'

// The pauses between two attempts are the real ones.
it(
  'E17: while the service is unreachable nothing is sold and the status says so, and selling resumes automatically',
  { timeout: 300_000 },
  async () => {
    const shop = await openShop()
    const browser = shop.browser()
    await browser.signIn('Amal')
    const waiting = await sell(browser, { account: recipients.heldByTurnover })
    const port = Number(new URL(shop.sandbox.baseUrl).port)
    await shop.sandbox.close()

    const first = await openSale(browser, { account: recipients.success })
    expect(first).toMatchObject({ status: 200, body: { state: 'refused', problem: { code: 'offline' } } })
    const second = await openSale(browser, { account: recipients.success })
    expect(second).toMatchObject({ status: 503, body: { code: 'service-unreachable', moneyMoved: 'no' } })
    expect((await browser.ask<Status>('GET', proxyPaths.status)).body.service).toBe('unreachable')
    expect((await browser.ask('GET', proxyPaths.ready)).body).toMatchObject({ selling: false })
    expect((await browser.ask('GET', proxyPaths.catalogue)).status).toBe(200)

    const back = await startSandbox({ port, dataFolder: `${shop.folder}/data/sandbox` })
    onTestFinished(back.close)
    await saleOnce(browser, waiting.id, ({ state }) => state === 'succeeded')
    const third = await sell(browser, { account: recipients.success })
    expect(third.body).toMatchObject({ state: 'succeeded' })
    expect(back.ledger()).toHaveLength(2)
  },
)
