import { findAmountProblem, nearestAmounts, type AmountProblem, type AmountRule } from '#domain/amount-rule.ts'
import { atCommonScale, decimal, findDecimal, formatDecimal, type Decimal } from '#domain/money.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { MessageId } from '../../i18n/locale.ts'

/** What the amount typed so far amounts to. */
export type AmountEntry =
  | { status: 'empty' }
  /** Not legal yet, but more digits can make it so: nothing is said. */
  | { status: 'partial' }
  | { status: 'legal'; amount: Decimal }
  | { status: 'wrong'; problem: AmountProblem; fixes: Decimal[] }
  | { status: 'unreadable' }

/** Judges what was typed, and never while a longer amount could still be legal. */
export function readAmountEntry(text: string, rule: AmountRule): AmountEntry {
  if (text === '') return { status: 'empty' }
  const amount = findDecimal(text.replace(/\.$/, ''))
  if (!amount) return { status: 'unreadable' }
  const problem = findAmountProblem(amount, rule)
  if (!problem) return { status: 'legal', amount }
  if (canBecomeLegal(text, amount, rule)) return { status: 'partial' }
  return { status: 'wrong', problem, fixes: nearestAmounts(amount, rule) }
}

/** True when the amounts move in parts of the currency's unit, so that a point has to be typed. */
export function needsPoint(rule: AmountRule): boolean {
  const [step, one] = atCommonScale(rule.step, { units: 1n, scale: 0 })
  return step !== 0n && step % one !== 0n
}

function canBecomeLegal(text: string, amount: Decimal, rule: AmountRule): boolean {
  const [value, min, max, step, one] = atCommonScale(amount, rule.min, rule.max, rule.step, { units: 1n, scale: 0 })
  const hasLegal = (from: bigint, to: bigint) => {
    const low = from > min ? from : min
    const high = to < max ? to : max
    if (step === 0n) return low <= high
    return ((low + step - 1n) / step) * step <= high
  }

  if (text.includes('.')) {
    // Digits that follow only fill the places behind those already typed.
    const places = text.length - text.indexOf('.') - 1
    const room = one / 10n ** BigInt(places)
    return room > 1n && hasLegal(value, value + room - 1n)
  }
  if (value === 0n) return true
  if (hasLegal(value, value + one - 1n)) return true
  for (let from = value * 10n, room = one * 10n; from <= max; from *= 10n, room *= 10n) {
    if (hasLegal(from, from + room - 1n)) return true
  }
  return false
}

/** Why the amount keeps a ticket from its review. */
export function findAmountBlockReason({ status }: AmountEntry): { field: 'amount'; message: MessageId } | undefined {
  switch (status) {
    case 'legal':
      return undefined
    case 'empty':
      return { field: 'amount', message: 'ticket.enterAmount' }
    case 'partial':
      return { field: 'amount', message: 'ticket.finishAmount' }
    case 'wrong':
    case 'unreadable':
      return { field: 'amount', message: 'ticket.fixAmount' }
  }
}

/** The amount of a service that was sold most often in `sales`; of two, the one sold last. */
export function findMostSold(sales: readonly Sale[], serviceId: string): Decimal | undefined {
  const counts = new Map<string, number>()
  for (const sale of sales) {
    if (sale.serviceId !== serviceId || sale.state !== 'succeeded') continue
    const amount = formatDecimal(decimal(sale.amount.amount))
    counts.set(amount, (counts.get(amount) ?? 0) + 1)
  }
  // Sales come newest first, and sorting keeps that order among equals.
  const most = [...counts].toSorted(([, a], [, b]) => b - a)[0]
  return most && decimal(most[0])
}
