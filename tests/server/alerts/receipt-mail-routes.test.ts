import { expect, it } from 'vitest'

import type { Alerts } from '#api/alerts.ts'
import type { Failure } from '#api/failure.ts'
import type { MailedReceipt } from '#api/receipt-mail.ts'
import type { Session } from '#api/session.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { vouchers } from '#sandbox/voucher-scenarios.ts'
import { readPlaces } from '../../../tools/reconcile/find-secrets.ts'
import { aMailServer } from '../../support/alert-receivers.ts'
import { openShop, saleOnce, sell, signedIn, type Browser } from '../../support/shop.ts'

/** @security V15.2.2, V2.4.1: A till cannot mail its own text, and sends five emails and then one a minute. */

const ADDRESS = 'lina.customer@mail.example'

async function aMailingShop() {
  const server = await aMailServer()
  const recorded: string[] = []
  const shop = await openShop({ env: { ALLOW_PRIVATE_TARGETS: '1' }, record: (line) => recorded.push(line) })
  const [hamad, amal] = [await signedIn(shop, 'Hamad'), await signedIn(shop, 'Amal')]
  const at = { host: '127.0.0.1', port: server.port, security: 'none', user: '' }
  const email = { isOn: true, ...at, from: 'till@shop.example', recipients: ['owner@shop.example'] }
  const setUp = () => hamad.ask<Alerts>('PUT', '/api/alerts/email', email)
  const { id } = await sell(amal, { kind: 'voucher', serviceId: vouchers.numberAndSerial, amount: '100' })
  await saleOnce(amal, id, ({ voucher }) => voucher === 'ready')
  const { voucher } = (await amal.ask<{ voucher: { number: string } }>('POST', `/api/sales/${id}/reveal`, {})).body
  return { shop, server, recorded, hamad, amal, id, code: voucher.number, setUp }
}

const mail = (browser: Browser, id: string, to: unknown = ADDRESS, language = 'en') =>
  browser.ask<MailedReceipt & Failure>('POST', `/api/sales/${id}/mail`, { to, language })

it('a receipt is emailed once and without its code, and the address is only in the email', async () => {
  const { shop, server, recorded, amal, id, code, setUp } = await aMailingShop()
  expect(await mail(amal, id)).toMatchObject({ status: 422, body: { code: 'invalid-operation' } })
  expect((await setUp()).status).toBe(200)
  expect((await amal.ask<Session>('GET', '/api/session')).body.settings?.mailsReceipts).toBe(true)

  expect((await mail(amal, id)).body).toMatchObject({ isSent: true })
  expect(server.letters).toMatchObject([{ from: 'till@shop.example', to: [ADDRESS] }])
  const [letter] = server.letters
  expect(letter?.content).toContain('Receipt of sale')
  expect(letter?.content).not.toContain(code)
  const { events } = (await amal.ask<Sale>('GET', `/api/sales/${id}`)).body
  expect(events?.at(-1)).toMatchObject({ kind: 'receipt-mailed', note: 'l…@m….example' })

  server.mode = 'refuses-recipient'
  expect((await mail(amal, id)).body).toMatchObject({ isSent: false, problem: 'refused' })
  await shop.close()
  const places = (readPlaces([shop.folder]) as { text: string }[]).map(({ text }) => text)
  expect([...places, ...recorded].filter((text) => text.includes(ADDRESS))).toEqual([])
})

it('an email with a receipt has one address that cannot add a header, and a till can send only a few', async () => {
  const { server, amal, id, setUp } = await aMailingShop()
  await setUp()
  const bad = [
    'a@b.example,c@d.example',
    'a@b.example\r\nBcc: c@d.example',
    'Lina <a@b.example>',
    'a@b.example;c@d.example',
    'no address',
    ['a@b.example', 'c@d.example'],
    `${'a'.repeat(200)}@b.example`,
  ]
  for (const to of bad) expect((await mail(amal, id, to)).status, String(to)).toBe(400)
  expect(server.connections).toBe(0)
  const answers = [await mail(amal, id), await mail(amal, id), await mail(amal, id), await mail(amal, id), await mail(amal, id)] // prettier-ignore
  expect(answers.map(({ status }) => status)).toEqual(Array(5).fill(200))
  expect(await mail(amal, id)).toMatchObject({ status: 429, body: { code: 'rate-limited' } })
  expect(server.letters).toHaveLength(5)
})
