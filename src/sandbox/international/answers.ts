import type { BookedInternational, BookedTransaction } from '../books.ts'
import { findService } from '../catalogue.ts'
import { courseOf, FAILED, isFinal, stateOf, SUCCESS } from '../course.ts'
import { receiptFor } from '../receipt.ts'
import { json, type Reply } from '../reply.ts'
import { findCode } from '../voucher-codes.ts'
import { internationalScenarioOf } from './scenarios.ts'

/** A transaction of the international flow (spec 2.10): it has no id of the caller. */
export type InternationalTransaction = BookedTransaction & { international: BookedInternational }

export function isAbroad(transaction: BookedTransaction): transaction is InternationalTransaction {
  return transaction.international !== undefined
}

/** The answer of check (spec 4.9): the operator's id is a number here, and text later. */
export function checkedAbroad(transaction: InternationalTransaction): Reply {
  const { providerId, providerName, amountId } = transaction.international
  const isOperatorSaid = internationalScenarioOf(transaction.account).detects !== 'no operator'
  return json({
    transaction: {
      ...idStateAndService(transaction),
      ...accountAndCountry(transaction),
      ...(isOperatorSaid && { provider_id: providerId, provider_name: providerName }),
      amount_id: amountId,
      ...figures(transaction),
    },
  })
}

/** The answer of confirm and of find (spec 4.10, 4.11): reduced while nothing is at its end. */
export function answerAbroad(transaction: InternationalTransaction): Reply {
  const state = stateOf(transaction)
  const isSold = state === SUCCESS
  const { providerId, providerName } = transaction.international
  return json({
    transaction: {
      ...idStateAndService(transaction),
      error: state === FAILED ? (courseOf(transaction).error ?? '') : '',
      ...(isFinal(state) && {
        ...accountAndCountry(transaction),
        provider_id: String(providerId),
        provider_name: providerName,
        ...figures(transaction),
      }),
    },
    info: findCode(transaction) ?? [],
    receipt: isSold ? receiptFor(transaction) : {},
  })
}

function idStateAndService(transaction: InternationalTransaction) {
  const { id, serviceId, time } = transaction
  return {
    id,
    state: stateOf(transaction),
    time,
    service: { id: serviceId, name: findService(serviceId)?.name ?? serviceId },
  }
}

function accountAndCountry({ account, international: { countryId, countryName } }: InternationalTransaction) {
  return { account, country_id: countryId, country_name: countryName }
}

function figures({ amount, price, international: { currency } }: InternationalTransaction) {
  return { amount, amount_currency: currency, price, price_currency: 'AED' }
}
