import { isCodeOf } from '../reconcile/find-practice-secrets.mjs'

/**
 * @typedef {import('../reconcile/journal-content.mjs').Journal} Journal
 * @typedef {ReturnType<typeof recordsOf>} Records
 */

/** Part of every receipt, and never stored. */
export const RECEIPT_TEXT = 'Practice receipt, no money moved.'

/** The sales of a journal as tills read them. */
export const recordsOf = (/** @type {Journal} */ { sales }) =>
  sales.map(({ columns, record }) => ({ ...record, version: columns.version }))

/**
 * What is wrong after everything has come to rest: between journal and ledger, between journal and tills, and with what is still open.
 * @param {import('../reconcile/reconcile-shop.mjs').Audit} audit
 * @param {Records} records
 * @param {import('./witness.mjs').Witness} witness
 * @returns {string[]}
 */
export function problemsOf(audit, records, witness) {
  return [
    ...audit.violations,
    ...witness.compareWith(new Map(records.map((record) => [record.id, record]))),
    ...records
      .filter(({ id, transactionId }) => !isCodeOf(transactionId ?? '', witness.codeOf(id)))
      .map(({ number }) => `sale ${number} was shown with a code the service did not give out for it`),
    ...audit.running.map((id) => `quantity ${id} runs, and no proxy does`),
    ...audit.unsettled.map((number) => `sale ${number} has no end`),
    ...audit.conflicting.map((number) => `sale ${number} is disputed, and this service never contradicts itself`),
  ]
}
