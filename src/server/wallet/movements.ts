import type { Kysely, Selectable, Transaction } from 'kysely'

import type { DecimalText, Money } from '#domain/money/money.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { inMillionths, moneyOf, type FundsChange, type MovementKind } from '#domain/wallet/wallet.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import type { WalletMovementsColumns } from '../database/schema/wallet-schema.ts'

/** A wallet change that no sale explains. `least` differs from `most` while open sales leave the amount uncertain. */
export type Movement = {
  id: number
  version: number
  /** It happened between these two readings. */
  sinceAt: number
  at: number
  direction: FundsChange['direction']
  least: Money
  most: Money
  /** The assumed kind or, once `explained` is set, the kind that the supervisor chose. */
  kind: MovementKind
  /** An unsold sale with the same cost. */
  sale?: { id: SaleId; number: number }
  slip?: string
  note?: string
  explained?: { at: number; by: string }
  /** The journal was restored between the two readings. */
  isFromRestore?: true
}

export type Explanation = {
  kind: MovementKind
  slip?: string | undefined
  note?: string | undefined
  by: string
  at: number
}

type Trx = Transaction<JournalTables>
type Db = Kysely<JournalTables> | Trx

export const MAX_MOVEMENTS = 50

const movementsIn = (on: Db) =>
  on
    .selectFrom('wallet_movements')
    .leftJoin('sales', 'sales.id', 'wallet_movements.sale_id')
    .selectAll('wallet_movements')
    .select('sales.number as sale_number')

/** Newest first; with `recoveryId` only those of that restore. */
export async function readMovements(on: Db, recoveryId?: number): Promise<Movement[]> {
  const query = movementsIn(on).orderBy('wallet_movements.id', 'desc').limit(MAX_MOVEMENTS)
  const rows = await (
    recoveryId === undefined ? query : query.where('wallet_movements.recovery_id', '=', recoveryId)
  ).execute()
  return rows.map(movementOf)
}

export async function findMovement(on: Db, id: number): Promise<Movement | undefined> {
  const row = await movementsIn(on).where('wallet_movements.id', '=', id).executeTakeFirst()
  return row && movementOf(row)
}

/** An announced deposit matched with what is no deposit is expected again. */
export async function explainIn(
  trx: Trx,
  { id, version }: Movement,
  { kind, slip, note, by, at }: Explanation,
): Promise<void> {
  await trx
    .updateTable('wallet_movements')
    .set({ version: version + 1, kind, slip: slip ?? null, note: note ?? null, explained_at: at, explained_by: by })
    .where('id', '=', id)
    .execute()
  if (kind !== 'deposit')
    await trx.updateTable('announced_deposits').set({ movement_id: null }).where('movement_id', '=', id).execute()
}

type MovementRow = Selectable<WalletMovementsColumns> & { sale_number: number | null }

const movementOf = (row: MovementRow): Movement => ({
  id: row.id,
  version: row.version,
  at: row.at,
  sinceAt: row.since_at,
  direction: row.direction as FundsChange['direction'],
  least: moneyOf(inMillionths(row.least as DecimalText), row.currency),
  most: moneyOf(inMillionths(row.most as DecimalText), row.currency),
  kind: row.kind as MovementKind,
  ...(row.sale_id !== null && row.sale_number !== null
    ? { sale: { id: row.sale_id as SaleId, number: row.sale_number } }
    : {}),
  ...(row.slip === null ? {} : { slip: row.slip }),
  ...(row.note === null ? {} : { note: row.note }),
  ...(row.recovery_id === null ? {} : { isFromRestore: true }),
  ...(row.explained_at === null || row.explained_by === null
    ? {}
    : { explained: { at: row.explained_at, by: row.explained_by } }),
})
