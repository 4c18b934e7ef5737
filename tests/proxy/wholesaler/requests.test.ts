import { createHash } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { decimal } from '#domain/money.ts'
import type { SaleId, TransactionId } from '#domain/sale/id.ts'
import { createStillClock, openWholesaler, POS_ID, TOKEN_TEXT } from '../../support/open-wholesaler.ts'
import { answer, startScriptedService } from '../../support/scripted-service.ts'

const saleId = '01JGFJJZ00ABCDEFGHJKMNPQRS' as SaleId
const aTransaction = { id: '69d-7c9-5f1-098-494', state: -1 }

describe('the requests to the wholesaler', () => {
  const clock = createStillClock()

  it.each([
    {
      name: 'check (spec 4.9)',
      path: '/transaction/check',
      ask: (w: Awaited<ReturnType<typeof openWholesaler>>['wholesaler']) =>
        w.check({ id: saleId, serviceId: 'qamra', account: '971501234567', amount: decimal('25.50') }),
      sent: `{"product":"qamra","external_transaction_id":"${saleId}","fields":{"account":"971501234567","amount":25.5}`,
    },
    {
      name: 'check of a voucher (service-notes, "Requests")',
      path: '/transaction/check',
      ask: (w: Awaited<ReturnType<typeof openWholesaler>>['wholesaler']) =>
        w.check({ id: saleId, serviceId: 'pixelmoor_aed_100', amount: decimal('100') }),
      sent: `{"product":"pixelmoor_aed_100","external_transaction_id":"${saleId}","fields":{"amount":100}`,
    },
    {
      name: 'check of a voucher with account and customer',
      path: '/transaction/check',
      ask: (w: Awaited<ReturnType<typeof openWholesaler>>['wholesaler']) =>
        w.check({ id: saleId, serviceId: 'x', account: 'a@b.ae', customer: '971501234567', amount: decimal('1') }),
      sent: `{"product":"x","external_transaction_id":"${saleId}","fields":{"customer":"971501234567","account":"a@b.ae","amount":1}`,
    },
    {
      name: 'confirm (spec 4.10)',
      path: '/transaction/confirm',
      ask: (w: Awaited<ReturnType<typeof openWholesaler>>['wholesaler']) =>
        w.confirm({ id: saleId, amount: decimal('0.3') }),
      sent: `{"external_transaction_id":"${saleId}","fields":{"amount":0.3}`,
    },
    {
      name: 'find by our id (spec 4.11)',
      path: '/transaction/find',
      ask: (w: Awaited<ReturnType<typeof openWholesaler>>['wholesaler']) => w.find({ saleId }),
      sent: `{"external_transaction_id":"${saleId}"`,
    },
    {
      name: 'find by theirs (spec 4.11)',
      path: '/transaction/find',
      ask: (w: Awaited<ReturnType<typeof openWholesaler>>['wholesaler']) =>
        w.find({ transactionId: '69d-7c9-5f1-098-494' as TransactionId }),
      sent: `{"transaction_id":"69d-7c9-5f1-098-494"`,
    },
    {
      name: 'frontview (spec 4.4)',
      path: '/frontview',
      ask: (w: Awaited<ReturnType<typeof openWholesaler>>['wholesaler']) => w.frontview('77'),
      sent: `{"frontview_id":"77"`,
    },
    {
      name: 'point info (spec 4.1)',
      path: '/point_info',
      ask: (w: Awaited<ReturnType<typeof openWholesaler>>['wholesaler']) => w.pointInfo(),
      sent: `{`,
    },
    {
      name: 'services (spec 4.3)',
      path: '/services',
      ask: (w: Awaited<ReturnType<typeof openWholesaler>>['wholesaler']) => w.services(),
      sent: `{`,
    },
    {
      name: 'balance (spec 4.2)',
      path: '/balance',
      ask: (w: Awaited<ReturnType<typeof openWholesaler>>['wholesaler']) => w.balance(),
      sent: `{`,
    },
  ])('the request of $name has exactly its fields and auth', async ({ path, ask, sent }) => {
    const { wholesaler, service } = await openWholesaler({
      clock,
      script: { [path]: answer({ transaction: aTransaction }) },
    })
    await ask(wholesaler)
    const { text, key, headers } = service.on(path).at(-1)!
    const hash = createHash('md5').update(`${POS_ID}${TOKEN_TEXT}${key}`).digest('hex')
    const comma = sent === '{' ? '' : ','
    expect(text).toBe(`${sent}${comma}"auth":{"id":"${POS_ID}","key":"${key}","hash":"${hash}"}}`)
    expect(headers['content-type']).toBe('application/json')
    expect(Object.keys(headers).toSorted()).toEqual(['connection', 'content-length', 'content-type', 'host'])
  })

  it('requests go below the path of the base URL, with or without a slash at its end', async () => {
    const service = await startScriptedService(
      { '/balance': answer({ currency: 'AED', wallets: { main: 1 } }) },
      '/api/v1',
    )
    const plain = await openWholesaler({ service })
    await plain.wholesaler.fenced
    const slashed = await openWholesaler({ service, url: new URL(`${service.url.href}/`) })
    await slashed.wholesaler.fenced
    expect(service.received.map(({ path }) => path)).toEqual(['/balance', '/balance'])
  })

  it('a connection is used again for the next call', async () => {
    const { wholesaler, service } = await openWholesaler()
    await wholesaler.fenced
    await wholesaler.balance()
    await wholesaler.balance()
    expect(service.connections()).toBe(1)
  })
})
