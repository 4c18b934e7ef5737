import { isCodeOf } from '../reconcile/find-secrets.mjs'
import { NAMED, NAMED_INTERNATIONAL, ODD_SERVICE } from './till.mjs'

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

/** @typedef {import('../reconcile/journal-content.mjs').JournalSale} JournalSale */

/** What sends a confirm, and what says how it ended. */
const SENDS = new Set(['approved', 'confirm-repeated'])
const ENDS = new Set(['confirm-lost', 'confirm-refused', 'pending', 'final', 'not-executed', 'abandoned'])

/** The numbers of the sales that were unknown for a while because a proxy stopped. */
export const findUnknownByRestart = (/** @type {JournalSale[]} */ sales) =>
  sales
    .filter((sale) => wasConfirmingAtRestart(sale) || wasLostWithoutReason(sale))
    .map(({ columns: { number } }) => number)

function wasConfirmingAtRestart(/** @type {JournalSale} */ { events }) {
  let isConfirming = false
  for (const { kind } of events) {
    if (SENDS.has(kind)) isConfirming = true
    else if (ENDS.has(kind)) isConfirming = false
    else if (kind === 'restarted' && isConfirming) return true
  }
  return false
}

/** The sandbox loses answers only where the number or the service is for that. */
function wasLostWithoutReason(/** @type {JournalSale} */ { record: { account = '', serviceId }, events }) {
  const isOdd = NAMED.includes(account) || NAMED_INTERNATIONAL.includes(account) || serviceId.startsWith(ODD_SERVICE)
  return !isOdd && events.some(({ kind }) => kind === 'confirm-lost')
}
