import { amountOf } from './amount.mjs'
import { isCompleteState, isWithoutCode } from './check-steps.mjs'
import { groupBy } from './group-by.mjs'
import { TOTALS } from './journal-content.mjs'

/**
 * @typedef {import('./journal-content.mjs').Journal} Journal
 * @typedef {import('./journal-content.mjs').JournalSale} JournalSale
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

export function isPaid(/** @type {JournalSale} */ { record: { state, conflicting, resolution } }) {
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
  const wrongTotals = Object.entries(TOTALS).flatMap(([table, columns]) => {
    const keys = [...complete].map((sale) => {
      const key = keyOf(sale, dayOf(sale)[0]?.from_at)
      return { sale, key: columns.map((column) => key[column]).join(', ') }
    })
    const expected = new Map(
      [...groupBy(keys, ({ key }) => key)].map(([key, those]) => [key, sumsOf(those.map(({ sale }) => sale))]),
    )
    const found = new Map(
      (totals[table] ?? []).map((total) => {
        const { count, whole, millionths, cost_whole, cost_millionths } = total
        const cost = `${BigInt(cost_whole) * 1_000_000n + BigInt(cost_millionths)} millionths of cost`
        const paid = `${BigInt(whole) * 1_000_000n + BigInt(millionths)} millionths`
        return [columns.map((column) => total[column]).join(', '), `${count} of ${paid}, ${cost}`]
      }),
    )
    return differences(`the total in ${table} of`, expected, found)
  })
  const inStates = new Map(
    [...groupBy([...complete], ({ record }) => record.state)].map(([s, those]) => [s, `${those.length}`]),
  )
  const wrong = sales.filter(
    (sale) =>
      sale.columns.is_open !== (complete.has(sale) ? 0 : 1) ||
      sale.columns.is_paid !== (isPaid(sale) ? 1 : 0) ||
      sale.columns.loss !== lossOf(sale) ||
      (complete.has(sale) && sale.columns.sale_group !== groupOf(sale)),
  )
  return [
    ...wrong.map(({ record }) => `sale ${record.number} is counted as something else than it is`),
    ...lost.map(({ record }) => `sale ${record.number} is in no day of the totals, or in two`),
    ...wrongTotals,
    ...differences('the total of the state', inStates, new Map(states.map(({ state, count }) => [state, `${count}`]))),
  ]
}

/** How the shop lost money by it. */
function lossOf(/** @type {JournalSale} */ sale) {
  const { conflicting, refund, cost, pays } = sale.record
  if (refund?.done && (conflicting || isPaid(sale))) return 'refunded'
  const isDearer = cost && cost.currency === pays?.currency && amountOf(cost.amount) > amountOf(pays.amount)
  return isPaid(sale) && isDearer ? 'below-cost' : ''
}

const QUARTER_MS = 15 * 60_000

/** Each column that a key of totals may have. @returns {Record<string, string | number | undefined>} */
function keyOf(/** @type {JournalSale} */ sale, /** @type {number | undefined} */ day) {
  const { record } = sale
  return {
    day,
    from_at: record.openedAt - (record.openedAt % QUARTER_MS),
    service_id: record.serviceId,
    brand: record.brand,
    kind: record.kind,
    cashier_id: record.cashier?.id,
    terminal_id: (record.approval?.terminal ?? record.terminal)?.id,
    paid_by: record.paidBy ?? '',
    sale_group: groupOf(sale),
    is_paid: isPaid(sale) ? 1 : 0,
    is_test: record.isTest ? 1 : 0,
    is_refund_due: record.refund && !record.refund.done ? 1 : 0,
    loss: lossOf(sale),
    currency: record.pays?.currency,
    cost_currency: record.cost?.currency ?? '',
  }
}

const sumsOf = (/** @type {JournalSale[]} */ sales) =>
  `${sumOf(sales)}, ${sales.reduce((sum, { record }) => sum + amountOf(record.cost?.amount ?? '0'), 0n)} millionths of cost`

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
