import type { SaleRecord } from '#domain/sale/record.ts'
import type { DurableWrite } from './journal.ts'
import { entryOf } from './maps.ts'
import type { Report } from './violation.ts'

/** Checks that at most one sale of an order is confirmed, as long as nothing proves that it moved no money. */
export function createOrderWatch(report: Report) {
  const approved = new Map<string, Map<string, SaleRecord>>()

  /**
   * What allows another sale of the order: the wholesaler said that this one failed, or a supervisor said that it was
   * not sold.
   */
  const isShownUnsold = ({ state, conflicting, resolution }: SaleRecord): boolean =>
    !conflicting && (resolution ? resolution.outcome === 'not-sold' : state === 'failed')

  return {
    wrote: ({ after, events }: DurableWrite) => {
      const { id, orderId, state } = after
      if (orderId === undefined) return
      const all = entryOf(approved, orderId, () => new Map())
      if (state === 'confirming' && events.some(({ kind }) => kind === 'approved')) {
        const other = [...all.values()].find((sale) => sale.id !== id && !isShownUnsold(sale))
        if (other) report('two sales of one order', id, `${other.id} is ${other.state}`)
        all.set(id, after)
      } else if (all.has(id)) all.set(id, after)
    },
    /** `debited`: the sales that have a debit in the ledger. */
    checkBooks: (sales: readonly SaleRecord[], debited: ReadonlySet<string>) => {
      const paid = new Map<string, string>()
      for (const { id, orderId, conflicting, resolution } of sales) {
        if (orderId === undefined || !debited.has(id) || conflicting || resolution) continue
        const other = paid.get(orderId)
        if (other !== undefined) report('order debited twice', id, other)
        paid.set(orderId, id)
      }
    },
  }
}
