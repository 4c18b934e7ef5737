import { saleCan, type SaleEvent } from './sale.ts'
import { unchanged, type SaleStep } from './sale-input.ts'
import type { SaleRecord, Who } from './sale-record.ts'
import type { HandedHow } from './voucher.ts'

/** Every showing is written down before anything is shown (rule 12). */
export function show(
  sale: SaleRecord,
  { by, what, reason }: { by: Who; what: 'code' | 'receipt'; reason?: string },
  now: number,
): SaleStep {
  const kind = what === 'code' ? 'code-shown' : 'receipt-shown'
  const event: SaleEvent = { at: now, kind, by: by.name, ...(reason ? { note: reason } : {}) }
  // A receipt changes nothing but what is written down, and that needs a new version.
  const shown = { ...sale, ...(what === 'code' ? { shownTimes: sale.shownTimes + 1 } : {}) }
  return { sale: shown, events: [event] }
}

/** The customer has the code, or the paper of a sale without one. Papers are counted, the first hand-over stands. */
export function handOver(sale: SaleRecord, { by, how }: { by: Who; how: HandedHow }, now: number): SaleStep {
  if (!saleCan.handOver(sale)) return unchanged(sale)
  const { unseen: _, ...seen } = sale
  const handed: SaleRecord = {
    // Whoever hands it over knows what became of it.
    ...(sale.voucher === 'ready' && sale.unseen?.supervisor !== 'told' ? seen : sale),
    ...(how === 'printed' ? { printedTimes: sale.printedTimes + 1, printedAt: sale.printedAt ?? now } : {}),
    ...(sale.voucher === 'ready' ? { voucher: 'handed-over', handedOver: { at: now, how, by: by.name } } : {}),
  }
  return { sale: handed, events: [{ at: now, kind: 'handed-over', by: by.name, reason: how }] }
}
