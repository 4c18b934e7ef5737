import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'

import type { Kysely } from 'kysely'
import * as v from 'valibot'

import { DEFAULT_SETTINGS, Settings, type SettingsAnswer, type TerminalSettings } from '#api/settings.ts'
import { LIMIT_KINDS } from '#domain/limit-ref.ts'
import type { ShopCalendar } from '#domain/shop-calendar.ts'
import { isSameLimits, type SalesLimits } from '#domain/sales-limits.ts'
import { cutText } from '#domain/text/typed-text.ts'
import { InvalidOperation, staleChange } from '../lib/failures.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import { ADMINISTRATOR, type Actor, type AuditLog } from '../audit/audit-log.ts'

type Deps = {
  db: Kysely<JournalTables>
  audit: AuditLog
  /** Set by the administrator. */
  timeZone?: string | undefined
}

/** Cached in memory. Throws `InvalidOperation` if the settings cannot be read, because they may contain limits. */
export async function openSettings({ db, audit, timeZone }: Deps) {
  let current = await readSettings(db)
  let version = versionOf(current)
  const listeners: ((before: Settings, now: Settings) => void)[] = []

  const services = {
    current: (): Settings => current,
    /** Changes with anything that a till has in its session. */
    version: (): string => version,
    /** Called once the change is durable. */
    onChange: (run: (before: Settings, now: Settings) => void): void => void listeners.push(run),
    calendar: (): ShopCalendar => ({ timeZone: current.timeZone, dayStartHour: current.dayStartHour }),
    hasTimeZoneOfAdministrator: timeZone !== undefined,
    answer: async (settings = current): Promise<SettingsAnswer> => {
      const by = timeZone !== undefined ? 'administrator' : (await hasSales(db)) ? 'sales' : undefined
      return { ...settings, ...(by && { timeZoneFixedBy: by }) }
    },
    /** How long a session lasts without activity (ms). */
    idleMs: (): number => current.idleMinutes * 60_000,

    /** Throws `RequestRefused` 409 if a stored setting differs from `expected`, which the supervisor saw, or if the time zone is fixed. */
    async set(change: SomeSettings, actor: Actor, expected: SomeSettings = {}): Promise<Settings> {
      let settings = current
      await audit.commit(async (trx, note) => {
        // Read inside the commit: an earlier commit of the same group may not be in memory yet.
        const before = await readSettings(trx)
        if (!isSame(withChange(before, expected), before)) throw staleChange()
        settings = withChange(before, change)
        const isMoved = settings.timeZone !== before.timeZone && actor !== ADMINISTRATOR
        if (isMoved && (timeZone !== undefined || (await hasSales(trx)))) throw staleChange()
        const record = JSON.stringify(settings)
        await trx
          .insertInto('settings')
          .values({ id: 1, record })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ record }))
          .execute()
        await note({ kind: 'settings-changed', ...actor, detail: changes(before, settings) })
      })
      const before = current
      current = settings
      version = versionOf(current)
      for (const run of listeners) run(before, current)
      return current
    },
  }
  // Stored, so it stays the same when the administrator no longer sets it.
  if (timeZone !== undefined && timeZone !== current.timeZone) await services.set({ timeZone }, ADMINISTRATOR)
  return services
}

const hasSales = async (db: Kysely<JournalTables>): Promise<boolean> =>
  (await db.selectFrom('sales').select('id').limit(1).executeTakeFirst()) !== undefined

/** Settings that were never changed may be missing. */
const StoredSettings = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({}),
  v.transform((stored) => ({ ...DEFAULT_SETTINGS, ...stored })),
  Settings,
)

/** Throws `InvalidOperation` if the settings cannot be read. */
export async function readSettings(db: Kysely<JournalTables>): Promise<Settings> {
  const row = await db.selectFrom('settings').select('record').executeTakeFirst()
  return row ? read(row.record) : DEFAULT_SETTINGS
}

function read(record: string): Settings {
  const settings = v.safeParse(StoredSettings, record)
  if (settings.success) return settings.output
  throw new InvalidOperation('The settings in the database cannot be read. Restore a backup of the database.')
}

type Key = keyof Settings
type SomeSettings = { [K in Key]?: Settings[K] | undefined }
const KEYS = Object.keys(DEFAULT_SETTINGS) as Key[]
const isSameSetting = (a: Settings, b: Settings, key: Key) =>
  key === 'limits' ? isSameLimits(a.limits, b.limits) : isDeepStrictEqual(a[key], b[key])
const withChange = (settings: Settings, change: SomeSettings): Settings =>
  Object.assign({ ...settings }, Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)))

const isSame = (a: Settings, b: Settings) => KEYS.every((key) => isSameSetting(a, b, key))

/** For the audit log: each changed setting by its path, now and before, such as `receipt.heading` and `receipt.headingBefore`. */
function changes(before: Settings, after: Settings): Record<string, string | number> {
  const changed = KEYS.filter((key) => !isSameSetting(before, after, key))
  return Object.fromEntries(
    changed.flatMap((key) =>
      key === 'limits'
        ? [
            [key, describeLimits(after.limits)],
            [`${key}Before`, describeLimits(before.limits)],
          ]
        : changesOf(key, before[key], after[key]),
    ),
  )
}

function changesOf(path: string, before: unknown, after: unknown): [string, string | number][] {
  if (isDeepStrictEqual(before, after)) return []
  if (isPlainObject(before) && isPlainObject(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    return keys.flatMap((key) => changesOf(`${path}.${key}`, before[key], after[key]))
  }
  // The audit log cannot show a picture.
  if (path === 'receipt.logo') return [[path, 'changed']]
  return [
    [path, describe(after)],
    [`${path}Before`, describe(before)],
  ]
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Audit entries are short. */
const MAX_DESCRIPTION = 300

function describe(value: unknown): string | number {
  if (typeof value === 'number') return value
  if (value === null || value === undefined) return 'none'
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MAX_DESCRIPTION ? `${cutText(text, MAX_DESCRIPTION)}…` : text
}

/** `mailsReceipts` belongs to the alert settings. */
export const tillSettingsOf = ({ drawer, wallet, ...settings }: Settings): Omit<TerminalSettings, 'mailsReceipts'> => ({
  receipt: settings.receipt,
  quickAmounts: settings.quickAmounts,
  favorites: settings.favorites,
  payments: settings.payments,
  fraudWarning: settings.fraudWarning,
  printers: settings.printers.map(({ id, name, width }) => ({ id, name, width })),
  drawer: drawer !== null,
  walletMarks: wallet.flagUnaffordable,
})

/** Computed only from what every till may know, so nothing else can be guessed from it. */
const versionOf = (settings: Settings): string =>
  createHash('sha256')
    .update(JSON.stringify([tillSettingsOf(settings), settings.idleMinutes, settings.timeZone, settings.dayStartHour]))
    .digest('base64url')
    .slice(0, 12)

/** For the audit log, such as `perSale 100, perDay 2000 AED`. */
export function describeLimits(limits: SalesLimits | null | undefined): string {
  const set = LIMIT_KINDS.filter((kind) => limits?.[kind] !== undefined)
  if (!limits || set.length === 0) return 'none'
  return `${set.map((kind) => `${kind} ${limits[kind]}`).join(', ')} ${limits.currency}`
}
