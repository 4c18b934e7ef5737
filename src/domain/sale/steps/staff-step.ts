import { CUSTOMER_PRESENT_MS, isComplete, isRefundDue, isYoungerThan, saleCan, type Resolution } from '../sale.ts'
import { unchanged, type SaleStep, type StepContext } from '../input.ts'
import type { SaleRecord, Unread } from '../record.ts'
import type { Payment } from '../../money/payment.ts'
import type { NamedRef } from '../../person.ts'
import { scheduleNextFind } from './next-find.ts'

export function takeOver(sale: SaleRecord, by: NamedRef, { now }: StepContext): SaleStep {
  if (!saleCan.takeOver(sale) || sale.cashier.id === by.id) return unchanged(sale)
  return { sale: { ...sale, cashier: by }, events: [{ at: now, kind: 'taken-over', by: by.name }] }
}

/** The state stays, and find continues daily (rule 15). */
export function resolve(
  sale: SaleRecord,
  { outcome, note, by }: { outcome: Resolution['outcome']; note: string; by: NamedRef },
  context: StepContext,
): SaleStep {
  if (!saleCan.resolve(sale, context.now)) return unchanged(sale)
  const {
    conflicting: _,
    conflictWith: __,
    refund,
    mayRepeatConfirm: ___,
    unclearFinds: ____,
    dailyFinds: _____,
    ...rest
  } = sale
  const resolved: SaleRecord = {
    ...rest,
    resolution: { outcome, note, at: context.now, by: by.name },
    // A refund that was already made stays recorded, whatever the outcome.
    ...(refund?.done || (outcome === 'not-sold' && sale.approval) ? { refund: refund ?? {} } : {}),
  }
  return {
    sale: scheduleNextFind(resolved, context),
    events: [{ at: context.now, kind: 'resolved', by: by.name, reason: outcome, note }],
  }
}

/** The customer was refunded, or the money was set aside for them. */
export function markRefunded(
  sale: SaleRecord,
  { by, terminal, paymentMethod, split }: { by: NamedRef; terminal: NamedRef } & Partial<Omit<Payment, 'cashTendered'>>,
  { now }: StepContext,
): SaleStep {
  if (!isRefundDue(sale)) return unchanged(sale)
  const done = { at: now, by: by.name, ...(paymentMethod ? { paymentMethod } : {}), ...(split ? { split } : {}) }
  return {
    sale: { ...sale, refund: { done }, refundTerminalId: terminal.id },
    events: [{ kind: 'refunded', ...done }],
  }
}

/** A cashier who sees the outcome right away was present, so no supervisor needs to be notified. */
export function acknowledge(
  sale: SaleRecord,
  { by, as }: { by: NamedRef; as: 'cashier' | 'supervisor' },
  now: number,
): SaleStep {
  if (!sale.unread) return unchanged(sale)
  const { unread, ...rest } = sale
  const remaining = as === 'cashier' ? afterCashier(sale, unread, now) : afterSupervisor(unread)
  if (remaining === unread) return unchanged(sale)
  const isNobodyLeft = remaining.cashier === undefined && remaining.supervisor === undefined
  return {
    sale: isNobodyLeft ? rest : { ...rest, unread: remaining },
    events: [{ at: now, kind: 'acknowledged', by: by.name }],
  }
}

function afterCashier(sale: SaleRecord, unread: Unread, now: number): Unread {
  const { cashier, supervisor } = unread
  if (!cashier) return unread
  const wasThere = isComplete(sale) && isYoungerThan(CUSTOMER_PRESENT_MS, sale.finalAt, now)
  const { cashier: _, ...rest } = unread
  return supervisor && !(supervisor === 'completed' && wasThere) ? rest : {}
}

function afterSupervisor(unread: Unread): Unread {
  const { supervisor: _, reasons: __, ...remaining } = unread
  return unread.supervisor ? remaining : unread
}
