import { sql, type Kysely, type Transaction } from 'kysely'

import { OWNERS } from '../database/schema/shared-tables.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import type { AuditLog } from '../audit/audit-log.ts'

type Db = Kysely<JournalTables>
type Trx = Transaction<JournalTables>
type Deps = { db: Db; audit: Pick<AuditLog, 'commit'>; isShared: boolean }

export type Owners = ReturnType<typeof createOwners>

/**
 * Who is an owner. Each shop notes it with its people, and what a shop notes may be old: it may have been away when the administrator took the right from
 * somebody. So several shops have one record of it in their database (`isShared`), and no row counts that the record does not confirm.
 */
export function createOwners({ db, audit, isShared }: Deps) {
  const record = sql.table(OWNERS)

  /** Whether the record of all shops says so. */
  async function isConfirmed(id: string, from: Db | Trx = db): Promise<boolean> {
    if (!isShared) return true
    const { rows } = await sql`SELECT 1 FROM ${record} WHERE staff_id = ${id}`.execute(from)
    return rows.length > 0
  }

  const findFormer = async (from: Db | Trx) =>
    (
      await sql<{
        id: string
        name: string
      }>`SELECT id, name FROM staff WHERE is_owner = 1 AND id NOT IN (SELECT staff_id FROM ${record})`.execute(from)
    ).rows

  return {
    isConfirmed,

    /** Whether somebody is an owner by the row of a shop or by the record: the shop may have been away when they became one. */
    isOwner: async ({ id, isOwner }: { id: string; isOwner?: boolean | undefined }, from: Db | Trx): Promise<boolean> =>
      isOwner === true || (isShared && (await isConfirmed(id, from))),

    /** To be called in the commit that changes the row of the person. */
    set: async (trx: Trx, id: string, isOwner: boolean): Promise<void> => {
      if (!isShared) return
      if (isOwner) await sql`INSERT INTO ${record} VALUES (${id}) ON CONFLICT DO NOTHING`.execute(trx)
      else await sql`DELETE FROM ${record} WHERE staff_id = ${id}`.execute(trx)
    },

    /** Takes the right here from those who have lost it elsewhere, each with a line in the log. */
    catchUp: async (): Promise<void> => {
      if (!isShared || (await findFormer(db)).length === 0) return
      await audit.commit(async (trx, note) => {
        for (const about of await findFormer(trx)) {
          await trx.updateTable('staff').set({ is_owner: 0 }).where('id', '=', about.id).execute()
          await note({ kind: 'staff-role-changed', about, detail: { role: 'supervisor', before: 'owner' } })
        }
      })
    },
  }
}
