import type { Receipt } from '#domain/receipt.ts'
import type { SaleId } from '#domain/sale-id.ts'
import type { Ports } from '../ports.ts'

const KEPT_MS = 2 * 60_000

/** Receipts of the last two minutes, in memory only (DESIGN rule 12). */
export type FreshReceipts = { keep: (id: SaleId, receipt: Receipt) => void; find: (id: SaleId) => Receipt | undefined }

export function freshReceipts({ timers }: Pick<Ports, 'timers'>): FreshReceipts {
  const kept = new Map<SaleId, Receipt>()
  return {
    keep: (id, receipt) => {
      kept.set(id, receipt)
      timers.after(KEPT_MS, () => kept.get(id) === receipt && kept.delete(id))
    },
    find: (id) => kept.get(id),
  }
}
