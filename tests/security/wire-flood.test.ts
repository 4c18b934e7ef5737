import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { expect, it, onTestFinished } from 'vitest'

import { proxyPaths } from '#contract/proxy/paths.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { openSale, openShop, saleOnce, sell } from '../support/shop.ts'

/** At least as long as the machine needs for three sales. */
const FLOOD_MS = 10_000

/** Another process that sends as many requests as it can until it is stopped, and returns what it sent and received. */
async function flood(url: string) {
  const child = fork(fileURLToPath(new URL('../support/flood.mjs', import.meta.url)), [url])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  const startedAt = performance.now()
  return {
    lasted: () => performance.now() - startedAt,
    stop: async () => {
      child.send('stop')
      const [{ sent, statuses }] = (await once(child, 'message')) as [
        { sent: number; statuses: Record<string, number> },
      ]
      return { sent, statuses, perSecond: sent / ((performance.now() - startedAt) / 1000) }
    },
  }
}

it('a confirm and further sales succeed while another process floods the proxy with requests', async ({ annotate }) => {
  const shop = await openShop({ sandbox: { slowMs: 1_500 } })
  // A fast machine sells more in this time than the wallet holds in practice.
  shop.sandbox.setBalance('900000.00')
  const amal = shop.browser()
  await amal.signIn('Amal')
  const before = await openSale(amal, { account: recipients.slow })
  const storm = await flood(shop.url)

  const slow = amal.ask('POST', proxyPaths.confirmSale(before.id), { version: before.body.version })
  const took: number[] = []
  const ids: string[] = [before.id]
  while (storm.lasted() < FLOOD_MS || took.length < 3) {
    const startedAt = performance.now()
    const { id, status, body } = await sell(amal, { account: `97150${String(1_000_000 + ids.length)}` })
    took.push(performance.now() - startedAt)
    expect([200, 202]).toContain(status)
    expect(body.moneyMoved).toBeUndefined()
    ids.push(id)
  }
  expect([200, 202]).toContain((await slow).status)
  for (const id of ids) await saleOnce(amal, id, ({ state }) => state === 'succeeded')
  const { statuses, perSecond } = await storm.stop()

  const sorted = took.toSorted((a, b) => a - b)
  const told = `${Math.round(perSecond)} requests a second, answered ${JSON.stringify(statuses)}; ${took.length} sales, ${Math.round(sorted[sorted.length >> 1]!)} ms in the median, ${Math.round(sorted.at(-1)!)} ms at most`
  await annotate(told)
  expect(statuses['429']).toBeGreaterThan(0)
  expect(statuses['500']).toBeUndefined()
  // The page waits this long.
  expect(sorted.at(-1)).toBeLessThan(30_000)
  const transactions = shop.sandbox.requests().filter(({ path }) => path === '/transaction/confirm')
  expect(transactions).toHaveLength(ids.length)
})
