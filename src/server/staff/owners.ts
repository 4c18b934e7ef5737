import { sql, type Kysely, type Transaction } from 'kysely'

import { OWNERS } from '../database/schema/shared-tables.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import type { AuditLog } from '../audit/audit-log.ts'

type Db = Kysely<JournalTables>
type Trx = Transaction<JournalTables>
type Deps = { db: Db; audit: Pick<AuditLog, 'commit'>; isShared: boolean }

export type Owners = ReturnType<typeof createOwners>

/**
 * A shop's own rows may be outdated, if it was not reachable when the right was revoked. So several shops share one record in their database (`isShared`), and
 * a row counts only if that confirms it.
 */
export function createOwners({ db, audit, isShared }: Deps) {
  const record = sql.table(OWNERS)

  /** Asks the shared record. */
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

    /** The shop's row or the record says so, because the shop may have missed that the person became an owner. */
    isOwner: async ({ id, isOwner }: { id: string; isOwner?: boolean | undefined }, from: Db | Trx): Promise<boolean> =>
      isOwner === true || (isShared && (await isConfirmed(id, from))),

    /** Call in the commit that changes the person's row. */
    set: async (trx: Trx, id: string, isOwner: boolean): Promise<void> => {
      if (!isShared) return
      if (isOwner) await sql`INSERT INTO ${record} VALUES (${id}) ON CONFLICT DO NOTHING`.execute(trx)
      else await sql`DELETE FROM ${record} WHERE staff_id = ${id}`.execute(trx)
    },

    /** Removes the right here from people who lost it elsewhere, with an audit entry each. */
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
