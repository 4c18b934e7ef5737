import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { describe, expect, it } from 'vitest'

import type { Tile } from '#domain/catalog/frontview.ts'
import { decimal } from '#domain/money/money.ts'
import type { Service } from '#domain/catalog/service.ts'
import { createCatalogBytes } from '#server/catalog/catalog-bytes.ts'
import type { CatalogReading } from '#server/catalog/catalog-cache.ts'

const aService = (name: string): Service => ({
  id: 'qamra',
  isActive: true,
  name,
  brand: 'Qamra',
  category: '',
  subcategory: '',
  kind: 'direct',
  rule: { min: decimal('5'), max: decimal('500'), step: decimal('0.5') },
  isAccountRequired: true,
})

const aReading = (more: Partial<CatalogReading> = {}): CatalogReading => ({
  point: { posId: '1', agentName: 'Shop LLC', receiptName: 'Shop', address: '', topupCode: '4711' },
  tiles: [],
  services: [aService('Qamra')],
  currency: 'AED',
  asOf: 1,
  ...more,
})

describe('the bytes of the catalog', () => {
  it('the catalog is the same in every encoding and contains neither the top-up code nor the time', async () => {
    const bytes = await createCatalogBytes()(aReading())
    const plain = Buffer.from(await bytes.in(undefined)).toString()
    expect(JSON.parse(plain)).toEqual({
      point: { posId: '1', agentName: 'Shop LLC', receiptName: 'Shop', address: '', supportEmail: '' },
      tiles: [],
      services: [{ ...aService('Qamra'), rule: { min: '5', max: '500', step: '0.5' } }],
      currency: 'AED',
    })
    expect(brotliDecompressSync(await bytes.in('br')).toString()).toBe(plain)
    expect(gunzipSync(await bytes.in('gzip')).toString()).toBe(plain)
  })

  it('the bytes of the catalog are built once while the catalog is the same', async () => {
    let written = 0
    const countsItself: Tile = {
      id: '1',
      type: 'other',
      get name() {
        written += 1
        return 'Mobile'
      },
      isActive: true,
      action: { kind: 'none' },
    }
    const bytesOf = createCatalogBytes()
    const reading = aReading({ tiles: [countsItself] })
    const first = await bytesOf(reading)
    const later = await bytesOf({ ...reading, asOf: 2 })
    expect(later).toBe(first)
    expect(later.in('br')).toBe(first.in('br'))
    expect(await later.in(undefined)).toBe(await first.in(undefined))
    expect(written).toBe(1)
  })

  it('the bytes of the catalog are reused when a new reading is equal', async () => {
    const bytesOf = createCatalogBytes()
    const first = await bytesOf(aReading())
    expect(await bytesOf(aReading())).toBe(first)
  })

  it.each([
    { what: 'services', more: { services: [aService('Qamra Plus')] } },
    {
      what: 'tiles',
      more: { tiles: [{ id: '1', type: 'other', name: 'A', isActive: true, action: { kind: 'none' } }] },
    },
    { what: 'reason for no tiles', more: { tiles: [], frontview: 'unreadable' } },
    { what: 'point', more: { point: { posId: '1', agentName: 'Other', receiptName: 'Shop', address: '' } } },
    { what: 'currency', more: { currency: 'SAR' } },
  ] satisfies { what: string; more: Partial<CatalogReading> }[])(
    'the bytes and the tag of the catalog change with the $what',
    async ({ more }) => {
      const bytesOf = createCatalogBytes()
      const reading = aReading()
      const first = await bytesOf(reading)
      const other = await bytesOf({ ...reading, ...more })
      expect(other.etag).not.toBe(first.etag)
      expect(other.in('br')).not.toBe(first.in('br'))
    },
  )
})
