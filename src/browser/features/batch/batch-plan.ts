import { releasesLine } from '#domain/sale/duplicate.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { BatchLine } from './batch-lines.ts'

/** Why a quantity does not go on by itself. */
export type StopReason =
  'not-sold' | 'apart' | 'unknown' | 'waiting' | 'no-code' | 'not-executed' | 'ask-supervisor' | 'closed'

/** What is next with a quantity. Lines are sold one after the other: the first that is not sold decides. */
export type Plan =
  | { do: 'open'; line: number }
  | { do: 'confirm'; line: number; sale: Sale }
  | { do: 'wait'; line: number; sale: Sale }
  | { do: 'stop'; line: number; sale: Sale; why: StopReason }
  | { do: 'nothing' }

/** Nothing a cashier can do makes such a line go on: the quantity ends with it. */
export const isDeadEnd = (why: StopReason | undefined): boolean =>
  why === 'ask-supervisor' || why === 'closed' || why === 'apart'

/** So long the next line waits for the answer, or the code, of the one before. */
export const PATIENCE_MS = 30_000

type Going = {
  now: number
  /** When a person said *Go on*: waiting begins anew, and a line proven not to have been carried out is finished. */
  goOnAt?: number
}

export function planNext(lines: readonly BatchLine[], going: Going): Plan {
  const next = lines.find((line) => !isDone(line))
  if (!next) return { do: 'nothing' }
  const { line, sale } = next
  if (!sale) return { do: 'open', line }
  const why = findStop(sale, going)
  if (why !== undefined) return { do: 'stop', line, sale, why }
  return { do: sale.state === 'checked' || sale.state === 'not-executed' ? 'confirm' : 'wait', line, sale }
}

/** Sold, and its code is there; a supervisor's word is enough. */
const isDone = ({ sale }: BatchLine): boolean =>
  sale !== undefined &&
  !sale.conflicting &&
  (sale.resolution ? sale.resolution.outcome === 'sold' : sale.state === 'succeeded' && sale.voucher !== 'coming')

function findStop(sale: Sale, { now, goOnAt }: Going): StopReason | undefined {
  if (sale.conflicting) return 'ask-supervisor'
  if (sale.resolution) return 'closed'
  const isPatient = (since: number | undefined) => now - Math.max(since ?? 0, goOnAt ?? 0) < PATIENCE_MS
  switch (sale.state) {
    case 'opened':
    case 'checked':
    case 'confirming':
      return undefined
    case 'pending':
      return !sale.held && isPatient(sale.confirmedAt) ? undefined : 'waiting'
    case 'succeeded':
      return isPatient(sale.finalAt) ? undefined : 'no-code'
    case 'unknown':
      // A line without an answer is looked at before more money follows.
      return isPatient(undefined) ? undefined : 'unknown'
    case 'not-executed':
      return goOnAt !== undefined && goOnAt > Math.max(sale.lastFindAt ?? 0, sale.confirmedAt ?? 0)
        ? undefined
        : 'not-executed'
    case 'cancelled':
    case 'replaced':
      return 'ask-supervisor'
    case 'refused':
    case 'failed':
    case 'abandoned':
      return releasesLine(sale) ? 'not-sold' : 'apart'
  }
}
