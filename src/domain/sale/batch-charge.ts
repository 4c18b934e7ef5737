import { addDecimals, decimal, money, type Money } from '../money/money.ts'
import type { NamedRef } from '../person.ts'
import { contentOfLine, linesOf, saleOfLine, type KnownBatch } from './batch.ts'
import { isStoppedByPerson } from './steps/batch-step.ts'
import { isComplete, moneyMoved, type Sale } from './sale.ts'

/**
 * `open`: not known yet, so neither charged nor given back. `apart`: refunded on its own sale, so not in this sum. `left-out`: never approved, so never asked
 * for.
 */
export const LINE_MONEY = ['sold', 'open', 'not-sold', 'apart', 'left-out'] as const
export type LineMoney = (typeof LINE_MONEY)[number]

/** `wasApproved`: an approval named the line, so the customer was asked for its price. */
export type ChargedLine = {
  line: number
  pays: Money
  wasApproved: boolean
  sale?: Pick<Sale, 'state' | 'voucher' | 'conflicting' | 'resolution' | 'refund'> & { cashier: Pick<NamedRef, 'id'> }
}

/** `open`: lines that must not be refunded whatever their sales say, such as those whose approval got no reply. */
export function moneyOfLine(
  { line, sale, wasApproved }: Omit<ChargedLine, 'pays'>,
  open: readonly number[] = [],
): LineMoney {
  if (open.includes(line)) return 'open'
  const moved = sale ? moneyMoved(sale) : 'no'
  if (moved === 'yes') return 'sold'
  if (moved === 'unknown') return 'open'
  if (sale?.refund) return 'apart'
  return wasApproved ? 'not-sold' : 'left-out'
}

/** Those that a colleague took over and, once the batch has ended, those proven not executed but not abandoned. After a restore, all unsold lines. */
export function undecidedLines(
  lines: readonly Omit<ChargedLine, 'pays'>[],
  { cashierId, isRestored, isEnded }: { cashierId: string; isRestored: boolean; isEnded: boolean },
): number[] {
  const isUndecided = (line: Omit<ChargedLine, 'pays'>) => {
    const { sale } = line
    if (!['not-sold', 'left-out'].includes(moneyOfLine(line))) return false
    if (isRestored || !sale) return isRestored
    return (sale.cashier.id !== cashierId && !isComplete(sale)) || (isEnded && sale.state === 'not-executed')
  }
  return lines.filter(isUndecided).map(({ line }) => line)
}

export type BatchCharge = Record<LineMoney, { count: number; sum: Money }>

/** There is at least one line, and all are in one currency. */
export function chargeOf(lines: readonly ChargedLine[], open: readonly number[] = []): BatchCharge {
  const currency = lines[0]?.pays.currency ?? ''
  const of = (wanted: LineMoney) => {
    const those = lines.filter((line) => moneyOfLine(line, open) === wanted)
    const sum = those.map(({ pays }) => decimal(pays.amount)).reduce(addDecimals, { units: 0n, scale: 0 })
    return { count: those.length, sum: money(sum, currency) }
  }
  return {
    sold: of('sold'),
    open: of('open'),
    'not-sold': of('not-sold'),
    apart: of('apart'),
    'left-out': of('left-out'),
  }
}

/** As the server knows it. */
export function chargeOfBatch(known: KnownBatch): BatchCharge {
  const { batch } = known
  const approved = new Set(batch.approvals.flatMap(({ lines }) => lines))
  const lines = linesOf(batch).map((line): ChargedLine => {
    const sale = saleOfLine(known, line)
    const pays = contentOfLine(batch, line).amount
    return { line, pays, wasApproved: approved.has(line), ...(sale ? { sale } : {}) }
  })
  const isEnded = batch.state === 'complete' || isStoppedByPerson(batch.stop)
  const isRestored = batch.isRestored === true
  return chargeOf(lines, undecidedLines(lines, { cashierId: batch.cashier.id, isRestored, isEnded }))
}
