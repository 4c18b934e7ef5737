import { compareDecimals, decimal, type Money } from '#domain/money.ts'
import type { Clock } from '../clock.ts'

/** Why the wholesaler's words stop selling: our signature is refused, the POS is not active, or it contradicted itself. */
export type StopCause = 'signature' | 'inactive' | 'contradiction'

export type ServiceHealth = {
  service: 'ok' | 'away' | 'stopped'
  /** With `stopped`. */
  why?: StopCause
  /** Since when the service is what it is, epoch ms. */
  since: number
  /** `low`: a sale was refused for want of funds or a limit, and nothing says since that the next would not be. */
  wallet: 'ok' | 'low' | 'unknown'
  /** Keys do not follow the machine's clock, which is far ahead. */
  clockAhead: boolean
}

/** What an answer, or none, says of the wholesaler. */
export type Health = {
  /** Somebody is there; nothing that he said of us could be read. */
  noteAnswer: () => void
  /** An answer that was read: `undefined`, or the code of its refusal. `isOvertaken`: a later key may have arrived before. */
  noteReadable: (code: number | undefined, isOvertaken: boolean) => void
  /** A check or a confirm was answered with a transaction. */
  noteSale: () => void
  /** A check or a confirm was refused. */
  noteRefusedSale: (code: number | 'unreadable') => void
  noteSilence: () => void
  noteBalance: (balance: Money) => void
  noteClock: (isAhead: boolean) => void
  stop: (why: StopCause) => void
  /** The cause that was shown is dealt with; another that came meanwhile still stops. */
  goOn: (why: StopCause) => void
  /** Whether nobody answers, also while selling is stopped for another reason. */
  isAway: () => boolean
  look: () => ServiceHealth
}

type HealthOptions = {
  clock: Clock
  /** Told once each time. */
  onAway: () => void
  onStop: (why: StopCause) => void
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
export function createHealth({ clock, onAway, onStop }: HealthOptions): Health {
  let silences = 0
  let authFailures = 0
  let reach: { service: 'ok' | 'away'; since: number } = { service: 'ok', since: clock.now() }
  let stops: { why: StopCause; since: number }[] = []
  let balance: Money | undefined
  let isLow = false
  let clockAhead = false

  const noteAnswer = () => {
    silences = 0
    if (reach.service === 'away') reach = { service: 'ok', since: clock.now() }
  }

  function stop(why: StopCause): void {
    if (stops.some((one) => one.why === why)) return
    stops = [...stops, { why, since: clock.now() }]
    onStop(why)
  }

  return {
    noteAnswer,
    noteReadable: (code, isOvertaken) => {
      noteAnswer()
      if (code === NOT_ACTIVE) stop('inactive')
      if (code !== AUTH_FAILED) authFailures = 0
      else if (!isOvertaken) authFailures += 1
      if (authFailures >= AUTH_FAILURES) stop('signature')
    },
    noteSale: () => {
      isLow = false
    },
    noteRefusedSale: (code) => {
      if (NO_FUNDS.includes(code)) isLow = true
    },
    noteSilence: () => {
      silences += 1
      if (silences < SILENCES || reach.service === 'away') return
      reach = { service: 'away', since: clock.now() }
      onAway()
    },
    noteBalance: (reading) => {
      if (balance && isMore(reading, balance)) isLow = false
      balance = reading
    },
    noteClock: (isAhead) => {
      clockAhead = isAhead
    },
    stop,
    goOn: (why) => {
      authFailures = 0
      const left = stops.filter((one) => one.why !== why)
      if (stops.length > 0 && left.length === 0) reach = { ...reach, since: clock.now() }
      stops = left
    },
    isAway: () => reach.service === 'away',
    look: () => ({
      ...(stops[0] ? { service: 'stopped' as const, ...stops[0] } : reach),
      wallet: isLow ? 'low' : balance ? 'ok' : 'unknown',
      clockAhead,
    }),
  }
}

const isMore = (a: Money, b: Money) =>
  a.currency === b.currency && compareDecimals(decimal(a.amount), decimal(b.amount)) > 0
