import { BACKUP_OLD_MS, isPast } from './readiness.ts'
import { decimal, money, type Money } from './money.ts'
import { dayBeside, shopDayAt, shopDayBounds, type ShopCalendar, type ShopDay } from './shop-calendar.ts'
import { isBelowLine } from './wallet.ts'

/** Conditions of which supervisors are told where they are. */
export const ALERT_KINDS = [
  'wallet-below',
  'wallet-days',
  'sale-unknown',
  'selling-stopped',
  'service-away',
  'backup-old',
  'drawer-difference',
  'day-summary',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

export const ALERT_WAYS = ['email', 'webhook', 'push'] as const
export type AlertWay = (typeof ALERT_WAYS)[number]

/** Conditions that hold for a while: one occurrence from their beginning to their end. Each of the others is one moment. */
const LASTING_KINDS = ['wallet-below', 'wallet-days', 'selling-stopped', 'service-away', 'backup-old'] as const
export type LastingKind = (typeof LASTING_KINDS)[number]

export type UnknownSale = { id: string; number: number; product: string; pays: Money; confirmedAt: number }

/** A shift that was closed with a difference above the shop's line. `zNumber` is that of its report. */
export type DrawerDifference = {
  id: string
  zNumber: number
  terminal: string
  direction: 'over' | 'short'
  difference: Money
  closedAt: number
}

/** The figures of a business day up to now. */
export type DaySummary = {
  sold: number
  notSold: number
  waiting: number
  unknown: number
  paid: readonly Money[]
  /** Amounts have no sign: with `isLoss` it was lost. */
  margin: readonly (Money & { isLoss?: true })[]
  refundsDue: readonly Money[]
  /** Of the shifts that were closed that day, where the shop counts its drawers. */
  drawers?: { closed: number; over: readonly Money[]; short: readonly Money[] }
}

type StoppedReason = 'signature' | 'inactive' | 'contradiction' | 'restored' | 'disk-full'

/** What an alert says of one occurrence. It never contains a customer's number, a code or a token. */
export type AlertFact =
  | { kind: 'wallet-below'; balance: Money; line: Money }
  | { kind: 'wallet-days'; days: number; daysLine: number }
  | ({ kind: 'sale-unknown' } & Omit<UnknownSale, 'id'>)
  | { kind: 'selling-stopped'; reason: StoppedReason; since: number }
  | { kind: 'service-away'; since: number }
  /** `hours`: the age of the newest good backup; absent if there is none. */
  | { kind: 'backup-old'; hours?: number }
  | ({ kind: 'drawer-difference' } & Omit<DrawerDifference, 'id'>)
  | ({ kind: 'day-summary'; day: ShopDay } & DaySummary)
  /** Nobody can turn this one off: it goes to everyone who got alerts before the change. */
  | { kind: 'alerts-changed'; by: string; at: number }

/** What is sent, and by which ways. The lines of the wallet and of the drawer are settings of the shop. */
export type AlertConditions = {
  ways: Record<AlertKind, readonly AlertWay[]>
  /** How long a sale is not known before it is told of. */
  unknownMinutes: number
  /** When the day's summary is sent, by the clocks of the shop: `HH:MM`. */
  summaryTime: string
}

export const UNKNOWN_MINUTES = { min: 5, max: 240, step: 5 }

/** Before a supervisor chose: everything by every way that is on, except the summary, which is a letter. */
export const DEFAULT_ALERT_CONDITIONS: AlertConditions = {
  ways: {
    'wallet-below': ALERT_WAYS,
    'wallet-days': ALERT_WAYS,
    'sale-unknown': ALERT_WAYS,
    'selling-stopped': ALERT_WAYS,
    'service-away': ALERT_WAYS,
    'backup-old': ALERT_WAYS,
    'drawer-difference': ALERT_WAYS,
    'day-summary': ['email'],
  },
  unknownMinutes: 15,
  summaryTime: '22:30',
}

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
const AWAY_AFTER_MS = 10 * MINUTE_MS
/** At most one alert of a kind in this time. What happens meanwhile is told in the next one. */
const KIND_INTERVAL_MS = 15 * MINUTE_MS

/** What is known of the lasting conditions now. */
export type AlertState = {
  now: number
  /** Absent while the wallet has never been read. */
  balance?: Money | undefined
  line?: Money | undefined
  runwayDays?: number | undefined
  daysLine?: number | undefined
  /** `unproven`: nothing has answered since the start, so an outage before it may not be over. */
  service: 'ok' | 'unproven' | 'unreachable' | 'stopped'
  stopReason?: StoppedReason | undefined
  /** When the service's condition began. */
  since: number
  /** When the newest good backup was made, if there is one, and since when there should be one. Absent while that is not known. */
  backup?: { at?: number; since: number } | undefined
}

/**
 * Whether a lasting condition holds: what to say of it, `over` when it certainly does not hold, or `undefined` when nobody can say. What nobody
 * can say neither begins an occurrence nor ends one.
 */
export function observeLasting(kind: LastingKind, state: AlertState): AlertFact | 'over' | undefined {
  const { now, balance, line, runwayDays, daysLine, service, stopReason, since, backup } = state
  switch (kind) {
    case 'wallet-below': {
      const isBelow = isBelowLine(balance, line)
      if (!isBelow || !balance) return isBelow === false ? 'over' : undefined
      return { kind, balance, line: line?.currency === balance.currency ? line : zero(balance) }
    }
    case 'wallet-days':
      if (daysLine === undefined) return 'over'
      if (runwayDays === undefined) return undefined
      return runwayDays < daysLine ? { kind, days: runwayDays, daysLine } : 'over'
    case 'selling-stopped':
      if (stopReason) return { kind, reason: stopReason, since }
      return service === 'ok' ? 'over' : undefined
    case 'service-away':
      if (service === 'ok') return 'over'
      if (service !== 'unreachable' || now - since < AWAY_AFTER_MS) return undefined
      return { kind, since }
    case 'backup-old': {
      if (!backup) return undefined
      const age = now - (backup.at ?? backup.since)
      if (!isPast(BACKUP_OLD_MS, age)) return 'over'
      return backup.at === undefined || age < 0 ? { kind } : { kind, hours: Math.floor(age / HOUR_MS) }
    }
  }
}

/** A wallet on credit is told of also where the shop has no line in its currency. */
const zero = ({ currency }: Money) => money(decimal(0), currency)

/** A moment that is told of once: `key` names it among those of its kind. */
export type AlertMoment = { key: string; at: number; fact: Extract<AlertFact, { kind: AlertKind }> }

export const momentOfSale = ({ id, ...sale }: UnknownSale, unknownMinutes: number): AlertMoment => ({
  key: id,
  at: sale.confirmedAt + unknownMinutes * MINUTE_MS,
  fact: { kind: 'sale-unknown', ...sale },
})

export const momentOfDrawer = ({ id, ...shift }: DrawerDifference): AlertMoment => ({
  key: id,
  at: shift.closedAt,
  fact: { kind: 'drawer-difference', ...shift },
})

/** The latest business day whose summary is due, and since when (epoch ms). */
export function findSummaryDue(now: number, time: string, calendar: ShopCalendar): { day: ShopDay; dueAt: number } {
  const today = shopDayAt(now, calendar)
  const dueAt = summaryAt(today, time, calendar)
  if (dueAt <= now) return { day: today, dueAt }
  const yesterday = dayBeside(today, -1)
  return { day: yesterday, dueAt: summaryAt(yesterday, time, calendar) }
}

/** When the clocks show `time` in a business day, its end included: a summary at the hour at which days begin is of the day that ended. */
function summaryAt(day: ShopDay, time: string, calendar: ShopCalendar): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const isNextCalendarDay = hour * 60 + minute <= calendar.dayStartHour * 60
  const calendarDay = isNextCalendarDay ? dayBeside(day, 1) : day
  const { from } = shopDayBounds(calendarDay, { ...calendar, dayStartHour: hour })
  // Where clocks go forward the time may be missing, and would come after the end of the day.
  return Math.min(from + minute * MINUTE_MS, shopDayBounds(day, calendar).to)
}

/** Whether another alert of a kind may be made. An impossible age of the last one counts as long ago. */
export const isAlertDue = (lastAt: number | undefined, now: number): boolean =>
  lastAt === undefined || now < lastAt || now - lastAt >= KIND_INTERVAL_MS

/** The pauses between tries (minutes); the last one repeats until a day is over. */
const PAUSES = [1, 2, 5, 10, 20, 40, 60]

/** When a delivery is tried again after its `tries`th try at `now`, or `undefined` when a day has passed since it was first due. */
export function nextTryAt(tries: number, firstAt: number, now: number): number | undefined {
  const next = now + (PAUSES[Math.min(tries, PAUSES.length) - 1] ?? 1) * MINUTE_MS
  return next - firstAt <= DAY_MS ? next : undefined
}

/**
 * Why an alert did not arrive. `no-tls`: the receiver speaks no TLS at this port, or begins it otherwise. `not-set-up`: the way was switched off, or
 * lacks what it needs. `gone`: the device takes no more messages.
 */
export const ALERT_PROBLEMS = [
  'no-reply',
  'unreachable',
  'refused',
  'redirected',
  'certificate',
  'no-tls',
  'address-forbidden',
  'sign-in',
  'unclear',
  'not-set-up',
  'gone',
] as const
export type AlertProblem = (typeof ALERT_PROBLEMS)[number]

/** The outcome of one try. `status` is that of the answer, if there was one. */
export type AlertOutcome = { ok: true } | { ok: false; problem: AlertProblem; status?: number }

/** What the journal remembers of one kind. */
export type KindMemory = {
  /** Since when at least one way is on for it. */
  activeSince?: number | undefined
  /** When its last alert was made. */
  lastAlertAt?: number | undefined
  /** A lasting occurrence has begun and is not over. */
  isOpen: boolean
  /** Something happened that no alert has told of yet. */
  hasUntold: boolean
}

/** What has to be written, all of it in one commit. */
export type AlertPlan = {
  activated: AlertKind[]
  deactivated: AlertKind[]
  /** Lasting occurrences that are over. */
  ended: LastingKind[]
  raised: { kind: AlertKind; key: string; fact: AlertFact; isLasting: boolean }[]
  /** Kinds of which one alert is made, about all that is untold. */
  alerts: AlertKind[]
}

type PlanInput = {
  now: number
  /** The kinds for which at least one way is on. */
  active: ReadonlySet<AlertKind>
  lasting: ReadonlyMap<LastingKind, AlertFact | 'over' | undefined>
  /** Moments that no occurrence has the key of. */
  moments: readonly AlertMoment[]
  memory: (kind: AlertKind) => KindMemory
}

/**
 * Decides what is raised and told. Nothing is raised of a kind that no way is on for: when one is turned on, what lasts is told, and of moments
 * only those since then, except sales that are still not known.
 */
export function planAlerts({ now, active, lasting, moments, memory }: PlanInput): AlertPlan {
  const plan: AlertPlan = { activated: [], deactivated: [], ended: [], raised: [], alerts: [] }
  for (const kind of ALERT_KINDS) {
    const { activeSince, isOpen } = memory(kind)
    if (active.has(kind) && activeSince === undefined) plan.activated.push(kind)
    if (!active.has(kind) && activeSince !== undefined) plan.deactivated.push(kind)
    if (!isLasting(kind)) continue
    const observed = lasting.get(kind)
    if (isOpen && (observed === 'over' || !active.has(kind))) plan.ended.push(kind)
    if (!isOpen && active.has(kind) && typeof observed === 'object')
      plan.raised.push({ kind, key: String(now), fact: observed, isLasting: true })
  }
  for (const { key, at, fact } of moments) {
    const { kind } = fact
    const isTooOld = kind !== 'sale-unknown' && at < (memory(kind).activeSince ?? now)
    if (active.has(kind) && at <= now && !isTooOld) plan.raised.push({ kind, key, fact, isLasting: false })
  }
  plan.alerts = ALERT_KINDS.filter((kind) => {
    const { hasUntold, lastAlertAt } = memory(kind)
    return (hasUntold || plan.raised.some((one) => one.kind === kind)) && isAlertDue(lastAlertAt, now)
  })
  return plan
}

export const isLasting = (kind: AlertKind): kind is LastingKind => (LASTING_KINDS as readonly string[]).includes(kind)
