import type { StoredInternational, StoredTransaction } from '../ledger-store.ts'
import { findService } from '../catalog.ts'
import { scenarioOf, FAILED, isFinal, stateOf, SUCCESS } from '../transaction-state.ts'
import { receiptFor } from '../receipt.ts'
import { json, type Reply } from '../reply.ts'
import { findCode } from '../voucher-codes.ts'
import { internationalScenarioOf } from './scenarios.ts'

/** International transactions do not carry the caller's id (spec 2.10). */
export type InternationalTransaction = StoredTransaction & { international: StoredInternational }

export function isInternational(transaction: StoredTransaction): transaction is InternationalTransaction {
  return transaction.international !== undefined
}

/** Check (spec 4.9). The operator's id is a number here and text in later answers. */
export function internationalCheckReply(transaction: InternationalTransaction): Reply {
  const { providerId, providerName, amountId } = transaction.international
  const isOperatorSaid = internationalScenarioOf(transaction.account).detects !== 'no operator'
  return json({
    transaction: {
      ...idStateAndService(transaction),
      ...accountAndCountry(transaction),
      ...(isOperatorSaid && { provider_id: providerId, provider_name: providerName }),
      amount_id: amountId,
      ...metrics(transaction),
    },
  })
}

/** Confirm and find (spec 4.10, 4.11): reduced until the state is final. */
export function internationalReply(transaction: InternationalTransaction): Reply {
  const state = stateOf(transaction)
  const isSold = state === SUCCESS
  const { providerId, providerName } = transaction.international
  return json({
    transaction: {
      ...idStateAndService(transaction),
      error: state === FAILED ? (scenarioOf(transaction).error ?? '') : '',
      ...(isFinal(state) && {
        ...accountAndCountry(transaction),
        provider_id: String(providerId),
        provider_name: providerName,
        ...metrics(transaction),
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

function metrics({ amount, price, international: { currency } }: InternationalTransaction) {
  return { amount, amount_currency: currency, price, price_currency: 'AED' }
}
