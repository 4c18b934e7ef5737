import { amountOf } from './amount.mjs'
import { differences, sumOf } from './check-totals.mjs'
import { groupBy } from './group-by.mjs'

/**
 * @typedef {import('./journal-content.mjs').Journal} Journal
 * @typedef {import('./journal-content.mjs').JournalSale} JournalSale
 */

/** Nothing moved, as far as is known. A sale that is not executed is missing here, because it may still be confirmed. */
const MOVED_NOTHING = new Set(['failed', 'abandoned'])

/** A sale that somebody confirmed counts until it is proven that nothing moved. */
function isCounted(/** @type {JournalSale} */ { record }) {
  const { approval, state, conflicting, resolution } = record
  if (!approval?.countsTowardLimits) return false
  if (conflicting) return true
  return resolution ? resolution.outcome === 'sold' : !MOVED_NOTHING.has(state)
}

/** The limits used equal the sum of their sales, and no cashier permits their own sale to exceed a limit. @returns {string[]} */
export function checkLimits(/** @type {Journal} */ journal) {
  const { sales, supervisors } = journal
  return [
    ...sales.flatMap(checkUse),
    ...checkSums(journal),
    ...sales.flatMap((sale) => checkApprover(sale, supervisors)),
  ]
}

/** @returns {string[]} */
function checkUse(/** @type {JournalSale} */ sale) {
  const { record, columns } = sale
  const expected = isCounted(sale) ? (record.approval?.by?.id ?? null) : null
  const found = columns.limit_owner ?? null
  if (found !== expected)
    return [`sale ${record.number} uses the limits of ${found ?? 'nobody'} instead of ${expected ?? 'nobody'}`]
  if (expected === null) return []
  const { kind, voucher, state } = record
  // An international sale may bring a code until it has succeeded without one.
  const mayHaveCode =
    kind === 'voucher' || (kind === 'international' && (voucher !== undefined || state !== 'succeeded'))
  const isSame =
    columns.currency === record.pays?.currency &&
    columns.is_voucher === Number(mayHaveCode) &&
    BigInt(columns.pays_whole) * 1_000_000n + BigInt(columns.pays_millionths) === amountOf(record.pays?.amount) &&
    columns.confirmed_at === record.confirmedAt
  return isSame ? [] : [`sale ${record.number} uses something else of the limits than it is`]
}

/** @returns {string[]} */
function checkSums(/** @type {Journal} */ { sales, limitTotals }) {
  const used = groupBy(
    sales.filter((sale) => isCounted(sale) && sale.record.confirmedAt !== undefined),
    ({ record }) => keyOf(quarterOf(record.confirmedAt ?? 0), record.approval?.by?.id, record.pays?.currency),
  )
  return differences(
    'the total of the limits of',
    new Map([...used].map(([key, those]) => [key, sumOf(those)])),
    new Map(
      limitTotals.map((total) => [
        keyOf(total.from_at, total.owner, total.currency),
        `${total.count} of ${BigInt(total.whole) * 1_000_000n + BigInt(total.millionths)} millionths`,
      ]),
    ),
  )
}

const QUARTER_MS = 15 * 60_000
const quarterOf = (/** @type {number} */ at) => Math.floor(at / QUARTER_MS) * QUARTER_MS

/**
 * @param {number} from
 * @param {string | undefined} owner
 * @param {string | undefined} currency
 */
const keyOf = (from, owner, currency) => `${owner} in ${currency} from ${from}`

/** A supervisor may approve their own sale. The journal does not say whether the terminal was a kiosk at that time. @returns {string[]} */
function checkApprover(/** @type {JournalSale} */ { record, events }, /** @type {ReadonlySet<string>} */ supervisors) {
  const { number, approval } = record
  const approver = approval?.approver
  if (!approver) return []
  const isSeller = approver.id === approval?.by?.id
  if (isSeller && !supervisors.has(approver.id)) return [`sale ${number} was let go by who sold it`]
  const told = events
    .filter(({ kind }) => kind === 'limit-overridden')
    .flatMap(({ reason }) => reason?.split(', ') ?? [])
  if (told.length === 0) return [`sale ${number} was let go by ${approver.name}, and no event says so`]
  const overridden = (approval.overridden ?? []).map(({ of, kind }) => `${of} ${kind}`)
  const untold = overridden.filter((limit) => !told.includes(limit))
  if (overridden.length === 0) return [`sale ${number} was let go by ${approver.name} beyond no limit`]
  return untold.map((limit) => `sale ${number} was let go beyond ${limit}, and no event says so`)
}
