import { amountOf, amountText } from './amount.mjs'
import { isExcluded } from './check-debits.mjs'
import { findLostDebits, sumOfPrices } from './restores.mjs'

/**
 * @typedef {import('./journal-content.mjs').Journal} Journal
 * @typedef {import('./journal-content.mjs').JournalSale} JournalSale
 * @typedef {import('./read-ledger.mjs').Ledger} Ledger
 */

/** States in which the wallet may have paid without the journal knowing. */
const MAY_HAVE_MOVED = new Set(['confirming', 'unknown', 'pending', 'cancelled', 'replaced'])

/**
 * Compares the wallet's balance in three ways: by its own entries, by its debits, and by what the journal calls sold (promise 8 of `docs/architecture.md`: opening + refills
 * − sold − what may have moved ≤ balance ≤ opening + refills − sold). What was debited for sales that a restore has lost counts as sold. @returns {string[]}
 */
export function checkWallet(/** @type {Journal} */ journal, /** @type {Ledger} */ ledger) {
  const { sales } = journal
  const { opening, refills, balance, debits } = ledger
  const problems = [...ledger.problems]
  const filled = opening + refills
  const lost = sumOfPrices(findLostDebits(journal, ledger))
  const paid = sumOf(debits.map(({ price }) => price))
  if (filled - paid !== balance) {
    problems.push(
      `the wallet holds ${amountText(balance)}, and ${amountText(filled)} less debits of ${amountText(paid)} are ${amountText(filled - paid)}`,
    )
  }
  // A cost that the journal never learned is taken from the ledger, because this compares the sales and not their prices.
  const priceOf = new Map(debits.map(({ externalId, price }) => [externalId, price]))
  const costOf = (/** @type {JournalSale} */ { record }) =>
    record.cost ? amountOf(record.cost.amount) : (priceOf.get(record.id) ?? 0n)
  const apart = sumOf(sales.filter(isExcluded).map(costOf))
  // A test transaction counts where the service charged it.
  const judged = sales.filter((sale) => !isExcluded(sale) && (!sale.record.isTest || priceOf.has(sale.record.id)))
  const sold = lost + sumOf(judged.filter(({ record }) => record.state === 'succeeded').map(costOf))
  const open = sumOf(judged.filter(({ record }) => MAY_HAVE_MOVED.has(record.state)).map(costOf))
  const least = filled - sold - open - apart
  if (balance < least || balance > filled - sold) {
    problems.push(
      `the wallet holds ${amountText(balance)}; by the journal it is from ${amountText(least)} to ${amountText(filled - sold)}`,
    )
  }
  return problems
}

const sumOf = (/** @type {bigint[]} */ amounts) => amounts.reduce((sum, amount) => sum + amount, 0n)
