/**
 * @typedef {import('./journal-content.mjs').Journal} Journal
 * @typedef {import('./read-ledger.mjs').Ledger} Ledger
 */

/**
 * The ledger with our id on everything that has one. The service has no id of ours for an international transaction; only the sale names that
 * transaction. If two sales name it, it belongs to the first one.
 * @returns {Ledger}
 */
export function nameTransactions(/** @type {Journal} */ { sales }, /** @type {Ledger} */ ledger) {
  /** @type {Map<string, string>} */
  const ours = new Map()
  for (const { record } of sales.toReversed()) {
    if (record.kind === 'international' && record.transactionId !== undefined) ours.set(record.transactionId, record.id)
  }
  /** @template {{ externalId?: string }} T @param {T} one @param {string | undefined} id @returns {T} */
  const named = (one, id) => {
    const externalId = one.externalId ?? ours.get(id ?? '')
    return externalId === undefined ? one : { ...one, externalId }
  }
  return {
    ...ledger,
    debits: ledger.debits.map((debit) => named(debit, debit.transactionId)),
    transactions: new Map([...ledger.transactions].map(([id, transaction]) => [id, named(transaction, id)])),
  }
}
