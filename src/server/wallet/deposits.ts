import type { Kysely, Selectable, Transaction } from 'kysely'

import { matchDeposits, MAX_EXPECTED, type AnnouncedDeposit } from '#domain/wallet/announced-deposit.ts'
import { decimal, money } from '#domain/money/money.ts'
import type { AnnouncedDepositsColumns } from '../database/schema/deposit-schema.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import type { ShopContext } from '../parts/shop-context.ts'
import { explainIn, readMovements, type Movement } from './movements.ts'

export type Deposit = AnnouncedDeposit & { slip?: string; by: string }

type Trx = Transaction<JournalTables>
type Db = Kysely<JournalTables> | Trx

/** Deposits whose match was undone are expected in addition to `MAX_EXPECTED`. */
const MAX_READ = 2 * MAX_EXPECTED

const expectedIn = (on: Db) =>
  on.selectFrom('announced_deposits').selectAll().where('movement_id', 'is', null).where('withdrawn_at', 'is', null)

export async function expectedDeposits(on: Db): Promise<Deposit[]> {
  const rows = await expectedIn(on).orderBy('paid_at').orderBy('announced_at').limit(MAX_READ).execute()
  return rows.map(depositOf)
}

export async function findExpected(on: Db, id: string): Promise<Deposit | undefined> {
  const row = await expectedIn(on).where('id', '=', id).executeTakeFirst()
  return row && depositOf(row)
}

/** Also finds a deposit that has arrived or was withdrawn. */
export async function findAnnounced(on: Db, id: string): Promise<Deposit | undefined> {
  const row = await on.selectFrom('announced_deposits').selectAll().where('id', '=', id).executeTakeFirst()
  return row && depositOf(row)
}

export async function announceIn(trx: Trx, { id, amount, slip, paidAt, announcedAt, by }: Deposit): Promise<void> {
  const row = { id, ...amount, slip: slip ?? null, paid_at: paidAt, announced_at: announcedAt, announced_by: by }
  await trx.insertInto('announced_deposits').values(row).execute()
}

export async function withdrawIn(trx: Trx, id: string, at: number): Promise<void> {
  await trx.updateTable('announced_deposits').set({ withdrawn_at: at }).where('id', '=', id).execute()
}

/** The slip explains the transaction. */
export async function matchIn(
  trx: Trx,
  { id, slip }: Deposit,
  movement: Movement,
  explainer: { by: string; at: number },
): Promise<void> {
  await explainIn(trx, movement, { kind: 'deposit', slip, ...explainer })
  await trx.updateTable('announced_deposits').set({ movement_id: movement.id }).where('id', '=', id).execute()
}

/** What certainly is an announced deposit, in the name of the person who announced it. Call the returned functions after the commit. */
export async function matchArrived(
  trx: Trx,
  at: number,
  appendIn: ShopContext['audit']['appendIn'],
): Promise<(() => void)[]> {
  const deposits = await expectedDeposits(trx)
  if (deposits.length === 0) return []
  const movements = await readMovements(trx)
  const announce: (() => void)[] = []
  for (const { depositId, movementId, isCertain } of matchDeposits(deposits, movements)) {
    const deposit = deposits.find(({ id }) => id === depositId)
    const movement = movements.find(({ id }) => id === movementId)
    if (!isCertain || !deposit || !movement) continue
    await matchIn(trx, deposit, movement, { by: deposit.by, at })
    announce.push(await appendIn(trx, { kind: 'deposit-matched', ...auditedDeposit(deposit) }))
  }
  return announce
}

export const auditedDeposit = ({ id, amount, slip }: Deposit) => ({
  about: { id, name: id },
  detail: { ...amount, slip },
})

const depositOf = (row: Selectable<AnnouncedDepositsColumns>): Deposit => ({
  id: row.id,
  amount: money(decimal(row.amount), row.currency),
  paidAt: row.paid_at,
  announcedAt: row.announced_at,
  by: row.announced_by,
  ...(row.slip !== null && { slip: row.slip }),
})
