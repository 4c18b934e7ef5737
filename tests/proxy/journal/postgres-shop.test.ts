import { ulid } from 'ulid'
import { expect, it } from 'vitest'

import { dayPaths } from '#contract/proxy/day-paths.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { aFolder } from '../../support/folders.ts'
import { aRealTill } from '../../support/real-till.ts'
import { openSale } from '../../support/shop.ts'

const DAY_MS = 24 * 60 * 60_000
const dayAt = (at: number) => new Date(at).toISOString().slice(0, 10)
/** Whatever the time zone, what was sold a moment ago is in it. */
const daysAround = (at: number) => `from=${dayAt(at - DAY_MS)}&to=${dayAt(at + DAY_MS)}`

it('a shop sells, lists, searches, reports and exports from a journal in PostgreSQL', async () => {
  const till = await aRealTill(aFolder())
  const running = await till.start()
  const browser = await running.signIn()
  const { id, body: opened } = await openSale(browser, { account: recipients.success, amount: '25' })
  const confirmed = await browser.ask('POST', proxyPaths.confirmSale(id), { version: opened.version })
  expect(confirmed).toMatchObject({ status: 200, body: { state: 'succeeded' } })
  const refused = await openSale(browser, { account: recipients.fails, amount: '10' }, ulid())
  await browser.ask('POST', proxyPaths.confirmSale(refused.id), { version: refused.body.version })

  const read = async <T>(path: string) => {
    const { status, body } = await browser.ask<T>('GET', path)
    expect(status, path).toBe(200)
    return body
  }
  const days = daysAround(opened.openedAt)
  type List = { sales: { id: string }[] }
  for (const [filter, count] of [
    ['', 2],
    ['&service=qamra-rc', 2],
    ['&group=sold', 1],
    ['&group=open', 0],
  ] as const)
    expect((await read<List>(`${proxyPaths.sales}?${days}${filter}`)).sales, filter).toHaveLength(count)
  expect((await read<List>(`${proxyPaths.sales}?q=${recipients.success}`)).sales).toEqual([
    expect.objectContaining({ id }),
  ])
  const report = await read<{ sold: unknown }>(`${dayPaths.reports}?${days}`)
  expect(JSON.stringify(report)).toContain('25.00')
  const csv = await read<string>(`${dayPaths.salesExport}?${days}`)
  expect(csv.trim().split('\n')).toHaveLength(3)
  // PostgreSQL takes no zero character, and nobody gets that far.
  const odd = await browser.ask('GET', `${proxyPaths.sales}?q=50%00123`)
  expect(odd.status).toBe(400)
  const named = await browser.ask('POST', '/api/staff', { name: 'Amal\0', role: 'cashier', pin: '730518' })
  expect(named.status).toBe(422)
  for (const path of ['/api/wallet', '/api/audit', '/api/staff', '/api/terminals', '/api/settings', '/api/ready'])
    await read(path)

  running.kill('SIGTERM')
  expect((await running.ended).code).toBe(0)
  const again = await (await till.start()).signIn()
  expect((await again.ask('GET', proxyPaths.sale(id))).body).toMatchObject({ state: 'succeeded' })
})
