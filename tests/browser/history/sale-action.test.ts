import { expect, it } from 'vitest'

import { actionOfSale } from '#browser/sale/sale-action.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { aSale } from '../../support/a-shop.ts'

const closed = { outcome: 'sold', note: 'n', at: 1, by: 'Hamad' } as const

it.each<[Partial<Sale>, ReturnType<typeof actionOfSale>]>([
  [{ state: 'opened' }, 'resume'],
  [{ state: 'checked' }, 'resume'],
  [{ state: 'pending' }, 'resume'],
  [{ state: 'unknown' }, 'resume'],
  [{ state: 'not-executed' }, 'resume'],
  [{ state: 'succeeded', voucher: 'coming' }, 'resume'],
  [{ state: 'succeeded' }, 'reprint'],
  [{ state: 'succeeded', voucher: 'ready' }, 'handOver'],
  [{ state: 'succeeded', voucher: 'ready', printCount: 1 }, 'handOver'],
  [{ state: 'succeeded', voucher: 'delivered', printCount: 1 }, 'reprint'],
  // Shown, copied or shared: there was no paper.
  [{ state: 'succeeded', voucher: 'delivered' }, 'details'],
  // Not a cashier's to hand out.
  [{ state: 'succeeded', voucher: 'ready', refund: {} }, 'details'],
  [{ state: 'failed' }, 'details'],
  [{ state: 'refused' }, 'details'],
  [{ state: 'abandoned' }, 'details'],
  [{ state: 'cancelled' }, 'details'],
  // There is no paper of a sale the service contradicts itself about, or that only a supervisor calls sold.
  [{ state: 'succeeded', conflicting: true }, 'details'],
  [{ state: 'pending', resolution: closed }, 'details'],
])('of %j is to %s', (sale, action) => {
  expect(actionOfSale(aSale(sale))).toBe(action)
})
