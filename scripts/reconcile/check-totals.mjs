import { amountOf } from './amount.mjs'
import { isCompleteState, isWithoutCode } from './check-steps.mjs'
import { groupBy } from './group-by.mjs'

/**
 * @typedef {import('./read-journal.mjs').Journal} Journal
 * @typedef {import('./read-journal.mjs').JournalSale} JournalSale
 */

/** The group of a complete sale as far as its state alone tells it. @type {Record<string, string>} */
const GROUPS = {
  refused: 'not-sold',
  succeeded: 'sold',
  failed: 'not-sold',
  cancelled: 'unknown',
  replaced: 'unknown',
  abandoned: 'not-confirmed',
}

function groupOf(/** @type {JournalSale} */ { record }) {
  const { state, conflicting, resolution, refund, confirmedAt } = record
  if (conflicting) return 'unknown'
  if (resolution) return refund?.done ? 'not-sold' : resolution.outcome
  return state === 'abandoned' && confirmedAt !== undefined ? 'not-sold' : GROUPS[state]
}

function isPaid(/** @type {JournalSale} */ { record: { state, conflicting, resolution } }) {
  if (conflicting) return false
  return resolution ? resolution.outcome === 'sold' : state === 'succeeded'
}

/** The totals of the journal equal those of its complete sales, each counted in the one day on which it was opened. @returns {string[]} */
export function checkTotals(/** @type {Journal} */ { sales, days, totals, states }) {
  const dayOf = (/** @type {JournalSale} */ { record: { openedAt } }) =>
    days.filter(({ from_at, to_at }) => from_at <= openedAt && openedAt < to_at)
  const lost = sales.filter((sale) => {
    const [day, other] = dayOf(sale)
    const { number } = sale.columns
    return !day || other || number < (day.first_number ?? Infinity) || number > (day.last_number ?? 0)
  })
  const complete = new Set(sales.filter(({ record }) => isCompleteState(record.state) && !isWithoutCode(record)))
  const keys = [...complete].flatMap((sale) =>
    // Each sale counts for its service, and once more for all services.
    [sale.record.serviceId, ''].map((service) => ({ sale, key: keyOf(sale, dayOf(sale)[0]?.from_at, service) })),
  )
  const expected = new Map(
    [...groupBy(keys, ({ key }) => key)].map(([key, those]) => [key, sumOf(those.map(({ sale }) => sale))]),
  )
  const found = new Map(
    totals.map((total) => {
      const { day, cashier_id, service_id, sale_group, is_paid, currency, count, whole, millionths } = total
      const key = [day, service_id, cashier_id, sale_group, is_paid, currency].join(', ')
      return [key, `${count} of ${BigInt(whole) * 1_000_000n + BigInt(millionths)} millionths`]
    }),
  )
  const inStates = new Map(
    [...groupBy([...complete], ({ record }) => record.state)].map(([s, those]) => [s, `${those.length}`]),
  )
  const wrong = sales.filter(
    (sale) =>
      sale.columns.is_open !== (complete.has(sale) ? 0 : 1) ||
      sale.columns.is_paid !== (isPaid(sale) ? 1 : 0) ||
      (complete.has(sale) && sale.columns.sale_group !== groupOf(sale)),
  )
  return [
    ...wrong.map(({ record }) => `sale ${record.number} is counted as something else than it is`),
    ...lost.map(({ record }) => `sale ${record.number} is in no day of the totals, or in two`),
    ...differences('the total of', expected, found),
    ...differences('the total of the state', inStates, new Map(states.map(({ state, count }) => [state, `${count}`]))),
  ]
}

/**
 * @param {JournalSale} sale
 * @param {number | undefined} day
 * @param {string} service
 */
const keyOf = (sale, day, service) =>
  [day, service, sale.record.cashier?.id, groupOf(sale), isPaid(sale) ? 1 : 0, sale.record.pays?.currency].join(', ')

export const sumOf = (/** @type {JournalSale[]} */ sales) =>
  `${sales.length} of ${sales.reduce((sum, { record }) => sum + amountOf(record.pays?.amount), 0n)} millionths`

/**
 * @param {string} of
 * @param {Map<string, string>} expected
 * @param {Map<string, string>} found
 */
export function differences(of, expected, found) {
  const keys = new Set([...expected.keys(), ...found.keys()])
  return [...keys]
    .filter((key) => expected.get(key) !== found.get(key))
    .map((key) => `${of} ${key} says ${found.get(key) ?? 'nothing'}, and the sales are ${expected.get(key) ?? 'none'}`)
}
