import { amountOf, amountText } from './amount.ts'
import type { Journal } from './journal-content.ts'
import type { Ledger, Debit } from './read-ledger.ts'

/** Whether a time is between a backup and its restore: no journal has what happened then. */
export const isErased = ({ recoveries }: Journal, at: number | undefined) =>
  at !== undefined && recoveries.some(({ backup_at, found_at }) => at > Number(backup_at ?? 0) && at < Number(found_at))

/** Debits between a backup and its restore that belong to no sale. */
export function findLostDebits(journal: Journal, { debits, transactions }: Ledger): Debit[] {
  const known = new Set(journal.sales.map(({ record }) => record.id))
  return debits.filter(
    ({ externalId, transactionId }) =>
      (externalId === undefined || !known.has(externalId)) &&
      isErased(journal, transactions.get(transactionId)?.executedAt),
  )
}

export const sumOfPrices = (debits: readonly Debit[]) => debits.reduce((sum, { price }) => sum + price, 0n)

/**
 * Sales and Z reports are numbered without gaps, except for those that a supervisor confirmed after a restore; and the journal's missing amount
 * equals the debits of the lost sales.
 */
export function checkRestores(journal: Journal, ledger: Ledger): string[] {
  const { recoveries, sales, reports } = journal
  const firstOf = (column: string) => recoveries.map((row) => Number(row[column] ?? 0)).filter((number) => number > 0)
  return [
    ...findGaps(
      'sale',
      sales.map(({ record }) => record.number),
      firstOf('first_sale_number'),
    ),
    ...findGaps('Z report', reports, firstOf('first_z_number')),
    ...checkMissing(journal, ledger),
  ]
}

function findGaps(what: string, numbers: number[], confirmed: number[]): string[] {
  return numbers.flatMap((number, index) => {
    const before = numbers[index - 1] ?? 0
    return number === before + 1 || (confirmed.includes(number) && number > before)
      ? []
      : [`${what} ${number} follows ${before}, and nobody confirmed that gap`]
  })
}

/** Compared only if it is certain: no open sale leaves a range, and nothing was deposited into the wallet. */
function checkMissing(journal: Journal, ledger: Ledger): string[] {
  const { movements } = journal
  const isCertain =
    movements.length > 0 && movements.every(({ least, most }) => least === most) && ledger.refills === 0n
  if (!isCertain) return []
  const said = movements.reduce(
    (sum, { direction, most }) => sum + (direction === 'out' ? 1n : -1n) * amountOf(String(most)),
    0n,
  )
  const lost = sumOfPrices(findLostDebits(journal, ledger))
  return said === lost
    ? []
    : [`the journal misses ${amountText(said)} since a restore, and ${amountText(lost)} were debited for what it lost`]
}
