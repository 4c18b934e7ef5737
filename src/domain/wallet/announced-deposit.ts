import { sorted } from '../in-order.ts'
import { isSameMoney, type Money } from '../money/money.ts'
import { dayBeside, shopDayAt, shopDayBounds, type ShopCalendar } from '../shop-calendar.ts'
import type { FundsChange, MovementKind } from './wallet.ts'

const HOUR_MS = 60 * 60_000
const DAY_MS = 24 * HOUR_MS
/** People round the time of a payment, and clocks differ. */
const EARLY_MS = HOUR_MS
const LATE_AFTER_MS = 3 * DAY_MS
const PAID_WITHIN_DAYS = 30

export const MAX_SLIP = 40
/** A shop that expects more has forgotten to withdraw some. */
export const MAX_EXPECTED = 20

/** A supervisor paid it in, and the balance does not show it yet. It never changes what is known of the balance. */
export type AnnouncedDeposit = { id: string; amount: Money; paidAt: number; announcedAt: number }

/** What a match needs to know of another transaction. */
type Arrival = {
  id: number
  at: number
  direction: FundsChange['direction']
  least: Money
  most: Money
  kind: MovementKind
  explained?: unknown
  isFromRestore?: true
}

export type DepositMatch = { depositId: string; movementId: number; isCertain: boolean }

/** Later today is allowed, because the clock of a bank may be ahead. */
export function mayBePaidAt(at: number, now: number, calendar: ShopCalendar): boolean {
  const today = shopDayAt(now, calendar)
  const { from } = shopDayBounds(dayBeside(today, -PAID_WITHIN_DAYS), calendar)
  return at >= from && at < shopDayBounds(today, calendar).to
}

export const lateAt = ({ paidAt }: Pick<AnnouncedDeposit, 'paidAt'>): number => paidAt + LATE_AFTER_MS

/**
 * Whether the transaction may be this deposit: exactly its amount came in, and no later than an hour before it was paid. While open sales leave a
 * range, no amount is exact.
 */
export const isSameDeposit = (
  { amount, paidAt }: AnnouncedDeposit,
  { direction, least, most, at }: Pick<Arrival, 'direction' | 'least' | 'most' | 'at'>,
): boolean => direction === 'in' && isSameMoney(least, most) && isSameMoney(most, amount) && at >= paidAt - EARLY_MS

/**
 * Pairs unexplained transactions with announced deposits, the oldest of each first. A pair is certain if the money arrived after the announcement
 * and nothing else explains it; otherwise a supervisor decides.
 */
export function matchDeposits(deposits: readonly AnnouncedDeposit[], arrivals: readonly Arrival[]): DepositMatch[] {
  const waiting = sorted(deposits, (a, b) => a.paidAt - b.paidAt || a.announcedAt - b.announcedAt)
  const oldestFirst = sorted(arrivals, (a, b) => a.id - b.id)
  return oldestFirst.flatMap((arrival): DepositMatch[] => {
    const index = arrival.explained ? -1 : waiting.findIndex((deposit) => isSameDeposit(deposit, arrival))
    const [deposit] = index < 0 ? [] : waiting.splice(index, 1)
    if (!deposit) return []
    const isCertain = arrival.kind === 'deposit' && !arrival.isFromRestore && arrival.at >= deposit.announcedAt
    return [{ depositId: deposit.id, movementId: arrival.id, isCertain }]
  })
}
