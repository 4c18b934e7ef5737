import { NAMED_INTERNATIONAL } from './choose-international.mjs'
import { NAMED, ODD_SERVICE } from './till.mjs'

/** @typedef {import('../reconcile/journal-content.mjs').JournalSale} JournalSale */

/** What sends a confirm, and what says how it ended. */
const SENDS = new Set(['approved', 'confirm-repeated'])
const ENDS = new Set(['confirm-lost', 'confirm-refused', 'pending', 'final', 'not-executed', 'abandoned'])

/** The numbers of the sales of which nobody knew for a while what became of them, because a proxy ended. */
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
