import type { Kysely } from 'kysely'
import * as v from 'valibot'

import { Settings } from '#contract/proxy/settings.ts'
import { LIMIT_KINDS } from '#domain/limit-ref.ts'
import { isSameLimits, type SalesLimits } from '#domain/sales-limits.ts'
import { InvalidOperation, staleChange } from '../failures.ts'
import type { JournalTables } from '../journal/tables.ts'
import type { Actor, AuditLog } from './audit-log.ts'

/** The settings before a supervisor has changed them: nothing is limited. */
const DEFAULT_SETTINGS: Settings = { idleMinutes: 5, limits: null }

export type ShopSettings = Awaited<ReturnType<typeof openSettings>>

/** The shop's settings, cached in memory. Throws `InvalidOperation` if the journal's cannot be read, because they may contain limits. */
export async function openSettings({ db, audit }: { db: Kysely<JournalTables>; audit: AuditLog }) {
  let current = await find(db)

  return {
    current: (): Settings => current,
    /** How long a session lasts without activity of its person (ms). */
    idleMs: (): number => current.idleMinutes * 60_000,

    /** Throws `RequestRefused` 409 if the stored settings differ from `expected`, which the supervisor saw. */
    async set(settings: Settings, actor: Actor, expected?: Settings): Promise<Settings> {
      const record = JSON.stringify(settings)
      await audit.commit(async (trx, note) => {
        // Read inside the commit: an earlier commit of the same group may not be in memory yet.
        const before = await find(trx)
        if (expected && !isSame(expected, before)) throw staleChange()
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

async function find(db: Kysely<JournalTables>): Promise<Settings> {
  const row = await db.selectFrom('settings').select('record').executeTakeFirst()
  return row ? read(row.record) : DEFAULT_SETTINGS
}

function read(record: string): Settings {
  const settings = v.safeParse(v.pipe(v.string(), v.parseJson(), Settings), record)
  if (settings.success) return settings.output
  throw new InvalidOperation('The settings in the journal cannot be read. Put a backup of the journal in its place.')
}

const isSame = (a: Settings, b: Settings) => a.idleMinutes === b.idleMinutes && isSameLimits(a.limits, b.limits)

const changes = (before: Settings, after: Settings) => ({
  idleMinutes: after.idleMinutes,
  idleMinutesBefore: before.idleMinutes,
  limits: describeLimits(after.limits),
  limitsBefore: describeLimits(before.limits),
})

/** Limits in one line for the audit log, such as `perSale 100, perDay 2000 AED`. */
export function describeLimits(limits: SalesLimits | null | undefined): string {
  const set = LIMIT_KINDS.filter((kind) => limits?.[kind] !== undefined)
  if (!limits || set.length === 0) return 'none'
  return `${set.map((kind) => `${kind} ${limits[kind]}`).join(', ')} ${limits.currency}`
}
