import type { AuditEntry } from '#domain/audit.ts'
import type { PaymentMethod } from '#domain/money/payment-method.ts'
import { refOf, type Person } from '#domain/person.ts'
import { isRefundDue, saleCan, type Resolution } from '#domain/sale/sale.ts'
import type { SaleId } from '#domain/sale/id.ts'
import type { SaleInput } from '#domain/sale/input.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { RequestRefused } from '../lib/failures.ts'
import { readRefundMethod } from './payment.ts'
import { auditSubject, auditActor, type Seller } from './sale-staff.ts'
import { moneyMovedForFailure } from './sale-access.ts'
import type { SaleParts } from './sale-parts.ts'
import { refundGuardFor } from './selling-guards.ts'

type Decision = Pick<Resolution, 'outcome' | 'note'>
export type OpenItemActions = ReturnType<typeof openItemActions>

/** Throws `RequestRefused` if it is not permitted. */
export function openItemActions({ engine, readVisible, staff, drawers, clock }: SaleParts) {
  return {
    takeOver: async (id: SaleId, seller: Seller): Promise<SaleRecord> => {
      await readVisible(id, seller.person)
      const choose = (current: SaleRecord): SaleInput => {
        if (saleCan.takeOver(current)) return { kind: 'taken-over', by: refOf(seller.person) }
        throw new RequestRefused(409, 'wrong-state', 'This sale is complete: there is nothing to continue.', {
          moneyMoved: moneyMovedForFailure(current),
        })
      }
      return engine.apply(id, choose, { auditEntryFor: (before) => auditEntry('taken-over', before, seller) })
    },

    /** What the wholesaler left open is decided by a supervisor (rule 15). */
    resolve: async (id: SaleId, { outcome, note }: Decision, seller: Seller): Promise<SaleRecord> => {
      await readVisible(id, seller.person)
      const choose = (current: SaleRecord): SaleInput | undefined => {
        if (saleCan.resolve(current, clock.now())) return { kind: 'resolved', outcome, note, by: refOf(seller.person) }
        // A repeated request changes nothing.
        if (current.resolution?.outcome === outcome) return undefined
        throw new RequestRefused(409, 'wrong-state', 'Only a sale that needs attention can be closed.', {
          moneyMoved: 'unknown',
        })
      }
      const auditEntryOf = (sale: SaleRecord): AuditEntry => ({
        kind: 'sale-resolved',
        ...auditActor(seller),
        ...auditSubject(sale),
        detail: { outcome },
      })
      return engine.apply(id, choose, { auditEntryFor: auditEntryOf })
    },

    /** The refund uses the sale's payment method unless `paymentMethod` says otherwise. */
    markRefunded: async (id: SaleId, seller: Seller, paymentMethod?: PaymentMethod): Promise<SaleRecord> => {
      await readVisible(id, seller.person)
      const choose = (current: SaleRecord): SaleInput => {
        // The first refund stays recorded.
        const refunded = { kind: 'refunded' as const, by: refOf(seller.person), terminal: refOf(seller.terminal) }
        if (current.refund?.done) return refunded
        if (isRefundDue(current)) return { ...refunded, ...readRefundMethod(paymentMethod, current, staff) }
        throw new RequestRefused(409, 'wrong-state', 'No refund is due for this sale now.', {
          moneyMoved: moneyMovedForFailure(current),
        })
      }
      return engine.apply(id, choose, {
        guardFor: (_, after) => ({ drawer: refundGuardFor(drawers, seller.terminal, after) }),
        auditEntryFor: (before) => auditEntry('refunded', before, seller),
      })
    },

    acknowledge: async (id: SaleId, person: Person): Promise<SaleRecord> => {
      await readVisible(id, person)
      const by = refOf(person)
      const sale = await engine.apply(id, ({ cashier }) =>
        cashier.id === person.id ? { kind: 'acknowledged', by, as: 'cashier' } : undefined,
      )
      if (person.role !== 'supervisor') return sale
      return engine.apply(id, () => ({ kind: 'acknowledged', by, as: 'supervisor' }))
    },
  }
}

/** Includes the sale's cashier, because cash may have left the drawer for a colleague's sale. */
const auditEntry = (kind: 'taken-over' | 'refunded', sale: SaleRecord, seller: Seller): AuditEntry => ({
  kind,
  ...auditActor(seller),
  ...auditSubject(sale),
  detail: { seller: sale.cashier.name },
})
