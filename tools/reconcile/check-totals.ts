import { amountOf, groupBy } from './amount.ts'
import { isCompleteState, isWithoutCode } from './check-steps.ts'
import { paymentOf, secondPartOf } from './check-payments.ts'
import { TOTALS, type Journal, type JournalSale } from './journal-content.ts'

/** The group of a complete sale by its state alone. */
const GROUPS: Record<string, string> = {
  refused: 'not-sold',
  succeeded: 'sold',
  failed: 'not-sold',
  canceled: 'unknown',
  replaced: 'unknown',
  abandoned: 'not-confirmed',
}

function groupOf({ record }: JournalSale) {
  const { state, conflicting, resolution, refund, confirmedAt } = record
  if (conflicting) return 'unknown'
  if (resolution) return refund?.done ? 'not-sold' : resolution.outcome
  return state === 'abandoned' && confirmedAt !== undefined ? 'not-sold' : GROUPS[state]
}

export function isPaid({ record: { state, conflicting, resolution } }: JournalSale) {
  if (conflicting) return false
  return resolution ? resolution.outcome === 'sold' : state === 'succeeded'
}

/** The journal's totals equal its complete sales, each counted in the one day on which it was opened. */
export function checkTotals({ sales, days, totals, states }: Journal): string[] {
  const dayOf = ({ record: { openedAt } }: JournalSale) =>
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
      [...groupBy(keys, ({ key }) => key)].map(([key, those]) => [
        key,
        sumsOf(
          table,
          those.map(({ sale }) => sale),
        ),
      ]),
    )
    const found = new Map(
      (totals[table] ?? []).map((total) => {
        const { count, whole, millionths, cost_whole, cost_millionths, split_whole = 0, split_millionths = 0 } = total
        const cost = `${BigInt(cost_whole) * 1_000_000n + BigInt(cost_millionths)} millionths of cost`
        const paid = `${BigInt(whole) * 1_000_000n + BigInt(millionths)} millionths`
        const split = splitText(table, BigInt(split_whole) * 1_000_000n + BigInt(split_millionths))
        return [columns.map((column) => total[column]).join(', '), `${count} of ${paid}, ${cost}${split}`]
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

function lossOf(sale: JournalSale) {
  const { conflicting, refund, cost, pays } = sale.record
  if (refund?.done && (conflicting || isPaid(sale))) return 'refunded'
  const isDearer = cost && cost.currency === pays?.currency && amountOf(cost.amount) > amountOf(pays.amount)
  return isPaid(sale) && isDearer ? 'below-cost' : ''
}

const QUARTER_MS = 15 * 60_000

function keyOf(sale: JournalSale, day: number | undefined): Record<string, string | number | undefined> {
  const { record } = sale
  return {
    day,
    from_at: record.openedAt - (record.openedAt % QUARTER_MS),
    service_id: record.serviceId,
    brand: record.brand,
    kind: record.kind,
    cashier_id: record.cashier?.id,
    terminal_id: (record.approval?.terminal ?? record.terminal)?.id,
    payment_method: paymentOf(record),
    sale_group: groupOf(sale),
    is_paid: isPaid(sale) ? 1 : 0,
    is_test: record.isTest ? 1 : 0,
    is_refund_due: record.refund && !record.refund.done ? 1 : 0,
    loss: lossOf(sale),
    currency: record.pays?.currency,
    cost_currency: record.cost?.currency ?? '',
  }
}

function sumsOf(table: string, sales: JournalSale[]) {
  const cost = sales.reduce((sum, { record }) => sum + amountOf(record.cost?.amount ?? '0'), 0n)
  const split = splitText(
    table,
    sales.map(secondPartOf).reduce((sum, part) => sum + part, 0n),
  )
  return `${sumOf(sales)}, ${cost} millionths of cost${split}`
}

const splitText = (table: string, second: bigint) =>
  table === 'sale_totals' ? `, ${second} millionths by a second method` : ''

const sumOf = (sales: JournalSale[]) =>
  `${sales.length} of ${sales.reduce((sum, { record }) => sum + amountOf(record.pays?.amount), 0n)} millionths`

export function differences(of: string, expected: Map<string, string>, found: Map<string, string>) {
  const keys = new Set([...expected.keys(), ...found.keys()])
  return [...keys]
    .filter((key) => expected.get(key) !== found.get(key))
    .map((key) => `${of} ${key} says ${found.get(key) ?? 'nothing'}, and the sales are ${expected.get(key) ?? 'none'}`)
}

/** The state `not-executed` is not here, because it may still be confirmed. */
const MOVED_NOTHING = new Set(['failed', 'abandoned'])

/** A confirmed sale counts until it is proven that nothing moved. */
function isCounted({ record }: JournalSale) {
  const { approval, state, conflicting, resolution } = record
  if (!approval?.countsTowardLimits) return false
  if (conflicting) return true
  return resolution ? resolution.outcome === 'sold' : !MOVED_NOTHING.has(state)
}

/** The used limits equal the sum of their sales, and no cashier allows their own sale to exceed a limit. */
export function checkLimits(journal: Journal): string[] {
  const { sales, supervisors } = journal
  return [
    ...sales.flatMap(checkUse),
    ...checkSums(journal),
    ...sales.flatMap((sale) => checkApprover(sale, supervisors)),
  ]
}

function checkUse(sale: JournalSale): string[] {
  const { record, columns } = sale
  const expected = isCounted(sale) ? (record.approval?.by?.id ?? null) : null
  const found = columns.limit_owner ?? null
  if (found !== expected)
    return [`sale ${record.number} uses the limits of ${found ?? 'nobody'} instead of ${expected ?? 'nobody'}`]
  if (expected === null) return []
  const { kind, voucher, state } = record
  // An international sale may have a code until it has succeeded without one.
  const mayHaveCode =
    kind === 'voucher' || (kind === 'international' && (voucher !== undefined || state !== 'succeeded'))
  const isSame =
    columns.currency === record.pays?.currency &&
    columns.is_voucher === Number(mayHaveCode) &&
    BigInt(columns.pays_whole) * 1_000_000n + BigInt(columns.pays_millionths) === amountOf(record.pays?.amount) &&
    columns.confirmed_at === record.confirmedAt
  return isSame ? [] : [`sale ${record.number} uses something else of the limits than it is`]
}

function checkSums({ sales, limitTotals }: Journal): string[] {
  const used = groupBy(
    sales.filter((sale) => isCounted(sale) && sale.record.confirmedAt !== undefined),
    ({ record }) => keyOfUse(intervalOf(record.confirmedAt ?? 0), record.approval?.by?.id, record.pays?.currency),
  )
  return differences(
    'the total of the limits of',
    new Map([...used].map(([key, those]) => [key, sumOf(those)])),
    new Map(
      limitTotals.map((total) => [
        keyOfUse(total.from_at, total.owner, total.currency),
        `${total.count} of ${BigInt(total.whole) * 1_000_000n + BigInt(total.millionths)} millionths`,
      ]),
    ),
  )
}

const intervalOf = (at: number) => Math.floor(at / QUARTER_MS) * QUARTER_MS

const keyOfUse = (from: number, owner: string | undefined, currency: string | undefined) =>
  `${owner} in ${currency} from ${from}`

/** A supervisor may approve their own sale. The journal does not say whether the terminal was a kiosk at that time. */
function checkApprover({ record, events }: JournalSale, supervisors: ReadonlySet<string>): string[] {
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
