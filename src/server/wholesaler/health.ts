import type { StopReason } from '#api/status.ts'
import { compareDecimals, decimal, isNegative, type Money } from '#domain/money/money.ts'
import type { Clock } from '../lib/clock.ts'

/** Reasons that last until a person has dealt with them: from the wholesaler's answers, or a restored journal. */
export type ServiceStopReason = Exclude<StopReason, 'disk-full'>

export type ServiceHealth = {
  service: 'ok' | 'unreachable' | 'stopped'
  /** Present with `stopped`. */
  reason?: ServiceStopReason
  /** With `unreachable`: the error that kept the last call from connecting. */
  connectError?: string
  /** Since when `service` has this value, epoch ms. */
  since: number
  /**
   * `low`: a sale was refused for missing funds or a limit, and nothing since shows otherwise; or the balance is negative. `unknown` while the balance cannot
   * be read.
   */
  wallet: 'ok' | 'low' | 'unknown'
  /** Keys don't follow the machine's clock, which is far ahead. */
  isClockAhead: boolean
  /** The median of the last answers (ms), and when the last one came. Absent before the first. */
  delay?: { ms: number; at: number }
}

/** What calls show about the wholesaler. */
export type Health = {
  /** An answer that could not be read. */
  recordAnswer: () => void
  /** A readable answer, with its error code if it has one. `isOvertaken`: a later key may have arrived first. */
  recordReadable: (code: number | undefined, isOvertaken: boolean) => void
  /** Call when a check or a confirm returned a transaction. */
  recordSale: () => void
  recordRefusedSale: (code: number | 'unreadable') => void
  /** `connectError` is the error's code if there was no connection. */
  recordNoAnswer: (connectError?: string) => void
  /** Excludes answers with long lists. */
  recordDelay: (ms: number) => void
  /** `undefined` if the balance is unreadable. */
  recordBalance: (balance: Money | undefined) => void
  recordClock: (isAhead: boolean) => void
  stop: (reason: ServiceStopReason) => void
  /** Removes a reason that a person has dealt with. Others still stop selling. */
  resume: (reason: ServiceStopReason) => void
  /** Also true while selling is stopped for another reason. */
  isUnreachable: () => boolean
  current: () => ServiceHealth
}

type HealthOptions = {
  clock: Clock
  onUnreachable: () => void
  onStop: (reason: ServiceStopReason) => void
}

const MAX_UNANSWERED = 3
const MAX_AUTH_FAILURES = 3
const AUTH_FAILED = 1
/** The wholesaler's code for an inactive point of sale. */
export const NOT_ACTIVE = 5
const DELAYS = 5
const NO_FUNDS: readonly (number | 'unreadable')[] = [1000, 1001]

/**
 * Unreachable after three consecutive calls without an answer, ok at the next answer. Selling stops after code 5, after three consecutive codes 1 for calls
 * that were not overtaken, or by `stop`, until a person resumes it (`docs/architecture.md`, "The request queue").
 */
export function createHealth({ clock, onUnreachable, onStop }: HealthOptions): Health {
  let unanswered = 0
  let authFailures = 0
  let reach: { service: 'ok' | 'unreachable'; since: number } = { service: 'ok', since: clock.now() }
  let connectError: string | undefined
  let stops: { reason: ServiceStopReason; since: number }[] = []
  let balance: Money | undefined
  let isLow = false
  let isClockAhead = false
  let delays: { ms: number; at: number }[] = []

  const recordAnswer = () => {
    unanswered = 0
    if (reach.service === 'unreachable') reach = { service: 'ok', since: clock.now() }
  }

  function stop(reason: ServiceStopReason): void {
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
      if (authFailures >= MAX_AUTH_FAILURES) stop('signature')
    },
    recordSale: () => {
      isLow = false
    },
    recordRefusedSale: (code) => {
      if (NO_FUNDS.includes(code)) isLow = true
    },
    recordNoAnswer: (error) => {
      unanswered += 1
      connectError = error
      if (unanswered < MAX_UNANSWERED || reach.service === 'unreachable') return
      reach = { service: 'unreachable', since: clock.now() }
      onUnreachable()
    },
    recordDelay: (ms) => {
      delays = [...delays, { ms, at: clock.now() }].slice(-DELAYS)
    },
    recordBalance: (reading) => {
      if (reading && balance && isMore(reading, balance)) isLow = false
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
      ...(reach.service === 'unreachable' && connectError !== undefined ? { connectError } : {}),
      wallet: isLow || (balance && isNegative(balance.amount)) ? 'low' : balance ? 'ok' : 'unknown',
      isClockAhead,
      ...findDelay(delays),
    }),
  }
}

function findDelay(delays: readonly { ms: number; at: number }[]): Pick<ServiceHealth, 'delay'> {
  const last = delays.at(-1)
  const middle = delays.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(delays.length / 2)]
  return last === undefined || middle === undefined ? {} : { delay: { ms: middle, at: last.at } }
}

const isMore = (a: Money, b: Money) =>
  a.currency === b.currency && compareDecimals(decimal(a.amount), decimal(b.amount)) > 0
