import { decimal } from '#domain/money.ts'
import type { SaleInput } from '#domain/sale/input.ts'
import type { NextAction, SaleRecord } from '#domain/sale/record.ts'
import type { TimedAnswer } from '#domain/transaction.ts'
import type { Wholesaler } from '../../wholesaler/wholesaler.ts'
import { cacheDelivery, type DeliveryCache } from '../delivery-cache.ts'
import type { SalesStore } from '../store.ts'

type Deps = { store: Pick<SalesStore, 'findOtherSaleWith'>; wholesaler: Wholesaler; deliveries: DeliveryCache }
type CallAction = Exclude<NextAction, { kind: 'expire' }>

/** Performs the next action of a sale and returns what came of it, as the input of its step. A confirm asks `isDue` in the instant before it leaves. */
export async function performAction(
  { store, wholesaler, deliveries }: Deps,
  sale: SaleRecord,
  action: NextAction,
  isDue: () => boolean,
): Promise<SaleInput> {
  if (action.kind === 'expire') return { kind: 'expired' }
  const answered = await refuseOtherSales(store, sale, await callWholesaler(wholesaler, sale, action, isDue))
  return { kind: `${action.kind}-answered`, answered: cacheDelivery(deliveries, sale, answered) }
}

/**
 * An answer without our id may belong to another sale. If another sale already has its transaction id, the answer to this one counts as lost
 * (promise 10 of `docs/architecture.md`).
 */
async function refuseOtherSales(store: Deps['store'], sale: SaleRecord, answered: TimedAnswer): Promise<TimedAnswer> {
  if (answered.answer.kind !== 'transaction' || sale.transactionId !== undefined) return answered
  const holder = await store.findOtherSaleWith(answered.answer.transaction.id, sale.id)
  if (holder === undefined) return answered
  return { ...answered, answer: { kind: 'lost', reason: 'wrong-shape', detail: 'the transaction of another sale' } }
}

/** Makes the wholesaler call for one step of a sale, with the fields of its flow (spec 4.9 to 4.11). Never throws, whatever the wholesaler does. */
function callWholesaler(
  wholesaler: Wholesaler,
  sale: SaleRecord,
  call: CallAction,
  isDue: () => boolean,
): Promise<TimedAnswer> {
  const { id, transactionId } = sale
  switch (call.kind) {
    case 'check':
      return check(wholesaler, sale, call.withinMs)
    case 'confirm':
      return sale.kind === 'international'
        ? wholesaler.confirmInternational(known(sale), isDue)
        : wholesaler.confirm({ id, amount: decimal(sale.amount.amount) }, isDue)
    case 'find': {
      const isByTheirs = sale.kind === 'international' || sale.findsByTransactionId
      return wholesaler.find(isByTheirs && transactionId ? { transactionId } : { saleId: id }, call.withinMs)
    }
  }
}

function check(wholesaler: Wholesaler, sale: SaleRecord, withinMs: number | undefined): Promise<TimedAnswer> {
  const { id, serviceId, account, customer, amount, international } = sale
  const test = sale.isTest ? { isTest: true as const } : {}
  if (!international) {
    return wholesaler.check({ id, serviceId, account, customer, amount: decimal(amount.amount), ...test }, withinMs)
  }
  return wholesaler.checkInternational(
    { denominationId: international.denomination.id, account: account ?? '', ...test },
    withinMs,
  )
}

/** The transaction id, which every checked sale has because the answer to check includes it. */
function known({ id, transactionId }: SaleRecord): NonNullable<SaleRecord['transactionId']> {
  if (transactionId === undefined) throw new Error(`sale ${id} has no transaction to confirm`)
  return transactionId
}
