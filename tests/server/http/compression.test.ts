import { brotliDecompressSync } from 'node:zlib'

import fastify from 'fastify'
import { describe, expect, it } from 'vitest'

import type { SaleListPage } from '#api/sales.ts'
import { compress, compressLists, findCoding } from '#server/http/compression.ts'
import { openShop, sell, signedIn } from '../../support/shop.ts'
import { rowsOf } from '../../support/rows.ts'

describe('the encoding of an answer', () => {
  it.each(
    rowsOf([
      ['br', ['gzip, deflate, br, zstd', 'gzip;q=1.0, br;q=0.1']],
      ['gzip', ['GZIP', 'br;q=0, gzip']],
      [undefined, ['br; q=0.000', 'brotli, xgzip', 'identity', '', undefined]],
    ]),
  )('for the accepted encodings %j the encoding is %s', (accepted, coding) => {
    expect(findCoding(accepted)).toBe(coding)
  })

  it('compression reduces a list of a thousand tiles to a fifth of its size', async () => {
    const tiles = Array.from({ length: 1_000 }, (_, index) => ({
      id: String(index),
      name: `Card ${index}`,
      isActive: true,
    }))
    const plain = Buffer.from(JSON.stringify(tiles))
    for (const coding of ['br', 'gzip'] as const)
      expect((await compress(plain, coding)).length).toBeLessThan(plain.length / 5)
  })
})

describe('compression over HTTP', () => {
  it('a list of sales is sent compressed', async () => {
    const shop = await openShop()
    const amal = await signedIn(shop, 'Amal')
    for (const account of ['971500000001', '971500000011', '971500000021']) await sell(amal, { account })
    const { headers, body } = await amal.ask<SaleListPage>('GET', '/api/sales', undefined, {
      'accept-encoding': 'br',
    })
    expect(body.sales).toHaveLength(3)
    expect([headers.get('content-encoding'), headers.get('vary')]).toEqual(['br', 'accept-encoding'])
  })

  it.each([
    { what: 'a long list', path: '/api/sales', bytes: 5_000, coding: 'br' },
    { what: 'a short list', path: '/api/sales', bytes: 500, coding: undefined },
    { what: 'an answer that may contain a code', path: '/api/sales/1/reveal', bytes: 5_000, coding: undefined },
  ])('$what of $bytes bytes is sent with the encoding $coding', async ({ path, bytes, coding }) => {
    const app = fastify()
    compressLists(app, ({ routeOptions }) => routeOptions.url === '/api/sales')
    const sent = { text: 'x'.repeat(bytes) }
    for (const route of ['/api/sales', '/api/sales/:id/reveal']) app.get(route, async () => sent)
    const { headers, rawPayload } = await app.inject({ url: path, headers: { 'accept-encoding': 'gzip, br' } })
    expect(headers['content-encoding']).toBe(coding)
    expect(headers['content-length']).toBe(String(rawPayload.length))
    const plain = coding ? brotliDecompressSync(rawPayload) : rawPayload
    expect(JSON.parse(plain.toString())).toEqual(sent)
  })
})
