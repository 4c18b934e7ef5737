import type { Sale, SaleKind } from '#domain/sale/sale.ts'

/** The wholesaler may be asked again after the first interval of the sale's flow (spec 8). */
const ASK_AFTER_MS: Record<SaleKind, number> = { direct: 5_000, voucher: 5_000, international: 30_000 }

export type NextPoll = {
  /** The time until the automatic find; 0 while it is running, `undefined` if none is planned. */
  seconds: number | undefined
  from: number
  to: number
  /** Whether a person may ask sooner (rule 8). */
  canPollNow: boolean
  /** The time until a person may ask; 0 once they may, and while the find is running. */
  secondsToPoll: number
}

/** The next find as of `now`, the server's time. */
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
