import { compareDecimals, decimal, type Money } from '#domain/money.ts'
import type { Clock } from '../clock.ts'

/** Why the wholesaler's words stop selling: our signature is refused, the POS is not active, or it contradicted itself. */
export type StopCause = 'signature' | 'inactive' | 'contradiction'

export type ServiceHealth = {
  service: 'ok' | 'unreachable' | 'stopped'
  /** With `stopped`. */
  reason?: StopCause
  /** Since when the service is what it is, epoch ms. */
  since: number
  /** `low`: a sale was refused for want of funds or a limit, and nothing says since that the next would not be. */
  wallet: 'ok' | 'low' | 'unknown'
  /** Keys do not follow the machine's clock, which is far ahead. */
  isClockAhead: boolean
}

/** What an answer, or none, says of the wholesaler. */
export type Health = {
  /** Somebody is there; nothing that he said of us could be read. */
  recordAnswer: () => void
  /** An answer that was read: `undefined`, or the code of its refusal. `isOvertaken`: a later key may have arrived before. */
  recordReadable: (code: number | undefined, isOvertaken: boolean) => void
  /** A check or a confirm was answered with a transaction. */
  recordSale: () => void
  /** A check or a confirm was refused. */
  recordRefusedSale: (code: number | 'unreadable') => void
  recordNoAnswer: () => void
  recordBalance: (balance: Money) => void
  recordClock: (isAhead: boolean) => void
  stop: (reason: StopCause) => void
  /** The cause that was shown is dealt with; another that came meanwhile still stops. */
  resume: (reason: StopCause) => void
  /** Whether nobody answers, also while selling is stopped for another reason. */
  isUnreachable: () => boolean
  current: () => ServiceHealth
}

type HealthOptions = {
  clock: Clock
  /** Told once each time. */
  onUnreachable: () => void
  onStop: (reason: StopCause) => void
}

const SILENCES = 3
const AUTH_FAILURES = 3
const AUTH_FAILED = 1
/** The wholesaler's code for a point of sale that is not active. */
export const NOT_ACTIVE = 5
const NO_FUNDS: readonly (number | 'unreadable')[] = [1000, 1001]

/**
 * Away after three calls in a row without any answer, ok at the next answer. Stopped by code 5, by three codes 1 in a row with nothing
 * overtaken, or from outside, until somebody lets it go on (DESIGN, "The gate").
 */
export function createHealth({ clock, onUnreachable, onStop }: HealthOptions): Health {
  let silences = 0
  let authFailures = 0
  let reach: { service: 'ok' | 'unreachable'; since: number } = { service: 'ok', since: clock.now() }
  let stops: { reason: StopCause; since: number }[] = []
  let balance: Money | undefined
  let isLow = false
  let isClockAhead = false

  const recordAnswer = () => {
    silences = 0
    if (reach.service === 'unreachable') reach = { service: 'ok', since: clock.now() }
  }

  function stop(reason: StopCause): void {
    if (stops.some((one) => one.reason === reason)) return
    stops = [...stops, { reason, since: clock.now() }]
    onStop(reason)
  }

  return {
    recordAnswer,
    recordReadable: (code, isOvertaken) => {
      recordAnswer()
      if (code === NOT_ACTIVE) stop('inactive')
      if (code !== AUTH_FAILED) authFailures = 0
      else if (!isOvertaken) authFailures += 1
      if (authFailures >= AUTH_FAILURES) stop('signature')
    },
    recordSale: () => {
      isLow = false
    },
    recordRefusedSale: (code) => {
      if (NO_FUNDS.includes(code)) isLow = true
    },
    recordNoAnswer: () => {
      silences += 1
      if (silences < SILENCES || reach.service === 'unreachable') return
      reach = { service: 'unreachable', since: clock.now() }
      onUnreachable()
    },
    recordBalance: (reading) => {
      if (balance && isMore(reading, balance)) isLow = false
      balance = reading
    },
    recordClock: (isAhead) => {
      isClockAhead = isAhead
    },
    stop,
    resume: (reason) => {
      authFailures = 0
      const remaining = stops.filter((one) => one.reason !== reason)
      if (stops.length > 0 && remaining.length === 0) reach = { ...reach, since: clock.now() }
      stops = remaining
    },
    isUnreachable: () => reach.service === 'unreachable',
    current: () => ({
      ...(stops[0] ? { service: 'stopped' as const, ...stops[0] } : reach),
      wallet: isLow ? 'low' : balance ? 'ok' : 'unknown',
      isClockAhead,
    }),
  }
}

const isMore = (a: Money, b: Money) =>
  a.currency === b.currency && compareDecimals(decimal(a.amount), decimal(b.amount)) > 0
