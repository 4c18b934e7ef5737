import type { Catalog } from '#api/catalog.ts'
import { decimal, formatDecimal, money } from '#domain/money/money.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { aSale, catalog } from './a-shop.ts'

const text = (value: string) => formatDecimal(decimal(value))

type Kind = { min: string; max?: string; step?: string; isAccountRequired?: boolean }

const voucher = (id: string, name: string, { min, max = min, step = '0', isAccountRequired = false }: Kind) => ({
  id,
  isActive: true,
  name,
  brand: 'Pixelmoor',
  category: 'Gaming',
  subcategory: '',
  kind: 'voucher' as const,
  rule: { min: text(min), max: text(max), step: text(step) },
  isAccountRequired,
})

const tile = (id: string, serviceId: string, name: string, warning?: string) => ({
  id,
  parentId: '10',
  type: 'product' as const,
  name,
  isActive: true,
  action: { kind: 'sell' as const, serviceId },
  ...(warning === undefined ? {} : { warning }),
})

/** The usual shop with a category of vouchers: a fixed amount, one of AED 50 to 500, and two that need an account. */
export const voucherCatalog: Catalog = {
  ...catalog,
  tiles: [
    ...catalog.tiles,
    { id: '10', type: 'category', name: 'Gaming', isActive: true, action: { kind: 'open' } },
    tile('11', 'fixed', 'Pixelmoor 20', 'Works in the UAE only.'),
    tile('12', 'ranged', 'Pixelmoor Pay'),
    tile('13', 'account', 'Pixelmoor ID'),
    tile('14', 'account-ranged', 'Pixelmoor Wallet'),
  ],
  services: [
    ...catalog.services,
    voucher('fixed', 'Pixelmoor 20', { min: '20' }),
    voucher('ranged', 'Pixelmoor Pay', { min: '50', max: '500', step: '50' }),
    voucher('account', 'Pixelmoor ID', { min: '20', isAccountRequired: true }),
    voucher('account-ranged', 'Pixelmoor Wallet', { min: '20', max: '1000', step: '10', isAccountRequired: true }),
  ],
}

export function aVoucherSale(more: Partial<Sale> = {}): Sale {
  const { account: _, ...sale } = aSale()
  const amount = money(decimal('20'), 'AED')
  return {
    ...sale,
    kind: 'voucher',
    serviceId: 'fixed',
    serviceName: 'Pixelmoor 20',
    brand: 'Pixelmoor',
    amount,
    pays: amount,
    revealCount: 0,
    printCount: 0,
    ...more,
  }
}
