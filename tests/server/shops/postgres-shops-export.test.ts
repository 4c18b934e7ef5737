import { readFileSync, writeFileSync } from 'node:fs'

import { expect, it } from 'vitest'

import type { AuditPage } from '#api/audit.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { queryAt } from '../../support/a-journal.ts'
import { anInstallation } from '../../support/an-installation.ts'
import { readCsv } from '../../support/read-csv.ts'
import { sell, type Browser } from '../../support/shop.ts'

const DAY_MS = 24 * 60 * 60_000
const dayAt = (at: number) => new Date(at).toISOString().slice(0, 10)

it('the sales of several shops are one CSV, in the columns of each shop, which lists, searches and reads its own sales in PostgreSQL', async () => {
  const installation = await anInstallation(['deira', 'marina', 'karama'])
  const { shops } = JSON.parse(readFileSync(installation.file, 'utf8')) as { shops: { id: string }[] }
  const renamed = shops.map((shop) => (shop.id === 'deira' ? { ...shop, name: '=DEIRA()' } : shop))
  writeFileSync(installation.file, JSON.stringify({ shops: renamed }))
  const running = await installation.start({ LOG_LEVEL: 'silent' })
  const owner = await running.signIn('deira', 'Sara', 'owner')
  const omar = await running.signIn('marina', 'Omar')
  const { body: first } = await sell(owner, { account: recipients.success, amount: '25' })
  for (const account of [recipients.success, recipients.fails]) await sell(omar, { account, amount: '40' })
  await queryAt(installation.database, 'ALTER TABLE shop_karama.settings RENAME TO away')

  // In any time zone, what was sold a moment ago is within these days.
  const days = `from=${dayAt(first.openedAt - DAY_MS)}&to=${dayAt(first.openedAt + DAY_MS)}`
  const file = async (by: Browser, address: string) => {
    const { status, body, headers } = await by.ask<string>('GET', `${address}?${days}`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    return readCsv(body.replace(/^\uFEFF/, ''))
  }
  const ofShop = async (by: Browser, shop: string, name: string) =>
    (await file(by, '/api/sales.csv')).map((row) => ({ shop, shop_name: name, ...row }))
  const [missing, ...rows] = await file(owner, '/api/shops/sales.csv')
  // A shop's name cannot become a formula.
  const [ofDeira, ofMarina] = [await ofShop(owner, 'deira', "'=DEIRA()"), await ofShop(omar, 'marina', 'MARINA')]
  expect([ofDeira.length, ofMarina.length]).toEqual([1, 2])
  expect(rows).toEqual([...ofDeira, ...ofMarina])
  expect(Object.entries(missing ?? {}).filter(([, cell]) => cell !== '')).toEqual([
    ['shop', 'karama'],
    ['shop_name', 'KARAMA'],
    ['status', 'unreadable'],
  ])
  const chosen = await owner.ask<string>('GET', `/api/shops/sales.csv?${days}&shops=marina`)
  expect(readCsv(chosen.body.replace(/^\uFEFF/, ''))).toEqual(ofMarina)

  const { lines } = (await owner.ask<AuditPage>('GET', '/api/audit?kind=exported')).body
  expect(lines.filter(({ detail }) => detail?.what === 'sales of shops')).toMatchObject([
    { by: { name: 'Sara' }, detail: { shops: 'marina' } },
    { by: { name: 'Sara' }, detail: { shops: 'all' } },
  ])
  for (const wrong of ['&shops=nowhere', '&to=2026-02-30', '&page=2'])
    expect((await owner.ask('GET', `/api/shops/sales.csv?${days}${wrong}`)).status, wrong).toBe(400)
  // A supervisor has the sales of their own shop, but not those of the others.
  const refused = await omar.ask('GET', `/api/shops/sales.csv?${days}&shops=marina`)
  expect(refused).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
  expect(JSON.stringify(refused.body)).not.toMatch(/deira|karama/i)
  const listed = async (query: string) =>
    (await omar.ask<{ sales: Sale[] }>('GET', `/api/sales?${query}`)).body.sales.map(({ number }) => number)
  for (const [filter, numbers] of [
    ['', [2, 1]],
    ['&service=qamra-rc', [2, 1]],
    ['&group=sold', [1]],
    ['&group=open', []],
  ] as const)
    expect(await listed(days + filter), filter).toEqual(numbers)
  expect(await listed(`q=${recipients.success}`)).toEqual([1])
  for (const path of ['/api/wallet', '/api/audit', '/api/staff', '/api/terminals', '/api/settings', '/api/ready'])
    expect((await omar.ask('GET', path)).status, path).toBe(200)
  // PostgreSQL does not accept a zero character, so no request with one reaches it.
  expect((await omar.ask('GET', `/api/sales?q=50%00123`)).status).toBe(400)
  const named = await omar.ask('POST', '/api/staff', { name: 'Amal\0', role: 'cashier', pin: '730518' })
  expect(named.status).toBe(422)
})
