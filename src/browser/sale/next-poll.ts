import type { Sale, SaleKind } from '#domain/sale/sale.ts'

/** A person may have the service asked this long after the last time: the first interval of its flow (spec 8). */
const ASK_AFTER_MS: Record<SaleKind, number> = { direct: 5_000, voucher: 5_000, international: 30_000 }

export type NextPoll = {
  /** Until find leaves by itself; 0 while it is being asked, nothing where none is planned. */
  seconds: number | undefined
  /** The stretch that is counted down. */
  from: number
  to: number
  /** Whether a person may have it asked sooner (rule 8). */
  canPollNow: boolean
  /** Until they may; 0 when they may, and while it is being asked. */
  secondsToPoll: number
}

/** When the wholesaler is asked next about a sale, as the screen may tell it at `now`, the proxy's time. */
export function nextPollOf(sale: Sale, now: number): NextPoll {
  const from = sale.lastFindAt ?? sale.confirmedAt ?? sale.openedAt
  const to = sale.nextFindAt
  const secondsTo = (at: number) => Math.max(0, Math.ceil((at - now) / 1000))
  const seconds = to === undefined ? undefined : secondsTo(to)
  const pollFrom = from + ASK_AFTER_MS[sale.kind]
  const isPlanned = seconds !== undefined && seconds > 0
  return {
    seconds,
    from,
    to: to ?? now,
    canPollNow: isPlanned && now >= pollFrom,
    secondsToPoll: isPlanned ? secondsTo(pollFrom) : 0,
  }
}

/** `0:18`, `1:05`, `2:00:00`. */
export function formatCountdown(seconds: number): string {
  const two = (count: number) => String(count).padStart(2, '0')
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`
}
