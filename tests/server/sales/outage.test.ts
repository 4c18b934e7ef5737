import { expect, it, onTestFinished, vi } from 'vitest'

import type { Status } from '#api/status.ts'
import { systemTimers } from '#server/lib/ports.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { startSandbox } from '#sandbox/server.ts'
import { aClockAhead, SECOND, type AheadClock } from '../../security/support/guarded-shop.ts'
import { openSale, openShop, saleOnce, sell, signedIn } from '../../support/shop.ts'

/** The pauses of one to five seconds between two attempts end immediately, and the clock moves forward by them. */
function skipPauses(clock: AheadClock): void {
  const { after } = systemTimers
  const skipping = vi.spyOn(systemTimers, 'after').mockImplementation((ms, run) => {
    if (ms < 0.9 * SECOND || ms > 5 * SECOND) return after(ms, run)
    return after(1, () => {
      clock.pass(ms)
      run()
    })
  })
  onTestFinished(() => skipping.mockRestore())
}

it('E17: while the provider is unreachable nothing is sold and the status says so, and selling resumes automatically', async () => {
  const clock = aClockAhead()
  const shop = await openShop({ clock })
  const browser = await signedIn(shop, 'Amal')
  const waiting = await sell(browser, { account: recipients.heldByTurnover })
  const port = Number(new URL(shop.sandbox.baseUrl).port)
  await shop.sandbox.close()
  skipPauses(clock)

  const first = await openSale(browser, { account: recipients.success })
  expect(first).toMatchObject({ status: 200, body: { state: 'refused', problem: { code: 'offline' } } })
  const second = await openSale(browser, { account: recipients.success })
  expect(second).toMatchObject({ status: 503, body: { code: 'service-unreachable', moneyMoved: 'no' } })
  expect((await browser.ask<Status>('GET', '/api/status')).body.service).toBe('unreachable')
  expect((await browser.ask('GET', '/readyz')).body).toMatchObject({ selling: false })
  expect((await browser.ask('GET', '/api/catalog')).status).toBe(200)

  const back = await startSandbox({ port, dataFolder: `${shop.folder}/data/sandbox` })
  onTestFinished(back.close)
  await saleOnce(browser, waiting.id, ({ state }) => state === 'succeeded')
  const third = await sell(browser, { account: recipients.success })
  expect(third.body).toMatchObject({ state: 'succeeded' })
  expect(back.ledger()).toHaveLength(2)
})
