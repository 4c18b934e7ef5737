import { isDeepStrictEqual } from 'node:util'

import type { Kysely } from 'kysely'
import * as v from 'valibot'

import { DEFAULT_SETTINGS, Settings, type TillSettings } from '#contract/proxy/settings.ts'
import { LIMIT_KINDS } from '#domain/limit-ref.ts'
import type { ShopCalendar } from '#domain/shop-calendar.ts'
import { isSameLimits, type SalesLimits } from '#domain/sales-limits.ts'
import { InvalidOperation, staleChange } from '../failures.ts'
import type { JournalTables } from '../journal/tables.ts'
import type { Actor, AuditLog } from './audit-log.ts'

export type ShopSettings = Awaited<ReturnType<typeof openSettings>>

/** The shop's settings, cached in memory. Throws `InvalidOperation` if the journal's cannot be read, because they may contain limits. */
export async function openSettings({ db, audit }: { db: Kysely<JournalTables>; audit: AuditLog }) {
  let current = await find(db)

  return {
    current: (): Settings => current,
    /** When the shop's days begin, in its time zone. */
    calendarIn: (timeZone: string): ShopCalendar => ({ timeZone, dayStartHour: current.dayStartHour }),
    /** How long a session lasts without activity of its person (ms). */
    idleMs: (): number => current.idleMinutes * 60_000,

    /** Changes some settings. Throws `RequestRefused` 409 if a stored one differs from `expected`, which the supervisor saw. */
    async set(change: SomeSettings, actor: Actor, expected: SomeSettings = {}): Promise<Settings> {
      let settings = current
      await audit.commit(async (trx, note) => {
        // Read inside the commit: an earlier commit of the same group may not be in memory yet.
        const before = await find(trx)
        if (!isSame(withChange(before, expected), before)) throw staleChange()
        settings = withChange(before, change)
        const record = JSON.stringify(settings)
        await trx
          .insertInto('settings')
          .values({ id: 1, record })
          .onConflict((conflict) => conflict.column('id').doUpdateSet({ record }))
          .execute()
        await note({ kind: 'settings-changed', ...actor, detail: changes(before, settings) })
      })
      return (current = settings)
    },
  }
}

/** Settings that a shop has not changed yet may be missing. */
const StoredSettings = v.pipe(
  v.string(),
  v.parseJson(),
  v.looseObject({}),
  v.transform((stored) => ({ ...DEFAULT_SETTINGS, ...stored })),
  Settings,
)

async function find(db: Kysely<JournalTables>): Promise<Settings> {
  const row = await db.selectFrom('settings').select('record').executeTakeFirst()
  return row ? read(row.record) : DEFAULT_SETTINGS
}

function read(record: string): Settings {
  const settings = v.safeParse(StoredSettings, record)
  if (settings.success) return settings.output
  throw new InvalidOperation('The settings in the journal cannot be read. Put a backup of the journal in its place.')
}

type Key = keyof Settings
type SomeSettings = { [K in Key]?: Settings[K] | undefined }
const KEYS = Object.keys(DEFAULT_SETTINGS) as Key[]
const isSameSetting = (a: Settings, b: Settings, key: Key) =>
  key === 'limits' ? isSameLimits(a.limits, b.limits) : isDeepStrictEqual(a[key], b[key])
const withChange = (settings: Settings, change: SomeSettings): Settings =>
  Object.assign({ ...settings }, Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined)))

const isSame = (a: Settings, b: Settings) => KEYS.every((key) => isSameSetting(a, b, key))

/** What a line of the audit log says of a change: each setting that changed, now and before. */
const changes = (before: Settings, after: Settings): Record<string, string | number> =>
  Object.fromEntries(
    KEYS.filter((key) => !isSameSetting(before, after, key)).flatMap((key) => [
      [key, describe(after, key)],
      [`${key}Before`, describe(before, key)],
    ]),
  )

/** A text of the audit log is short, and a picture says nothing there. */
const MAX_DESCRIPTION = 300

function describe(settings: Settings, key: Key): string | number {
  const value = settings[key]
  if (key === 'limits') return describeLimits(settings.limits)
  if (typeof value === 'number') return value
  const withoutPicture = key === 'receipt' && settings.receipt.logo ? { ...settings.receipt, logo: 'picture' } : value
  return JSON.stringify(withoutPicture).slice(0, MAX_DESCRIPTION)
}

/** What a till needs of the settings. */
export const tillSettingsOf = ({ drawer, wallet, ...settings }: Settings): TillSettings => ({
  receipt: settings.receipt,
  quickAmounts: settings.quickAmounts,
  favorites: settings.favorites,
  payments: settings.payments,
  scamStop: settings.scamStop,
  drawer: drawer !== null,
  walletMarks: wallet.marksUnaffordable,
})

/** Limits in one line for the audit log, such as `perSale 100, perDay 2000 AED`. */
export function describeLimits(limits: SalesLimits | null | undefined): string {
  const set = LIMIT_KINDS.filter((kind) => limits?.[kind] !== undefined)
  if (!limits || set.length === 0) return 'none'
  return `${set.map((kind) => `${kind} ${limits[kind]}`).join(', ')} ${limits.currency}`
}
