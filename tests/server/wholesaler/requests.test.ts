import { createHash } from 'node:crypto'

import { describe, expect, it } from 'vitest'

import { decimal } from '#domain/money/money.ts'
import type { SaleId, TransactionId } from '#domain/sale/id.ts'
import type { Wholesaler } from '#server/wholesaler/wholesaler.ts'
import { createStillClock, openWholesaler, POS_ID, TOKEN_TEXT } from '../../support/open-wholesaler.ts'
import { answer, startScriptedService } from '../../support/scripted-service.ts'

const saleId = '01JGFJJZ00ABCDEFGHJKMNPQRS' as SaleId
const aTransaction = { id: '69d-7c9-5f1-098-494', state: -1 }

describe('the requests to the wholesaler', () => {
  const clock = createStillClock()

  const check = { id: saleId, serviceId: 'x', amount: decimal('1') }
  const account = '971501234567'
  const transactionId = aTransaction.id as TransactionId
  const ofCheck = (product: string, fields: string) =>
    `{"product":"${product}","external_transaction_id":"${saleId}","fields":{${fields}}`

  it.each<[name: string, path: string, ask: (wholesaler: Wholesaler) => Promise<unknown>, sent: string]>([
    [
      'check (spec 4.9)',
      '/transaction/check',
      ({ check: ask }) => ask({ ...check, serviceId: 'qamra', account, amount: decimal('25.50') }),
      ofCheck('qamra', '"account":"971501234567","amount":25.5'),
    ],
    [
      'check of a voucher',
      '/transaction/check',
      ({ check: ask }) => ask({ ...check, serviceId: 'pixelmoor_aed_100', amount: decimal('100') }),
      ofCheck('pixelmoor_aed_100', '"amount":100'),
    ],
    [
      'check of a voucher with account and customer',
      '/transaction/check',
      ({ check: ask }) => ask({ ...check, account: 'a@b.ae', customer: account }),
      ofCheck('x', '"customer":"971501234567","account":"a@b.ae","amount":1'),
    ],
    [
      'confirm (spec 4.10)',
      '/transaction/confirm',
      ({ confirm }) => confirm({ id: saleId, amount: decimal('0.3') }),
      `{"external_transaction_id":"${saleId}","fields":{"amount":0.3}`,
    ],
    [
      'find by our id (spec 4.11)',
      '/transaction/find',
      ({ find }) => find({ saleId }),
      `{"external_transaction_id":"${saleId}"`,
    ],
    [
      'find by theirs (spec 4.11)',
      '/transaction/find',
      ({ find }) => find({ transactionId }),
      `{"transaction_id":"${transactionId}"`,
    ],
    ['frontview (spec 4.4)', '/frontview', ({ frontview }) => frontview('77'), `{"frontview_id":"77"`],
    ['point info (spec 4.1)', '/point_info', ({ pointInfo }) => pointInfo(), `{`],
    ['services (spec 4.3)', '/services', ({ services }) => services(), `{`],
    ['balance (spec 4.2)', '/balance', ({ balance }) => balance(), `{`],
  ])('the request of %s has exactly its fields and auth', async (_, path, ask, sent) => {
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
    expect(headers['accept-encoding']).toBe('identity')
    const names = ['accept-encoding', 'connection', 'content-length', 'content-type', 'host']
    expect(Object.keys(headers).toSorted()).toEqual(names)
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
