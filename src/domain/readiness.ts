/** `look`: selling works, but a person should look at the part. `bad`: something cannot be sold. */
export type ReadyState = 'good' | 'look' | 'bad' | 'unknown'

/** The server's parts of the System check. */
export const READY_REASONS = {
  service: {
    fine: 'good',
    slow: 'look',
    waiting: 'unknown',
    unreachable: 'bad',
    unreached: 'bad',
    'no-address': 'bad',
    refused: 'bad',
    untrusted: 'bad',
    'wrong-name': 'bad',
    expired: 'bad',
    inactive: 'bad',
    contradiction: 'bad',
    restored: 'bad',
  },
  wallet: { fine: 'good', low: 'bad', 'below-line': 'look', 'below-days': 'look', stale: 'look', unknown: 'unknown' },
  keys: { fine: 'good', ahead: 'look', overtaken: 'look', serial: 'look', signature: 'bad', unknown: 'unknown' },
  clock: { fine: 'good', ahead: 'look', off: 'look', moved: 'look', unknown: 'unknown' },
  disk: { fine: 'good', low: 'look', full: 'bad', unreadable: 'bad' },
  journal: { fine: 'good', checking: 'unknown', unreadable: 'look', damaged: 'bad' },
  backup: { fine: 'good', checking: 'unknown', none: 'look', old: 'look', failed: 'look' },
  packages: { fine: 'good', advisories: 'look', 'old-list': 'look', unknown: 'unknown' },
} as const satisfies Record<string, Record<string, ReadyState>>

export type ReadyPart = keyof typeof READY_REASONS
export type ReadyReason<P extends ReadyPart> = keyof (typeof READY_REASONS)[P] & string

const SECOND = 1_000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const MB = 1_000_000

/** In ms. Customers notice a higher median. */
const SLOW_MS = 3 * SECOND
/** In ms. An older balance says little about the current one. */
const STALE_BALANCE_MS = 30 * MINUTE
/** In ms. If keys are further ahead of the clock, another program with the same account would be rejected. */
const KEY_LEAD_MS = MINUTE
const OVERTAKEN_RECENTLY_MS = HOUR
/** In ms. A `Date` header has whole seconds and arrives with a delay. */
const CLOCK_OFF_MS = MINUTE
const DISK_LOW_BYTES = 1_000 * MB
/** In ms. Backups are made once each business day. */
export const BACKUP_OLD_MS = 36 * HOUR
/** In ms. An older list of advisories says little about today (`tools/packages.ts`). */
const LIST_OLD_MS = 90 * DAY

/** Node's error codes for name resolution, connect and TLS. */
const CONNECT_PROBLEMS = {
  'no-address': /^(ENOTFOUND|EAI_)/,
  refused: /^ECONNREFUSED$/,
  'wrong-name': /ALTNAME_INVALID$|^HOSTNAME_MISMATCH$/,
  expired: /^CERT_(HAS_EXPIRED|NOT_YET_VALID)$/,
  untrusted: /CERT|^UNABLE_TO_/,
} satisfies Partial<Record<ReadyReason<'service'>, RegExp>>

const CONNECT_REASONS = Object.keys(CONNECT_PROBLEMS) as (keyof typeof CONNECT_PROBLEMS)[]

const findConnectProblem = (error = '') => CONNECT_REASONS.find((reason) => CONNECT_PROBLEMS[reason].test(error))

export const isNoConnection = (reason: ReadyReason<'service'>): boolean =>
  reason === 'unreached' || CONNECT_REASONS.some((each) => each === reason)

export type ServiceFacts = {
  service: 'ok' | 'unreachable' | 'stopped'
  reason?: string
  connectError?: string
  /** The service has accepted a request since the start. */
  isFenced: boolean
  /** The median of the last replies. */
  delayMs?: number | undefined
}

export function checkService({
  service,
  reason,
  connectError,
  isFenced,
  delayMs,
}: ServiceFacts): ReadyReason<'service'> {
  if (service === 'stopped' && (reason === 'inactive' || reason === 'contradiction' || reason === 'restored'))
    return reason
  // As long as no request was accepted, the URL may also be wrong.
  if (service === 'unreachable') return findConnectProblem(connectError) ?? (isFenced ? 'unreachable' : 'unreached')
  // The service also replies to requests it rejects; `checkKeys` reports those.
  if (!isFenced && reason !== 'signature') return 'waiting'
  return delayMs !== undefined && delayMs > SLOW_MS ? 'slow' : 'fine'
}

export type WalletFacts = {
  /** Derived from rejected sales. */
  wallet: 'ok' | 'low' | 'unknown'
  ageMs?: number | undefined
  below?: 'line' | 'days' | undefined
}

export function checkWallet({ wallet, ageMs, below }: WalletFacts): ReadyReason<'wallet'> {
  if (wallet === 'low') return 'low'
  if (below) return below === 'line' ? 'below-line' : 'below-days'
  if (ageMs === undefined || wallet === 'unknown') return 'unknown'
  return isPast(STALE_BALANCE_MS, ageMs) ? 'stale' : 'fine'
}

export type KeyFacts = {
  isRefused: boolean
  isFenced: boolean
  isSerial: boolean
  /** The time since a confirm was last rejected because of a later key. */
  overtakenAgoMs?: number | undefined
  /** How far the last key is ahead of the machine's clock. */
  leadMs?: number | undefined
}

export function checkKeys({
  isRefused,
  isFenced,
  isSerial,
  overtakenAgoMs,
  leadMs = 0,
}: KeyFacts): ReadyReason<'keys'> {
  if (isRefused) return 'signature'
  if (!isFenced) return 'unknown'
  if (isSerial) return 'serial'
  if (overtakenAgoMs !== undefined && !isPast(OVERTAKEN_RECENTLY_MS, overtakenAgoMs)) return 'overtaken'
  return leadMs > KEY_LEAD_MS ? 'ahead' : 'fine'
}

export type ClockFacts = {
  /** The machine's clock is so far ahead that keys do not follow it. */
  isAhead: boolean
  /** How far the clock has moved since the start; journal times still follow the old clock. */
  movedMs: number
  /** The service's clock minus the machine's; absent until the service has sent its time. */
  serviceOffsetMs?: number | undefined
}

export function checkClock({ isAhead, movedMs, serviceOffsetMs }: ClockFacts): ReadyReason<'clock'> {
  if (isAhead) return 'ahead'
  if (serviceOffsetMs !== undefined && Math.abs(serviceOffsetMs) > CLOCK_OFF_MS) return 'off'
  if (Math.abs(movedMs) > CLOCK_OFF_MS) return 'moved'
  return serviceOffsetMs === undefined ? 'unknown' : 'fine'
}

export type DiskFacts = { isFull: boolean; freeBytes?: number | undefined }

export function checkDisk({ isFull, freeBytes }: DiskFacts): ReadyReason<'disk'> {
  if (freeBytes === undefined) return 'unreadable'
  if (isFull) return 'full'
  return freeBytes < DISK_LOW_BYTES ? 'low' : 'fine'
}

export type JournalFacts = {
  /** Absent while the audit log is being read. */
  isLogIntact?: boolean | undefined
  hasUnreadable: boolean
}

export function checkJournal({ isLogIntact, hasUnreadable }: JournalFacts): ReadyReason<'journal'> {
  if (isLogIntact === false) return 'damaged'
  if (hasUnreadable) return 'unreadable'
  return isLogIntact ? 'fine' : 'checking'
}

export type BackupFacts = {
  /** False while the backup folder cannot be read, for example on a network that does not respond. */
  isKnown: boolean
  /** The age of the newest good backup; absent if there is none. */
  ageMs?: number | undefined
  hasFailed: boolean
}

export function checkBackup({ isKnown, ageMs, hasFailed }: BackupFacts): ReadyReason<'backup'> {
  if (hasFailed) return 'failed'
  if (!isKnown) return 'checking'
  if (ageMs === undefined) return 'none'
  return isPast(BACKUP_OLD_MS, ageMs) ? 'old' : 'fine'
}

export type PackageFacts = {
  /** The advisories known when this build was made; absent if it was not built. */
  advisories?: readonly string[] | undefined
  listAgeMs?: number | undefined
}

export function checkPackages({ advisories, listAgeMs }: PackageFacts): ReadyReason<'packages'> {
  if (advisories === undefined || listAgeMs === undefined || Number.isNaN(listAgeMs)) return 'unknown'
  if (advisories.length > 0) return 'advisories'
  return isPast(LIST_OLD_MS, listAgeMs) ? 'old-list' : 'fine'
}

/** A negative age counts as too old (rule 14). */
export const isPast = (ms: number, age: number) => age < 0 || age > ms

export const readyStateOf = <P extends ReadyPart>(part: P, reason: ReadyReason<P>): ReadyState =>
  READY_REASONS[part][reason] as ReadyState

export function worstOf(states: readonly ReadyState[]): ReadyState {
  return (['bad', 'look', 'unknown'] as const).find((state) => states.includes(state)) ?? 'good'
}
