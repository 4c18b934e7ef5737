import { CUSTOMER_STAYS_MS, isSettled, isToGiveBack, isYoungerThan, saleCan, type Closing } from './sale.ts'
import { unchanged, type SaleStep, type StepContext } from './sale-input.ts'
import type { SaleRecord, Unseen, Who } from './sale-record.ts'
import { askAgain } from './ask-step.ts'

/** Another cashier goes on with a sale that is not settled. */
export function take(sale: SaleRecord, by: Who, { now }: StepContext): SaleStep {
  if (!saleCan.take(sale) || sale.cashier.id === by.id) return unchanged(sale)
  return { sale: { ...sale, cashier: by }, events: [{ at: now, kind: 'taken-over', by: by.name }] }
}

/** A supervisor's word on what the wholesaler left open (rule 15): the state stays, and find goes on daily. */
export function close(
  sale: SaleRecord,
  { as, note, by }: { as: Closing['as']; note: string; by: Who },
  context: StepContext,
): SaleStep {
  if (!saleCan.close(sale, context.now)) return unchanged(sale)
  const { disputed: _, disputedBy: __, giveBack, mayGoAgain: ___, oddFinds: ____, dailyFinds: _____, ...rest } = sale
  const closed: SaleRecord = {
    ...rest,
    closed: { as, note, at: context.now, by: by.name },
    // What is given back already stays written down, whatever is said now.
    ...(giveBack?.done || (as === 'not-sold' && sale.approval) ? { giveBack: giveBack ?? {} } : {}),
  }
  return {
    sale: askAgain(closed, context),
    events: [{ at: context.now, kind: 'closed', by: by.name, reason: as, note }],
  }
}

/** The customer has the money back, or it was put aside for them. */
export function giveBack(sale: SaleRecord, by: Who, { now }: StepContext): SaleStep {
  if (!isToGiveBack(sale)) return unchanged(sale)
  return {
    sale: { ...sale, giveBack: { done: { at: now, by: by.name } } },
    events: [{ at: now, kind: 'given-back', by: by.name }],
  }
}

/** Somebody looked at what became of a sale. A cashier who looks at once was there when it happened: then it is no news for a supervisor. */
export function see(sale: SaleRecord, { by, as }: { by: Who; as: 'cashier' | 'supervisor' }, now: number): SaleStep {
  if (!sale.unseen) return unchanged(sale)
  const { unseen, ...rest } = sale
  const left = as === 'cashier' ? afterCashier(sale, unseen, now) : afterSupervisor(unseen)
  if (left === unseen) return unchanged(sale)
  const isNobodyLeft = left.cashier === undefined && left.supervisor === undefined
  return {
    sale: isNobodyLeft ? rest : { ...rest, unseen: left },
    events: [{ at: now, kind: 'seen', by: by.name }],
  }
}

function afterCashier(sale: SaleRecord, unseen: Unseen, now: number): Unseen {
  const { cashier, supervisor } = unseen
  if (!cashier) return unseen
  const wasThere = isSettled(sale) && isYoungerThan(CUSTOMER_STAYS_MS, sale.settledAt, now)
  const { cashier: _, ...rest } = unseen
  return supervisor && !(supervisor === 'settled' && wasThere) ? rest : {}
}

function afterSupervisor(unseen: Unseen): Unseen {
  const { supervisor: _, because: __, ...left } = unseen
  return unseen.supervisor ? left : unseen
}
