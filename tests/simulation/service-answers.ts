import { showDetected, type Detected, type InternationalOffer } from './international.ts'
import type { Execution, ServiceTraits } from './service.ts'
import { CANARY, infoAfter, secretsIn, type Issue } from './voucher-issue.ts'

/** A transaction as the wholesaler stores it. Prices are in fils. */
export type Transaction = {
  id: string
  ext: string
  product: string
  account: string | undefined
  amount: number
  price: number
  checkedAt: number
  confirmed?: Execution & { at: number }
  executions: number
  issue?: Issue
  international?: { offer: InternationalOffer; detected: Detected }
  told: number
  secrets: Set<string>
}

type Means = { looseness: ServiceTraits['looseness']; epoch: number; state: unknown }

/** The answer to confirm and find (spec 4.10, 4.11). Counts the answers that say sold, and records the secrets in them. */
export function showMoved(transaction: Transaction, means: Means): Record<string, unknown> {
  const shown = { transaction: showTransaction(transaction, means, false) }
  const nothing = transaction.international ? { info: [], receipt: {} } : transaction.issue ? { info: {} } : {}
  if (means.state !== 1) return { ...shown, ...nothing }
  const { id, account, issue } = transaction
  const info = issue && infoAfter(transaction.told, id, issue)
  transaction.told += 1
  // The receipt contains the code, as the real wholesaler's receipts do.
  const lines = [`For ${account}`, `${CANARY}slip-${id}`, ...secretsIn(info)]
  const receipt = { header: 'Receipt', info: lines.join('\n'), footer: 'Thank you' }
  for (const secret of secretsIn([info, receipt])) transaction.secrets.add(secret)
  if (transaction.international) return { ...shown, receipt, info: info ?? [] }
  return { ...shown, receipt, ...(info === undefined ? {} : { info }) }
}

export function showTransaction(transaction: Transaction, means: Means, isCheck: boolean): Record<string, unknown> {
  if (transaction.international) return showInternational(transaction, transaction.international, means, isCheck)
  const { id, ext, account, amount, price, product } = transaction
  const { looseness, state } = means
  const asText = looseness === 'texts'
  return {
    id,
    external_transaction_id: ext,
    ...stateAndTime(transaction, means),
    ...(state === -1 ? {} : { service: { id: product, name: `${product} of the service` } }),
    ...(state === 2 ? { error: 'The operator declined' } : {}),
    ...(isBare(state)
      ? {}
      : {
          ...(account === undefined ? {} : { account }),
          amount: asText ? amount.toFixed(2) : amount,
          amount_currency: 'AED',
          price: asText ? (price / 100).toFixed(2) : price / 100,
          price_currency: 'AED',
        }),
  }
}

function showInternational(
  transaction: Transaction,
  { offer, detected }: NonNullable<Transaction['international']>,
  means: Means,
  isCheck: boolean,
): Record<string, unknown> {
  const { id, account, price, product } = transaction
  const { state, looseness } = means
  return {
    id,
    ...stateAndTime(transaction, means),
    service: { id: product, name: 'International' },
    ...(isCheck ? {} : { error: state === 2 ? 'The operator declined' : '' }),
    ...(isBare(state)
      ? {}
      : {
          account,
          ...showDetected(detected, isCheck),
          ...(isCheck ? { amount_id: offer.amountId } : {}),
          amount: looseness === 'texts' ? offer.gets : Number(offer.gets),
          amount_currency: offer.operator.country.currency,
          price: (price / 100).toFixed(2),
          price_currency: 'AED',
        }),
  }
}

const isBare = (state: unknown) => state === 0 || state === 6

const stateAndTime = ({ checkedAt }: Transaction, { state, looseness, epoch }: Means) => ({
  state: looseness === 'texts' && typeof state === 'number' ? String(state) : state,
  time: new Date(epoch + checkedAt).toISOString().slice(0, 19).replace('T', ' '),
})

export const refuse = (code: number | string): Record<string, unknown> => ({
  error: { code, message: `refused with ${code}`, ...(code === 1200 ? { display_error: 'Please ask your bank' } : {}) },
})
