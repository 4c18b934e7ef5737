import type { BookedTransaction } from './books.ts'
import { findService } from './catalogue.ts'
import { fils, filsNumber } from './fils.ts'
import { receiptFor } from './receipt.ts'
import { json, type Reply } from './reply.ts'
import { scenarioOf } from './scenarios.ts'

const SUCCESS = 1
const FAILED = 2
const FINAL = [SUCCESS, FAILED, 3, 4]

/** The state a transaction is in now (spec 3). */
export function stateOf({ step, account, finds }: BookedTransaction): number {
  if (step === 'checked') return -1
  const { waits, ends = SUCCESS } = scenarioOf(account)
  return waits && finds <= waits.finds ? waits.state : ends
}

/** The answer of check: everything but `service` (spec 4.9). */
export function checkedReply(transaction: BookedTransaction): Reply {
  return json({ transaction: { ...idsAndState(transaction), ...figures(transaction, 'numbers') } })
}

/** The answer of confirm: reduced and without a receipt while it is not at its end (spec 4.10). */
export function confirmReply(transaction: BookedTransaction): Reply {
  const state = stateOf(transaction)
  if (!FINAL.includes(state))
    return json({ transaction: { ...idsAndState(transaction), service: serviceOf(transaction) } })
  return json({
    transaction: {
      ...idsAndState(transaction),
      service: serviceOf(transaction),
      ...figures(transaction, 'price as text'),
      ...(state === FAILED && { error: errorOf(transaction) }),
    },
    receipt: state === SUCCESS ? receiptFor(transaction) : {},
  })
}

/** The answer of find (spec 4.11). Every second one writes its numbers as text and its empty objects as `[]`. */
export function findReply(transaction: BookedTransaction): Reply {
  const state = stateOf(transaction)
  const isOdd = transaction.finds % 2 === 1
  const ids = { ...idsAndState(transaction), state: isOdd ? state : String(state), service: serviceOf(transaction) }
  if (state === -1) return json({ transaction: ids })
  const nothing = isOdd ? {} : []
  if (!FINAL.includes(state)) return json({ transaction: ids, receipt: nothing, info: nothing })
  return json({
    transaction: {
      ...ids,
      ...figures(transaction, isOdd ? 'numbers' : 'texts'),
      error: state === FAILED ? errorOf(transaction) : '',
    },
    receipt: state === SUCCESS ? receiptFor(transaction) : nothing,
    info: nothing,
  })
}

function idsAndState(transaction: BookedTransaction) {
  return {
    id: transaction.id,
    ...(transaction.externalId !== undefined && { external_transaction_id: transaction.externalId }),
    state: stateOf(transaction),
    time: transaction.time,
  }
}

function serviceOf({ serviceId }: BookedTransaction) {
  return { id: serviceId, name: findService(serviceId)?.name ?? serviceId }
}

function errorOf({ account }: BookedTransaction): string {
  return scenarioOf(account).error ?? ''
}

function figures({ account, amount, price }: BookedTransaction, as: 'numbers' | 'price as text' | 'texts') {
  return {
    account,
    amount: as === 'texts' ? amount : filsNumber(fils(amount)),
    amount_currency: 'AED',
    price: as === 'numbers' ? filsNumber(fils(price)) : price,
    price_currency: 'AED',
    // Not in the spec: fields nobody announced do come.
    channel: 'pos',
  }
}
