import type { SaleEvent } from '../event.ts'
import { saleCan } from '../sale.ts'
import { unchanged, type SaleStep } from '../input.ts'
import type { SaleRecord } from '../record.ts'
import type { NamedRef } from '../../person.ts'
import type { PrinterConnection } from '../../printer-connection.ts'
import type { DeliveryMethod } from '../../catalog/voucher.ts'

/** Stored before anything is shown (rule 12). */
export function reveal(
  sale: SaleRecord,
  { by, what, reason }: { by: NamedRef; what: 'code' | 'receipt'; reason?: string },
  now: number,
): SaleStep {
  const kind = what === 'code' ? 'code-revealed' : 'receipt-revealed'
  const event: SaleEvent = { at: now, kind, by: by.name, ...(reason ? { note: reason } : {}) }
  // An event needs a new version, so this is a new object.
  const revealed = { ...sale, ...(what === 'code' ? { revealCount: sale.revealCount + 1 } : {}) }
  return { sale: revealed, events: [event] }
}

/** Counts every print; otherwise only the first delivery per person and method. The first delivery stays recorded. */
export function deliver(
  sale: SaleRecord,
  { by, method }: { by: NamedRef; method: DeliveryMethod },
  now: number,
): SaleStep {
  if (!saleCan.deliver(sale)) return unchanged(sale)
  const key = `${method} ${by.id}`
  const isKnown = sale.deliveredBy?.includes(key) === true && sale.voucher !== 'ready' && !sale.print
  if (isKnown) return unchanged(sale)
  // A person who printed or handed over the code knows whether it is on paper.
  const known = method === 'printed' || method === 'given' ? withoutPrint(sale) : sale
  const { unread: _, ...acknowledged } = known
  const delivered: SaleRecord = {
    // The person who delivers the code knows the outcome of the sale.
    ...(sale.voucher === 'ready' && sale.unread?.supervisor !== 'notified' ? acknowledged : known),
    ...(method === 'printed'
      ? { printCount: sale.printCount + 1, printedAt: sale.printedAt ?? now }
      : { deliveredBy: [...new Set([...(sale.deliveredBy ?? []), key])] }),
    ...(sale.voucher === 'ready' ? { voucher: 'delivered', delivered: { at: now, method, by: by.name } } : {}),
  }
  return { sale: delivered, events: [{ at: now, kind: 'delivered', by: by.name, reason: method }] }
}

/** A code that may be on paper is not printed again before a person has said whether it is. */
const mayLeave = (sale: SaleRecord): boolean => saleCan.deliver(sale) && sale.voucher === 'ready' && !sale.print

/** Stored before the first byte is sent. */
export function startPrint(
  sale: SaleRecord,
  { by, printer }: { by: NamedRef; printer: string },
  now: number,
): SaleStep {
  if (!mayLeave(sale)) return unchanged(sale)
  return {
    sale: { ...sale, print: { at: now, by: by.name, printer } },
    events: [{ at: now, kind: 'print-started', by: by.name, note: printer }],
  }
}

/** While the outcome is unclear, the code stays undelivered and a person is asked. */
export function endPrint(
  sale: SaleRecord,
  { by, outcome }: { by: NamedRef; outcome: 'printed' | 'not-printed' | 'unclear' },
  now: number,
): SaleStep {
  if (outcome === 'printed') return deliver(sale, { by, method: 'printed' }, now)
  // In the meantime, a person handed over the code, which answers the question.
  if (!sale.print || sale.print.isUnclear) return unchanged(sale)
  return outcome === 'unclear'
    ? leaveUnclear({ sale, events: [] }, now)
    : { sale: withoutPrint(sale), events: [{ at: now, kind: 'not-printed' }] }
}

export function reportPrint(
  sale: SaleRecord,
  { by, way }: { by: NamedRef; way: PrinterConnection },
  now: number,
): SaleStep {
  if (!mayLeave(sale)) return unchanged(sale)
  return {
    sale: { ...sale, print: { at: now, by: by.name, way, isUnclear: true } },
    events: [{ at: now, kind: 'print-unclear' }],
  }
}

/** If it is not on paper, it may be printed again. */
export function answerPrint(
  sale: SaleRecord,
  { by, isOnPaper }: { by: NamedRef; isOnPaper: boolean },
  now: number,
): SaleStep {
  if (!sale.print?.isUnclear) return unchanged(sale)
  if (isOnPaper) return deliver(sale, { by, method: 'printed' }, now)
  return { sale: withoutPrint(sale), events: [{ at: now, kind: 'not-printed', by: by.name }] }
}

/** The process that was printing stopped, or the print broke off. */
export function leaveUnclear(step: SaleStep, now: number): SaleStep {
  const { print } = step.sale
  if (!print || print.isUnclear) return step
  return {
    sale: { ...step.sale, print: { ...print, isUnclear: true } },
    events: [...step.events, { at: now, kind: 'print-unclear' }],
  }
}

function withoutPrint(sale: SaleRecord): SaleRecord {
  const { print: _, ...rest } = sale
  return rest
}
