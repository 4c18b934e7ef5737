import type { Catalog } from '#api/catalog.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { decimal, formatDecimal, money } from '#domain/money/money.ts'
import { NOW } from './now.ts'

const text = (value: string) => formatDecimal(decimal(value))

export const aed = (amount: string) => money(decimal(amount), 'AED')

/** One category with a top-up of AED 5 to 500 in steps of 5, its warning, and a pack of AED 45. */
export const catalog: Catalog = {
  point: { posId: '20418', agentName: 'Sidra', receiptName: 'SIDRA CORNER SHOP', address: 'Deira', supportEmail: '' },
  tiles: [
    { id: '1', type: 'category', name: 'Mobile recharge', isActive: true, action: { kind: 'open' } },
    {
      id: '2',
      parentId: '1',
      type: 'product',
      name: 'Qamra\nRecharge',
      isActive: true,
      action: { kind: 'sell', serviceId: 'qamra' },
      warning: 'Works in the UAE only.',
    },
    {
      id: '3',
      parentId: '1',
      type: 'product',
      name: 'Qamra Data',
      isActive: true,
      action: { kind: 'sell', serviceId: 'pack' },
    },
  ],
  services: [
    {
      id: 'qamra',
      isActive: true,
      name: 'Qamra Recharge',
      brand: 'Qamra',
      category: 'Mobile',
      subcategory: '',
      kind: 'direct',
      rule: { min: text('5'), max: text('500'), step: text('5') },
      isAccountRequired: true,
    },
    {
      id: 'pack',
      isActive: true,
      name: 'Qamra Data',
      brand: 'Qamra',
      category: 'Mobile',
      subcategory: '',
      kind: 'direct',
      rule: { min: text('45'), max: text('45'), step: text('0') },
      isAccountRequired: true,
    },
  ],
  currency: 'AED',
  asOf: 0,
}

export const A_SALE_ID = '01J0000000000000000000000A' as SaleId

export function aSale(more: Partial<Sale> = {}): Sale {
  const amount = aed('50')
  return {
    id: A_SALE_ID,
    number: 483,
    version: 2,
    kind: 'direct',
    state: 'checked',
    serviceId: 'qamra',
    serviceName: 'Qamra Recharge',
    brand: 'Qamra',
    account: '971501234567',
    amount,
    pays: amount,
    revealCount: 0,
    printCount: 0,
    findCount: 0,
    openedAt: NOW,
    checkedAt: NOW,
    cashier: { id: 'a', name: 'Amal Rahman' },
    terminal: { id: 't', name: 'Counter' },
    ...more,
  }
}
