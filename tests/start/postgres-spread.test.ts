import { expect } from 'vitest'

import type { ReadyShops } from '#api/status.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { recipients } from '#sandbox/scenarios.ts'
import type { SpreadTimes } from '#server/cluster/rebalance.ts'
import { anInstallation, type RunningInstallation } from '../support/an-installation.ts'
import { itWhenFull } from '../support/level.ts'
import { aBrowser, sell } from '../support/shop.ts'

const SOON: SpreadTimes = {
  lookEveryMs: 200,
  minUptimeMs: 0,
  quietForMs: 0,
  nextAfterMs: 1_000,
  handoverBackoffMs: 60_000,
}
const IDS = ['deira', 'marina', 'souk', 'karama']

const ledBy = async ({ url }: RunningInstallation) => {
  const { shops = [] } = (await aBrowser(url).ask<ReadyShops>('GET', '/readyz')).body
  return shops.filter(({ leads }) => leads).map(({ id }) => id)
}

itWhenFull('a second process gets half of the shops, which continue to sell, and the distribution stays', async () => {
  const installation = await anInstallation(IDS)
  const first = await installation.start({ LOG_LEVEL: 'silent' }, SOON)
  const tills = new Map<string, Awaited<ReturnType<typeof first.signIn>>>()
  for (const id of IDS) tills.set(id, await first.signIn(id, 'Amal'))
  const sellInEach = async ({ url }: RunningInstallation, amount: string) => {
    for (const [id, { cookies }] of tills) {
      const { status, body } = await sell(aBrowser(url, cookies), { account: recipients.success, amount })
      expect([status, body.state], id).toEqual([200, 'succeeded'])
    }
  }
  await sellInEach(first, '15')
  expect(await ledBy(first)).toHaveLength(4)

  const second = await installation.start({ LOG_LEVEL: 'silent' }, SOON)
  await expect.poll(async () => (await ledBy(second)).length, { interval: 200 }).toBe(2)
  // By then, each process knows where the shops are that it does not lead.
  const mayNotSell = async ({ url }: RunningInstallation) =>
    (await aBrowser(url).ask<ReadyShops>('GET', '/readyz')).body.selling === false
  for (const process of [first, second]) await expect.poll(() => mayNotSell(process), { interval: 200 }).toBe(false)
  const shares = [await ledBy(first), await ledBy(second)]
  expect(shares.map((ids) => ids.length)).toEqual([2, 2])
  expect(shares.flat().toSorted()).toEqual(IDS.toSorted())
  for (const process of [first, second]) await sellInEach(process, process === first ? '20' : '25')
  expect(IDS.map((id) => installation.sandbox(id).ledger().length)).toEqual([3, 3, 3, 3])
  for (const { cookies } of tills.values()) {
    const { sales } = (await aBrowser(second.url, cookies).ask<{ sales: Sale[] }>('GET', '/api/sales')).body
    expect(sales.map(({ state }) => state)).toEqual(['succeeded', 'succeeded', 'succeeded'])
  }
  expect([await ledBy(first), await ledBy(second)]).toEqual(shares)

  // The shops that the second process led are led again as soon as it stops, and no request waits for a process that is
  // no longer running.
  await second.stop()
  await first.leadsAll()
  await sellInEach(first, '30')
})
