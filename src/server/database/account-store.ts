import { sql, type Kysely } from 'kysely'

import type { KeyStore } from '../wholesaler/keys.ts'
import type { JournalTables } from './schema/tables.ts'

/** `onSaved` is called once a mark is durable. */
export function keyStore(db: Kysely<JournalTables>, onSaved: (mark: bigint) => void = () => {}): KeyStore {
  return {
    loadMark: async () => {
      const row = await db.selectFrom('key_marks').select('highest_key').executeTakeFirst()
      return row ? BigInt(row.highest_key) : 0n
    },
    saveMark: async (mark) => {
      await db
        .insertInto('key_marks')
        .values({ id: 1, highest_key: mark.toString() })
        .onConflict((conflict) => conflict.column('id').doUpdateSet({ highest_key: mark.toString() }))
        .execute()
      onSaved(mark)
    },
  }
}

export type WholesalerAccount = { baseUrl: string; posId: string }

/** Stores the account on the first start. Returns the stored account. */
export async function bindAccount(
  db: Kysely<JournalTables>,
  account: WholesalerAccount,
  now: number,
): Promise<WholesalerAccount> {
  await db
    .insertInto('wholesaler_account')
    .values({ id: 1, base_url: account.baseUrl, pos_id: account.posId, bound_at: now })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute()
  const row = await db.selectFrom('wholesaler_account').selectAll().executeTakeFirstOrThrow()
  return { baseUrl: row.base_url, posId: row.pos_id }
}

export async function findAccount(db: Kysely<JournalTables>): Promise<WholesalerAccount | undefined> {
  const row = await db.selectFrom('wholesaler_account').selectAll().executeTakeFirst()
  return row && { baseUrl: row.base_url, posId: row.pos_id }
}

export const isSameAccount = (a: WholesalerAccount, b: WholesalerAccount): boolean =>
  a.baseUrl === b.baseUrl && a.posId === b.posId

/** Rows in these tables mean that something was sold, or a backup of such a journal was restored. */
const SOLD = ['sales', 'batches', 'orders', 'recoveries'] as const

/** Nothing was sold, and either no person was added or no balance was ever read, because the wholesaler rejected the account. */
export async function isUnused(db: Kysely<JournalTables>): Promise<boolean> {
  const hasRows = async (table: keyof JournalTables) =>
    (await sql`SELECT 1 FROM ${sql.table(table)} LIMIT 1`.execute(db)).rows.length > 0
  for (const table of SOLD) if (await hasRows(table)) return false
  return !(await hasRows('staff')) || !(await hasRows('balance_readings'))
}

/** Deletes the previous wallet. The key mark stays, because keys have to grow for any account. Returns false without a change if the journal was used. */
export const bindUnusedAgain = (
  db: Kysely<JournalTables>,
  { baseUrl, posId }: WholesalerAccount,
  now: number,
): Promise<boolean> =>
  db.transaction().execute(async (trx) => {
    if (!(await isUnused(trx))) return false
    for (const table of ['announced_deposits', 'wallet_movements', 'wallet_state', 'balance_readings'] as const)
      await trx.deleteFrom(table).execute()
    await trx.updateTable('wholesaler_account').set({ base_url: baseUrl, pos_id: posId, bound_at: now }).execute()
    return true
  })
