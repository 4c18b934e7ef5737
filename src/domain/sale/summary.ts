import * as v from 'valibot'

import { Sale } from './sale.ts'
import type { SaleRecord } from './record.ts'

/** What a waiting slip shows, for a colleague who looks the sale up by number: no amount, transaction or batch. The middle of `account` is masked. */
export const SaleSummary = v.strictObject({
  ...v.pick(Sale, [
    'id',
    'number',
    'isPractice',
    'isTest',
    'kind',
    'state',
    'conflicting',
    'serviceId',
    'serviceName',
    'brand',
    'account',
    'openedAt',
    'confirmedAt',
  ]).entries,
  cashier: v.strictObject({ name: v.string() }),
  version: v.exactOptional(v.never()),
})
export type SaleSummary = v.InferOutput<typeof SaleSummary>

/** Listed field by field, so a new field is never exposed by accident. */
export const summaryOf = (sale: SaleRecord): SaleSummary => ({
  id: sale.id,
  number: sale.number,
  kind: sale.kind,
  state: sale.state,
  serviceId: sale.serviceId,
  serviceName: sale.serviceName,
  brand: sale.brand,
  openedAt: sale.openedAt,
  cashier: { name: sale.cashier.name },
  // Whether it was left at the review or given up after it was sent.
  ...(sale.state === 'abandoned' && sale.confirmedAt !== undefined && { confirmedAt: sale.confirmedAt }),
  ...(sale.isPractice ? { isPractice: true } : {}),
  ...(sale.isTest ? { isTest: true } : {}),
  ...(sale.conflicting ? { conflicting: true } : {}),
  ...(sale.account === undefined ? {} : { account: maskAccount(sale.account) }),
})

export const isSummary = (sale: Sale | SaleSummary): sale is SaleSummary => !('version' in sale)

const MAX_SHOWN = 4

/** Shows at most four characters at each end, and at most half of the account. */
export function maskAccount(account: string): string {
  const characters = [...account]
  const shown = Math.min(MAX_SHOWN, Math.floor(characters.length / 4))
  return characters.map((one, place) => (place < shown || place >= characters.length - shown ? one : '•')).join('')
}
