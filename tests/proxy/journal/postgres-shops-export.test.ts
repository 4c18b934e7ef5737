import { readFileSync, writeFileSync } from 'node:fs'

import pg from 'pg'
import { expect, it } from 'vitest'

import type { AuditPage } from '#contract/proxy/audit.ts'
import { dayPaths } from '#contract/proxy/day-paths.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { anInstallation } from '../../support/an-installation.ts'
import { readCsv } from '../../support/read-csv.ts'
import { sell, type Browser } from '../../support/shop.ts'

const DAY_MS = 24 * 60 * 60_000
const dayAt = (at: number) => new Date(at).toISOString().slice(0, 10)

it('the sales of several shops are one CSV, in the columns of each shop, and a shop that cannot be read is in it as that', async () => {
  const installation = await anInstallation(['deira', 'marina', 'karama'])
  const { shops } = JSON.parse(readFileSync(installation.file, 'utf8')) as { shops: { id: string }[] }
  const renamed = shops.map((shop) => (shop.id === 'deira' ? { ...shop, name: '=DEIRA()' } : shop))
  writeFileSync(installation.file, JSON.stringify({ shops: renamed }))
  const running = await installation.start({ LOG_LEVEL: 'silent' })
  const owner = await running.signIn('deira', 'Sara')
  await running.operate('staff', ['set-role', '--name', 'Sara', '--role', 'owner', '--shop', 'deira'])
  const omar = await running.signIn('marina', 'Omar')
  const { body: first } = await sell(owner, { account: recipients.success, amount: '25' })
  for (const account of [recipients.success, recipients.fails]) await sell(omar, { account, amount: '40' })
  const client = new pg.Client(installation.database)
  await client.connect()
  await client.query('ALTER TABLE shop_karama.settings RENAME TO away')
  await client.end()

  const days = `from=${dayAt(first.openedAt - DAY_MS)}&to=${dayAt(first.openedAt + DAY_MS)}`
  const file = async (by: Browser, address: string) => {
    const { status, body, headers } = await by.ask<string>('GET', `${address}?${days}`)
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    return readCsv(body.replace(/^\uFEFF/, ''))
  }
  const ofShop = async (by: Browser, shop: string, name: string) =>
    (await file(by, dayPaths.salesExport)).map((row) => ({ shop, shop_name: name, ...row }))
  const [missing, ...rows] = await file(owner, dayPaths.shopsExport)
  // No name can be taken for a formula.
  const [ofDeira, ofMarina] = [await ofShop(owner, 'deira', "'=DEIRA()"), await ofShop(omar, 'marina', 'MARINA')]
  expect([ofDeira.length, ofMarina.length]).toEqual([1, 2])
  expect(rows).toEqual([...ofDeira, ...ofMarina])
  expect(Object.entries(missing ?? {}).filter(([, cell]) => cell !== '')).toEqual([
    ['shop', 'karama'],
    ['shop_name', 'KARAMA'],
    ['status', 'unreadable'],
  ])
  const chosen = await owner.ask<string>('GET', `${dayPaths.shopsExport}?${days}&shops=marina`)
  expect(readCsv(chosen.body.replace(/^\uFEFF/, ''))).toEqual(ofMarina)

  const { lines } = (await owner.ask<AuditPage>('GET', `${proxyPaths.audit}?kind=exported`)).body
  expect(lines.filter(({ detail }) => detail?.what === 'sales of shops')).toMatchObject([
    { by: { name: 'Sara' }, detail: { shops: 'marina' } },
    { by: { name: 'Sara' }, detail: { shops: 'all' } },
  ])
  for (const wrong of ['&shops=nowhere', '&to=2026-02-30', '&page=2'])
    expect((await owner.ask('GET', `${dayPaths.shopsExport}?${days}${wrong}`)).status, wrong).toBe(400)
  // A supervisor has the sales of their own shop, and nothing of the others.
  const refused = await omar.ask('GET', `${dayPaths.shopsExport}?${days}&shops=marina`)
  expect(refused).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
  expect(JSON.stringify(refused.body)).not.toMatch(/deira|karama/i)
})
