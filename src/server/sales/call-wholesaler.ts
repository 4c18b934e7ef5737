import { decimal } from '#domain/money.ts'
import type { NextAction, SaleRecord } from '#domain/sale/record.ts'
import type { TimedAnswer } from '#domain/transaction.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'

type CallAction = Exclude<NextAction, { kind: 'expire' }>

/**
 * Makes the wholesaler call for one step of a sale, with the fields of its flow (spec 4.9 to 4.11). A confirm asks `isDue` in the instant before
 * it leaves. Never throws, whatever the wholesaler does.
 */
export function callWholesaler(
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
