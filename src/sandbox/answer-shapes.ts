import type { StoredTransaction } from './ledger-store.ts'
import { findService, isVoucher } from './catalog.ts'
import { scenarioOf, FAILED, isFinal, stateOf, SUCCESS } from './transaction-state.ts'
import { fils, filsNumber } from './fils.ts'
import { internationalReply, isInternational } from './international/answers.ts'
import { receiptFor } from './receipt.ts'
import { json, type Reply } from './reply.ts'
import { infoOf } from './voucher-codes.ts'

/** Check (spec 4.9). For a voucher it includes the service (spec 2.10). */
export function checkedReply(transaction: StoredTransaction): Reply {
  return json({
    transaction: {
      ...idsAndState(transaction),
      ...(isVoucher(transaction.serviceId) && { service: serviceOf(transaction) }),
      ...metrics(transaction, 'numbers'),
    },
  })
}

/** Confirm: reduced and without a receipt until the state is final (spec 4.10). Only vouchers have `info`. */
export function confirmReply(transaction: StoredTransaction): Reply {
  if (isInternational(transaction)) return internationalReply(transaction)
  const state = stateOf(transaction)
  const noInfo = isVoucher(transaction.serviceId) ? {} : undefined
  if (!isFinal(state))
    return json({ transaction: { ...idsAndState(transaction), service: serviceOf(transaction) }, info: noInfo })
  return json({
    transaction: {
      ...idsAndState(transaction),
      service: serviceOf(transaction),
      ...metrics(transaction, 'price as text'),
      ...(state === FAILED && { error: errorOf(transaction) }),
    },
    receipt: state === SUCCESS ? receiptFor(transaction) : {},
    info: isVoucher(transaction.serviceId) && state === SUCCESS ? infoOf(transaction) : noInfo,
  })
}

/** Find (spec 4.11). Every other answer has numbers as text and empty objects as `[]`. */
export function findReply(transaction: StoredTransaction): Reply {
  if (isInternational(transaction)) return internationalReply(transaction)
  const state = stateOf(transaction)
  const isOdd = transaction.finds % 2 === 1
  const ids = { ...idsAndState(transaction), state: isOdd ? state : String(state), service: serviceOf(transaction) }
  if (state === -1) return json({ transaction: ids })
  const nothing = isOdd ? {} : []
  if (!isFinal(state)) return json({ transaction: ids, receipt: nothing, info: nothing })
  return json({
    transaction: {
      ...ids,
      ...metrics(transaction, isOdd ? 'numbers' : 'texts'),
      error: state === FAILED ? errorOf(transaction) : '',
    },
    receipt: state === SUCCESS ? receiptFor(transaction) : nothing,
    info: isVoucher(transaction.serviceId) && state === SUCCESS ? infoOf(transaction) : nothing,
  })
}

function idsAndState(transaction: StoredTransaction) {
  return {
    id: transaction.id,
    ...(transaction.externalId !== undefined && { external_transaction_id: transaction.externalId }),
    state: stateOf(transaction),
    time: transaction.time,
  }
}

function serviceOf({ serviceId }: StoredTransaction) {
  return { id: serviceId, name: findService(serviceId)?.name ?? serviceId }
}

function errorOf(transaction: StoredTransaction): string {
  return scenarioOf(transaction).error ?? ''
}

function metrics({ account, amount, price }: StoredTransaction, as: 'numbers' | 'price as text' | 'texts') {
  return {
    ...(account !== undefined && { account }),
    amount: as === 'texts' ? amount : filsNumber(fils(amount)),
    amount_currency: 'AED',
    price: as === 'numbers' ? filsNumber(fils(price)) : price,
    price_currency: 'AED',
    // Not in the spec: real services send unknown fields.
    channel: 'pos',
  }
}
