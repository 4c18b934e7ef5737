import { lateAt } from './wallet/announced-deposit.ts'
import { BACKUP_OLD_MS, isPast } from './readiness.ts'
import { decimal, money, type Money } from './money/money.ts'
import { dayBeside, shopDayAt, shopDayBounds, type ShopCalendar, type ShopDay } from './shop-calendar.ts'
import { isBelowLine } from './wallet/wallet.ts'

export const ALERT_KINDS = [
  'wallet-below',
  'wallet-days',
  'deposit-late',
  'sale-unknown',
  'selling-stopped',
  'service-away',
  'backup-old',
  'drawer-difference',
  'day-summary',
] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

export const ALERT_WAYS = ['email', 'webhook', 'push'] as const
export type AlertChannel = (typeof ALERT_WAYS)[number]

/** Conditions with a beginning and an end; the other kinds are single moments. */
const LASTING_KINDS = ['wallet-below', 'wallet-days', 'selling-stopped', 'service-away', 'backup-old'] as const
export type LastingKind = (typeof LASTING_KINDS)[number]

/** As Standard Webhooks has it: 24 to 64 bytes in base64. */
export const WEBHOOK_SECRET =
  /^whsec_(?:[A-Za-z0-9+/]{4}){8,20}(?:[A-Za-z0-9+/]{4}(?:[A-Za-z0-9+/]{2}==)?|[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/

export type UnknownSale = { id: string; number: number; product: string; pays: Money; confirmedAt: number }

/** A shift closed with a variance above the shop's limit. `zNumber` numbers its Z report. */
export type DrawerDifference = {
  id: string
  zNumber: number
  terminal: string
  direction: 'over' | 'short'
  difference: Money
  closedAt: number
}

/** An announced deposit that has not arrived after three days. */
export type LateDeposit = { id: string; amount: Money; slip?: string; paidAt: number }

export type DaySummary = {
  sold: number
  notSold: number
  waiting: number
  unknown: number
  paid: readonly Money[]
  /** `Money` is unsigned: `isLoss` marks a negative margin. */
  margin: readonly (Money & { isLoss?: true })[]
  refundsDue: readonly Money[]
  /** Present if the shop counts its drawers. */
  drawers?: { closed: number; over: readonly Money[]; short: readonly Money[] }
}

type StoppedReason = 'signature' | 'inactive' | 'contradiction' | 'restored' | 'disk-full'

/** Never contains a customer's number, a code or a token. */
export type AlertFact =
  | { kind: 'wallet-below'; balance: Money; line: Money }
  | { kind: 'wallet-days'; days: number; lowBalanceDays: number }
  | ({ kind: 'deposit-late' } & Omit<LateDeposit, 'id'>)
  | ({ kind: 'sale-unknown' } & Omit<UnknownSale, 'id'>)
  | { kind: 'selling-stopped'; reason: StoppedReason; since: number }
  | { kind: 'service-away'; since: number }
  /** The age of the newest good backup, absent if there is none. */
  | { kind: 'backup-old'; hours?: number }
  | ({ kind: 'drawer-difference' } & Omit<DrawerDifference, 'id'>)
  | ({ kind: 'day-summary'; day: ShopDay } & DaySummary)
  /** Cannot be turned off: it goes to everyone who got alerts before the change. */
  | { kind: 'alerts-changed'; by: string; at: number }

/** The low-balance amount and the variance limit are settings of the shop. */
export type AlertConditions = {
  channels: Record<AlertKind, readonly AlertChannel[]>
  unknownMinutes: number
  /** The shop's local time, `HH:MM`. */
  summaryTime: string
}

export const UNKNOWN_MINUTES = { min: 5, max: 240, step: 5 }

/** Used until a supervisor chooses: every channel that is on, except that the summary is sent only by email. */
export const DEFAULT_ALERT_CONDITIONS: AlertConditions = {
  channels: {
    'wallet-below': ALERT_WAYS,
    'wallet-days': ALERT_WAYS,
    'deposit-late': ALERT_WAYS,
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
/** The minimum time between two alerts of a kind. Events in between are reported in the next alert. */
const KIND_INTERVAL_MS = 15 * MINUTE_MS

export type AlertState = {
  now: number
  /** Absent until the wallet has been read once. */
  balance?: Money | undefined
  line?: Money | undefined
  runwayDays?: number | undefined
  lowBalanceDays?: number | undefined
  /** `unproven`: no reply since the start, so an outage that began earlier may still be going on. */
  service: 'ok' | 'unproven' | 'unreachable' | 'stopped'
  stopReason?: StoppedReason | undefined
  /** Since when `service` has had this value (epoch ms). */
  since: number
  /** `at`: the newest good backup. `since`: when the first one was due. Absent while unknown. */
  backup?: { at?: number; since: number } | undefined
}

/** `over` if the condition certainly does not hold, and `undefined` if that is unknown, which neither begins nor ends an occurrence. */
export function observeLasting(kind: LastingKind, state: AlertState): AlertFact | 'over' | undefined {
  const { now, balance, line, runwayDays, lowBalanceDays, service, stopReason, since, backup } = state
  switch (kind) {
    case 'wallet-below': {
      const isBelow = isBelowLine(balance, line)
      if (!isBelow || !balance) return isBelow === false ? 'over' : undefined
      return { kind, balance, line: line?.currency === balance.currency ? line : zero(balance) }
    }
    case 'wallet-days':
      if (lowBalanceDays === undefined) return 'over'
      if (runwayDays === undefined) return undefined
      return runwayDays < lowBalanceDays ? { kind, days: runwayDays, lowBalanceDays } : 'over'
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

/** A negative balance raises an alert even without a low-balance amount in its currency. */
const zero = ({ currency }: Money) => money(decimal(0), currency)

/** `key` is unique within its kind and prevents a second alert. */
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

export const momentOfDeposit = ({ id, ...deposit }: LateDeposit): AlertMoment => ({
  key: id,
  at: lateAt(deposit),
  fact: { kind: 'deposit-late', ...deposit },
})

/** Also returns since when the summary has been due (epoch ms). */
export function findSummaryDue(now: number, time: string, calendar: ShopCalendar): { day: ShopDay; dueAt: number } {
  const today = shopDayAt(now, calendar)
  const dueAt = summaryAt(today, time, calendar)
  if (dueAt <= now) return { day: today, dueAt }
  const yesterday = dayBeside(today, -1)
  return { day: yesterday, dueAt: summaryAt(yesterday, time, calendar) }
}

/** A time equal to the start of the day belongs to the day that ends then. */
function summaryAt(day: ShopDay, time: string, calendar: ShopCalendar): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  const isNextCalendarDay = hour * 60 + minute <= calendar.dayStartHour * 60
  const calendarDay = isNextCalendarDay ? dayBeside(day, 1) : day
  const { from } = shopDayBounds(calendarDay, { ...calendar, dayStartHour: hour })
  // A time that a daylight-saving change skips would come after the end of the day.
  return Math.min(from + minute * MINUTE_MS, shopDayBounds(day, calendar).to)
}

/** A last alert in the future, because the clock was changed, counts as long ago. */
export const isAlertDue = (lastAt: number | undefined, now: number): boolean =>
  lastAt === undefined || now < lastAt || now - lastAt >= KIND_INTERVAL_MS

/** In minutes. The last one is repeated for up to a day. */
const PAUSES = [1, 2, 5, 10, 20, 40, 60]

/** `undefined` once the next attempt would be more than a day after `firstAt`. */
export function nextTryAt(tries: number, firstAt: number, now: number): number | undefined {
  const next = now + (PAUSES[Math.min(tries, PAUSES.length) - 1] ?? 1) * MINUTE_MS
  return next - firstAt <= DAY_MS ? next : undefined
}

/**
 * `no-tls`: the receiver does not start TLS on this port. `not-set-up`: the channel is off or not fully configured. `gone`: the device no longer
 * accepts messages.
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

export type AlertOutcome = { ok: true } | { ok: false; problem: AlertProblem; status?: number }

export type KindMemory = {
  /** Since when at least one channel is on. */
  activeSince?: number | undefined
  lastAlertAt?: number | undefined
  isOpen: boolean
  hasUnsent: boolean
}

/** All changes are stored in one commit. */
export type AlertPlan = {
  activated: AlertKind[]
  deactivated: AlertKind[]
  ended: LastingKind[]
  raised: { kind: AlertKind; key: string; fact: AlertFact; isLasting: boolean }[]
  /** One alert covers all unreported events of a kind. */
  alerts: AlertKind[]
}

type PlanInput = {
  now: number
  active: ReadonlySet<AlertKind>
  lasting: ReadonlyMap<LastingKind, AlertFact | 'over' | undefined>
  /** Moments whose key is not stored yet. */
  moments: readonly AlertMoment[]
  memory: (kind: AlertKind) => KindMemory
}

/**
 * Kinds without a channel raise nothing. When one is turned on, lasting conditions are reported, but of moments only later ones, except sales whose result is
 * still unknown.
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
    const { hasUnsent, lastAlertAt } = memory(kind)
    return (hasUnsent || plan.raised.some((one) => one.kind === kind)) && isAlertDue(lastAlertAt, now)
  })
  return plan
}

export const isLasting = (kind: AlertKind): kind is LastingKind => (LASTING_KINDS as readonly string[]).includes(kind)
