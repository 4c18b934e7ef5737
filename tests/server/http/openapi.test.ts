import { writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { Validator } from '@seriousme/openapi-schema-validator'
import { ulid } from 'ulid'
import { describe, expect, it } from 'vitest'

import type { CatalogContent } from '#api/catalog.ts'
import { endpoints } from '#api/endpoints.ts'
import type { Problem } from '#api/failure.ts'
import type { Session } from '#api/session.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { recipients } from '#sandbox/scenarios.ts'
import { describedApi, type Description } from '../../support/described-api.ts'
import { clientOf } from '../../support/described-client.ts'
import { openShop, signedIn, type Shop } from '../../support/shop.ts'

/** A shop whose build includes the description as well as the page. */
async function aDescribedShop() {
  const shop = await openShop()
  writeFileSync(join(shop.folder, 'openapi.json'), JSON.stringify(describedApi().document))
  return shop
}

async function read(shop: Shop, name = 'Hamad') {
  return (await signedIn(shop, name)).ask<Description & Problem>('GET', '/api/openapi.json')
}

describe('the description of the API', () => {
  it('the served document is valid OpenAPI 3.1 and has every endpoint of the API, who may use it, and its failures', async () => {
    const { status, body } = await read(await aDescribedShop())
    expect(status).toBe(200)
    const validator = new Validator()
    expect(await validator.validate(JSON.parse(JSON.stringify(body)))).toEqual({ valid: true })
    expect(validator.version).toBe('3.1')
    const operations = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => ({
        endpoint: `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
        operation,
      })),
    )
    const wanted = Object.keys(endpoints).filter((endpoint) => endpoint.includes(' /api/'))
    expect(operations.map(({ endpoint }) => endpoint).toSorted()).toEqual(wanted.toSorted())
    expect(new Set(operations.map(({ operation }) => operation.operationId)).size).toBe(wanted.length)
    for (const { endpoint, operation } of operations) {
      expect(operation.description, endpoint).toMatch(/For (anyone|the customer|tills|self-order|supervisors|owners)/)
      expect(operation.security?.length, endpoint).toBeGreaterThan(0)
      expect(Object.keys(operation.responses), endpoint).toEqual(expect.arrayContaining(['200', '4XX', '5XX']))
    }
    const { components, paths } = body
    expect(components.securitySchemes).toMatchObject({ session: { in: 'cookie', name: 'toptill-practice-session' } })
    expect(paths['/api/staff']?.['post']).toMatchObject({
      security: [{ terminal: [], session: [] }],
      description: 'For supervisors. With a PIN that was entered in the last five minutes.',
    })
    expect(Object.keys(paths['/api/sales/{id}/confirm']?.['post']?.responses ?? {})).toContain('202')
  })

  it('cashiers do not get it, and a server without a build says that there is none', async () => {
    const shop = await openShop()
    expect(await read(shop)).toMatchObject({ status: 404, body: { code: 'not-found' } })
    expect(await read(shop, 'Amal')).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
  })

  it('a schema says what it can of a body, and leaves out what a person types around it', () => {
    const { validate } = describedApi()
    const takes = (name: string, value: unknown) =>
      validate({ $ref: `#/components/schemas/${name}` }, value) === undefined
    const sale = { kind: 'direct', serviceId: 'qamra-rc', amount: '25' }
    expect(takes('OpenSale', sale)).toBe(true)
    expect(takes('OpenSale', { ...sale, amount: 25 })).toBe(false)
    expect(takes('OpenSale', { ...sale, kind: 'free' })).toBe(false)
    expect(takes('OpenSale', { ...sale, isFree: true })).toBe(false)
    // Blanks around a note are trimmed, so they do not count.
    expect(takes('ResolveSale', { outcome: 'sold', note: `${'x'.repeat(500)}${' '.repeat(400)}` })).toBe(true)
    expect(takes('ConfirmBatch', { version: 1, lines: [1, 2] })).toBe(true)
    expect(takes('ConfirmBatch', { version: 1, lines: ['1'] })).toBe(false)
    expect(takes('ConfirmBatch', { version: 1, lines: Array.from({ length: 201 }, () => 1) })).toBe(false)
    expect(takes('Money', { amount: '50.00', currency: 'AED' })).toBe(true)
    expect(takes('Money', { amount: 50, currency: 'AED' })).toBe(false)
    // An answer may get more members with a later version.
    expect(takes('Money', { amount: '50.00', currency: 'AED', more: 1 })).toBe(true)
  })

  it('a client that knows only the document signs in and sells', async () => {
    const shop = await aDescribedShop()
    const document = (await read(shop)).body
    const call = clientOf(document, shop.url)
    const { staff, demoPins = {} } = (await call<Session>('getSession')).body
    const amal = staff.find(({ name }) => name.startsWith('Amal'))!
    const wrong = await call<Problem>('postSession', { body: { staffId: amal.id, pin: '0000' } })
    expect(wrong).toMatchObject({ status: 401, body: { type: 'urn:toptill:problem:wrong-pin' } })
    await call('postSession', { body: { staffId: amal.id, pin: demoPins[amal.id] } })
    const { services } = (await call<CatalogContent>('getCatalog')).body
    const service = services.find(({ id }) => id === 'qamra-rc')!
    const id = ulid()
    const opened = await call<Sale>('putSalesById', {
      path: { id },
      body: { kind: service.kind, serviceId: service.id, amount: '25', account: recipients.success },
    })
    expect(opened.body).toMatchObject({ state: 'checked', pays: { amount: '25.00' } })
    await call('postSalesByIdConfirm', { path: { id }, body: { version: opened.body.version } })
    const stateNow = async () => (await call<Sale>('getSalesById', { path: { id } })).body.state
    await expect.poll(stateNow).toBe('succeeded')
    const { sales } = (await call<{ sales: Sale[] }>('getSales', { query: { group: 'sold' } })).body
    expect(sales.map((sale) => sale.id)).toEqual([id])
    // A cashier may not read the wallet, and the failure is as described.
    expect(await call<Problem>('getWallet')).toMatchObject({ status: 403, body: { code: 'not-allowed' } })
  })
})
