import type { SaleEvent } from './event.ts'
import { saleCan } from './sale.ts'
import { unchanged, type SaleStep } from './input.ts'
import type { SaleRecord } from './record.ts'
import type { NamedRef } from '../person.ts'
import type { DeliveryMethod } from '../voucher.ts'

/** Records a reveal. The journal stores it before anything is shown (rule 12). */
export function reveal(
  sale: SaleRecord,
  { by, what, reason }: { by: NamedRef; what: 'code' | 'receipt'; reason?: string },
  now: number,
): SaleStep {
  const kind = what === 'code' ? 'code-revealed' : 'receipt-revealed'
  const event: SaleEvent = { at: now, kind, by: by.name, ...(reason ? { note: reason } : {}) }
  // Revealing a receipt changes only the timeline, but storing an event takes a new version, so a new object is returned.
  const revealed = { ...sale, ...(what === 'code' ? { revealCount: sale.revealCount + 1 } : {}) }
  return { sale: revealed, events: [event] }
}

/**
 * Records that the customer received the code, or the receipt of a sale without one. Prints are counted; the first delivery is the one that
 * stays recorded.
 */
export function deliver(
  sale: SaleRecord,
  { by, method }: { by: NamedRef; method: DeliveryMethod },
  now: number,
): SaleStep {
  if (!saleCan.deliver(sale)) return unchanged(sale)
  const { unread: _, ...acknowledged } = sale
  const delivered: SaleRecord = {
    // The person who delivers the code knows the outcome of the sale.
    ...(sale.voucher === 'ready' && sale.unread?.supervisor !== 'notified' ? acknowledged : sale),
    ...(method === 'printed' ? { printCount: sale.printCount + 1, printedAt: sale.printedAt ?? now } : {}),
    ...(sale.voucher === 'ready' ? { voucher: 'delivered', delivered: { at: now, method, by: by.name } } : {}),
  }
  return { sale: delivered, events: [{ at: now, kind: 'delivered', by: by.name, reason: method }] }
}
