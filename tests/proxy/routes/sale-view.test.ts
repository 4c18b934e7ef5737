import { expect, it } from 'vitest'

import type { SaleEvent } from '#domain/sale.ts'
import { saleFor } from '#proxy/routes/sale-view.ts'
import { amal, APPROVED_AT, succeededSale } from '../../support/sales.ts'

it('tells of a cost other than expected only to a supervisor', () => {
  const told: SaleEvent[] = [
    { at: APPROVED_AT, kind: 'approved', by: amal.name },
    { at: APPROVED_AT, kind: 'cost-differs', reason: 'above-price' },
  ]
  const cashiers = saleFor({ ...amal, role: 'cashier' }, succeededSale(), told)
  expect(cashiers.events).toEqual([told[0]])
  expect(cashiers).not.toHaveProperty('cost')
  expect(saleFor({ ...amal, role: 'supervisor' }, succeededSale(), told).events).toEqual(told)
})
