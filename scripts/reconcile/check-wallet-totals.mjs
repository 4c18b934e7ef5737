import { amountOf } from './amount.mjs'
import { isCompleteState, isWithoutCode } from './check-steps.mjs'
import { differences, isPaid } from './check-totals.mjs'
import { groupBy } from './group-by.mjs'

/**
 * @typedef {import('./journal-content.mjs').Journal} Journal
 * @typedef {import('./journal-content.mjs').JournalSale} JournalSale
 */

/** States in which the wholesaler may have charged a sale, and those in which it did not. */
const MAY_BE_CHARGED = new Set(['confirming', 'unknown', 'pending', 'cancelled', 'replaced'])

/** Whether the cost of a sale has left the wallet. A test transaction may move money or not. */
function chargeOf(/** @type {JournalSale} */ sale) {
  const { state, conflicting, resolution, cost, isTest } = sale.record
  const isOpen = !isCompleteState(state) || isWithoutCode(sale.record)
  if (conflicting || (!resolution && MAY_BE_CHARGED.has(state))) return isOpen ? 'open' : 'unsure'
  if (!isPaid(sale)) return 'none'
  return cost && !isTest ? 'certain' : 'unsure'
}

const QUARTER_MS = 15 * 60_000

/** While the cost is not known, what the customer pays stands for it. */
const costOf = (/** @type {JournalSale} */ { record: { cost, pays } }) => amountOf((cost ?? pays)?.amount)
const currencyOf = (/** @type {JournalSale} */ { record: { cost, pays } }) => (cost ?? pays)?.currency ?? ''
const sumOf = (/** @type {JournalSale[]} */ sales) => sales.reduce((sum, sale) => sum + costOf(sale), 0n)

/** The totals by which the wallet is judged and forecast equal the sums of the sales. @returns {string[]} */
export function checkWalletTotals(/** @type {Journal} */ { sales, walletTotals: { charges, quarters, fits } }) {
  const wrong = sales.filter((sale) => sale.columns.charge !== chargeOf(sale))
  const charged = sales.filter((sale) => ['certain', 'unsure'].includes(chargeOf(sale)))
  const byCurrency = (/** @type {string} */ charge) =>
    textsOf(
      charged.filter((sale) => chargeOf(sale) === charge),
      currencyOf,
      (those) => `${sumOf(those)} millionths`,
    )
  const sold = charged.filter((sale) => isPaid(sale) && !sale.record.isTest)
  const quarterOf = (/** @type {JournalSale} */ sale) => {
    const at = sale.record.confirmedAt ?? sale.record.openedAt
    return `${at - (at % QUARTER_MS)}, ${currencyOf(sale)}`
  }
  const withFit = sales.filter(({ columns }) => columns.cost_fit !== '')
  return [
    ...wrong.map(({ record, columns }) => `sale ${record.number} is charged as ${columns.charge} to the wallet`),
    ...differences(
      'what the wallet was certainly charged in',
      byCurrency('certain'),
      found(charges, (row) => numberOf(row, 'certain')),
    ),
    ...differences(
      'what the wallet may have been charged in',
      byCurrency('unsure'),
      found(charges, (row) => numberOf(row, 'added') - numberOf(row, 'removed')),
    ),
    ...differences(
      'the cost of the quarter of an hour',
      textsOf(sold, quarterOf, (those) => `${those.length} of ${sumOf(those)} millionths`),
      new Map(
        quarters.map(({ from_at, currency, count, whole, millionths }) => [
          `${from_at}, ${currency}`,
          `${count} of ${BigInt(whole) * 1_000_000n + BigInt(millionths)} millionths`,
        ]),
      ),
    ),
    ...differences(
      'the fit of costs',
      textsOf(
        withFit,
        ({ columns: { kind, cost_fit } }) => `${kind}, ${cost_fit}`,
        (those) => `${those.length}`,
      ),
      new Map(fits.map(({ kind, fit, count }) => [`${kind}, ${fit}`, `${count}`])),
    ),
  ]
}

/**
 * @param {JournalSale[]} sales
 * @param {(sale: JournalSale) => string} keyOf
 * @param {(those: JournalSale[]) => string} textOf
 */
const textsOf = (sales, keyOf, textOf) =>
  new Map([...groupBy(sales, keyOf)].map(([key, those]) => [key, textOf(those)]))

/** @typedef {Journal['walletTotals']['charges'][number]} Charges */

/**
 * Sums by currency. One of nothing may be there or not.
 * @param {Charges[]} charges
 * @param {(row: Charges) => bigint} sumIn
 */
const found = (charges, sumIn) =>
  new Map(charges.flatMap((row) => (sumIn(row) === 0n ? [] : [[row.currency, `${sumIn(row)} millionths`]])))

const numberOf = (/** @type {Charges} */ row, /** @type {string} */ sum) =>
  BigInt(row[`${sum}_whole`] ?? '') * 1_000_000n + BigInt(row[`${sum}_millionths`] ?? '')
