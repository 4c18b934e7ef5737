import { describe, expect, it } from 'vitest'

import { findMostSold } from '#browser/pages/sell/ticket-entry.ts'
import { decimal, money } from '#domain/money.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Sale, SaleState } from '#domain/sale/sale.ts'

const sale = (serviceId: string, amount: string, state: SaleState = 'succeeded'): Sale => ({
  id: '01J00000000000000000000000' as SaleId,
  number: 1,
  version: 1,
  kind: 'direct',
  state,
  serviceId,
  serviceName: serviceId,
  brand: serviceId,
  account: '971501234567',
  amount: money(decimal(amount), 'AED'),
  pays: money(decimal(amount), 'AED'),
  revealCount: 0,
  printCount: 0,
  findCount: 0,
  openedAt: 0,
  cashier: { id: 'a', name: 'Amal' },
  terminal: { id: 't', name: 'Till' },
})

describe('findMostSold', () => {
  it('is the amount sold most often', () => {
    const sales = [sale('qamra', '20'), sale('qamra', '50'), sale('qamra', '20.00'), sale('velto', '50')]
    expect(findMostSold(sales, 'qamra')).toEqual(decimal('20'))
  })
  it('is the last one sold among equals', () => {
    expect(findMostSold([sale('qamra', '25'), sale('qamra', '50')], 'qamra')).toEqual(decimal('25'))
  })
  it('counts only what was sold', () => {
    expect(findMostSold([sale('qamra', '25', 'failed')], 'qamra')).toBeUndefined()
  })
})
