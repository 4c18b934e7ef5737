import type { Kysely } from 'kysely'
import * as v from 'valibot'

import { Settings } from '#contract/proxy/settings.ts'
import type { JournalTables } from '../journal/tables.ts'
import type { AuditLog } from './audit-log.ts'
import type { Actor } from './actor.ts'
import { describeLimits } from './describe-limits.ts'
import { isSameLimits } from '#domain/sales-limits.ts'
import { staleChange } from './stale-change.ts'
import { InvalidOperation } from './invalid-operation.ts'

/** Nothing is limited until a supervisor says so. */
const AT_FIRST: Settings = { idleMinutes: 5, limits: null }

export type ShopSettings = Awaited<ReturnType<typeof openSettings>>

/** The shop's settings, kept in memory. Throws `InvalidOperation` when those in the journal cannot be read: no limits are not what they say. */
export async function openSettings({ db, audit }: { db: Kysely<JournalTables>; audit: AuditLog }) {
  let current = await find(db)

  return {
    current: (): Settings => current,
    /** After so long without a person's hand a session is over (ms). */
    idleMs: (): number => current.idleMinutes * 60_000,

    /** Throws `Refused` when they are not what the person saw (`was`) any more. */
    async set(settings: Settings, actor: Actor, was?: Settings): Promise<Settings> {
      const record = JSON.stringify(settings)
      await audit.commit(async (trx, note) => {
        // As they are in this commit: what was committed just before it may not be in memory yet.
        const before = await find(trx)
        if (was && !isSame(was, before)) throw staleChange()
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
  return row ? read(row.record) : AT_FIRST
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
