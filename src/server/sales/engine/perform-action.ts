import { decimal } from '#domain/money/money.ts'
import type { SaleInput } from '#domain/sale/input.ts'
import type { NextAction, SaleRecord } from '#domain/sale/record.ts'
import type { TimedAnswer } from '#domain/wallet/transaction.ts'
import type { Wholesaler } from '../../wholesaler/wholesaler.ts'
import { cacheDelivery, type DeliveryCache } from '../delivery-cache.ts'
import type { SalesStore } from '../store.ts'

type Deps = { store: Pick<SalesStore, 'findOtherSaleWith'>; wholesaler: Wholesaler; deliveries: DeliveryCache }
type CallAction = Exclude<NextAction, { kind: 'expire' }>

/** The result is the input of a step. A confirm checks `isDue` right before it is sent. */
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
 * An answer without our id may belong to another sale. If one already has its transaction id, the answer counts as lost (promise 10 of `docs/architecture.md`).
 */
async function refuseOtherSales(store: Deps['store'], sale: SaleRecord, answered: TimedAnswer): Promise<TimedAnswer> {
  if (answered.answer.kind !== 'transaction' || sale.transactionId !== undefined) return answered
  const holder = await store.findOtherSaleWith(answered.answer.transaction.id, sale.id)
  if (holder === undefined) return answered
  return { ...answered, answer: { kind: 'lost', reason: 'wrong-shape', detail: 'the transaction of another sale' } }
}

/** Sends the fields of the sale's flow (spec 4.9 to 4.11). Never throws. */
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

/** Every checked sale has a transaction id, from the answer to check. */
function known({ id, transactionId }: SaleRecord): NonNullable<SaleRecord['transactionId']> {
  if (transactionId === undefined) throw new Error(`sale ${id} has no transaction to confirm`)
  return transactionId
}
