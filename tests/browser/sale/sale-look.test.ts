// @vitest-environment jsdom

import { expect, it } from 'vitest'

import { appearanceOf } from '#browser/sale/SaleRowParts.tsx'
import type { Sale } from '#domain/sale/sale.ts'

const closed: Sale['resolution'] = { outcome: 'sold', note: 'They sent it by mail.', at: 1, by: 'Hamad Saleh' }

it.each<{ sale: Parameters<typeof appearanceOf>[0]; words: string; tone: string }>([
  { sale: { state: 'pending', held: true }, words: 'held', tone: 'wait' },
  { sale: { state: 'abandoned', problem: { code: 'expired' } }, words: 'expired', tone: 'open' },
  { sale: { state: 'abandoned', problem: { code: 'abandoned' } }, words: 'abandoned', tone: 'open' },
  { sale: { state: 'succeeded' }, words: 'succeeded', tone: 'ok' },
  { sale: { state: 'succeeded', voucher: 'coming' }, words: 'code-coming', tone: 'wait' },
  { sale: { state: 'succeeded', voucher: 'ready' }, words: 'succeeded', tone: 'ok' },
  { sale: { state: 'succeeded', voucher: 'delivered' }, words: 'succeeded', tone: 'ok' },
  // A supervisor's word is the last one.
  { sale: { state: 'succeeded', voucher: 'coming', resolution: closed }, words: 'succeeded', tone: 'ok' },
  { sale: { state: 'succeeded', voucher: 'coming', conflicting: true }, words: 'conflicting', tone: 'unk' },
])('looks like $words: $sale', ({ sale, words, tone }) => {
  expect(appearanceOf(sale)).toMatchObject({ words, tone })
})
