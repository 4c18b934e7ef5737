import type { Receipt } from '#domain/receipt.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { Voucher } from '#domain/catalog/voucher.ts'
import { aSale } from './a-shop.ts'
import { NOW } from './now.ts'

/** A voucher sold a moment ago and not delivered; without an account unless one is given. */
export function aVoucherSale(more: Partial<Sale> = {}): Sale {
  const { account: _, ...sale } = aSale({
    kind: 'voucher',
    state: 'succeeded',
    voucher: 'ready',
    serviceId: 'pixelmoor',
    serviceName: 'Pixelmoor Gift Card',
    brand: 'Pixelmoor',
    confirmedAt: NOW,
    finalAt: NOW,
    transactionId: '900001' as NonNullable<Sale['transactionId']>,
  })
  return { ...sale, ...more }
}

export const CODE = '7K4P2M9XQH6T81WD'

export const aVoucher = (more: Voucher = {}): Voucher => ({ number: CODE, serial: '009144273306', ...more })

export const aReceipt: Receipt = { footer: 'Bye now', header: 'Pixelmoor', info: `PIN ${CODE}\nKeep it secret` }
