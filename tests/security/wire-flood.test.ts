import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

import { expect, onTestFinished } from 'vitest'

import { recipients } from '#sandbox/scenarios.ts'
import { atLevel, isMeasuring, itWhenFull } from '../support/level.ts'
import { openSale, openShop, saleOnce, sell } from '../support/shop.ts'

/** @security V15.1.3, V15.2.2: A confirm in flight completes while another process floods the server. */

const SALES = atLevel(3, 90)
/** As long as the page waits for a sale. */
const MAX_MS = 30_000

/**
 * Starts another process that sends as many requests as it can until it is stopped. Resolves once the rate limit has
 * rejected some of them.
 */
async function flood(url: string) {
  const child = fork(fileURLToPath(new URL('../support/flood.mjs', import.meta.url)), [url])
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child, 'message')
  return async () => {
    child.send('stop')
    const [statuses] = (await once(child, 'message')) as [Record<string, number>]
    return statuses
  }
}

itWhenFull(
  'a confirm and further sales succeed while another process floods the server with requests',
  async ({ annotate }) => {
    const shop = await openShop({ sandbox: { slowMs: 1_500 } })
    const amal = shop.browser()
    await amal.signIn('Amal')
    const before = await openSale(amal, { account: recipients.slow })
    const stopFlood = await flood(shop.url)

    const slow = amal.ask('POST', `/api/sales/${before.id}/confirm`, { version: before.body.version })
    const ids: string[] = [before.id]
    const took: number[] = []
    for (let sale = 0; sale < SALES; sale += 1) {
      const startedAt = performance.now()
      const { id, status, body } = await sell(amal, { account: `97150${String(1_000_000 + sale)}`, amount: '5' })
      took.push(performance.now() - startedAt)
      expect([200, 202]).toContain(status)
      expect(body.moneyMoved).toBeUndefined()
      ids.push(id)
    }
    expect([200, 202]).toContain((await slow).status)
    for (const id of ids) await saleOnce(amal, id, ({ state }) => state === 'succeeded')

    const statuses = await stopFlood()
    expect(statuses['500']).toBeUndefined()
    const confirms = shop.sandbox.requests().filter(({ path }) => path === '/transaction/confirm')
    expect(confirms).toHaveLength(ids.length)
    if (!isMeasuring) return
    took.sort((one, other) => one - other)
    await annotate(
      `${JSON.stringify(statuses)}; ${SALES} sales, ms in the median and at most: ${took[SALES >> 1]}, ${took.at(-1)}`,
    )
    expect(took.at(-1)).toBeLessThan(MAX_MS)
  },
)
