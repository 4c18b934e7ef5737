import { chmod, copyFile, open } from 'node:fs/promises'
import { dirname } from 'node:path'

import { sql, type Kysely, type RawBuilder } from 'kysely'

import type { AuditKind } from '#domain/audit.ts'
import type { SaleEventKind } from '#domain/sale/event.ts'
import { giveToOwnerOf } from '../../lib/give-to-owner.ts'
import { keyStore } from '../account-store.ts'
import { openWithoutMigration } from '../database.ts'
import type { JournalTables } from '../schema/tables.ts'
import { checkCopy } from './backup.ts'
import { putInPlace, removeWhole } from './restore-file.ts'

/** What a start does with sales of the copy, and the answers to their lookups. The earlier version does the same again. */
const LOOKED_UP: readonly SaleEventKind[] = [
  'restarted',
  'abandoned',
  'refused',
  'find-lost',
  'pending',
  'final',
  'not-executed',
  'cost-differs',
  'answer-differs',
  'unclear-answers',
  'code-coming',
  'code-arrived',
]
const SIGNED_IN: readonly AuditKind[] = ['signed-in', 'signed-out', 'wrong-pin', 'session-ended', 'pin-confirmed']

/** Rows are only ever added to these, and each step of a sale and what people do adds one. */
const LOGS = [
  { table: 'sale_events', number: 'id', mayBeLost: LOOKED_UP },
  { table: 'audit_log', number: 'number', mayBeLost: SIGNED_IN },
] as const

/** What would be lost without the migrated journal. Throws `JournalUnusable`. */
export async function countSince(journal: string, copy: string): Promise<number> {
  let count = 0
  for (const { table, number, mayBeLost } of LOGS) {
    const last = await askIn(copy, sql<Answer>`SELECT max(${sql.ref(number)}) AS answer FROM ${sql.table(table)}`)
    count += await askIn(
      journal,
      sql<Answer>`SELECT count(*) AS answer FROM ${sql.table(table)}
        WHERE ${sql.ref(number)} > ${last} AND kind NOT IN (${sql.join(mayBeLost)})`,
    )
  }
  return count
}

type Answer = { answer: number | null }

const askIn = (file: string, question: RawBuilder<Answer>): Promise<number> =>
  opened(file, async (db) => Number((await question.execute(db)).rows[0]?.answer ?? 0))

/**
 * Only if nothing was done since the copy: then, unlike after a restore, no sale is missing, and the shop sells at once. Request keys continue. Returns the new
 * name of the migrated journal. Throws `BackupFailed` and `JournalUnusable`; then the journal is unchanged.
 */
export async function undoMigration(journal: string, copy: string): Promise<string | undefined> {
  const mark = await opened(journal, (db) => keyStore(db).loadMark())
  const draft = `${journal}.restoring-draft`
  await removeWhole(draft)
  try {
    await copyFile(copy, draft)
    await chmod(draft, 0o600)
    await giveToOwnerOf(dirname(journal), draft)
    await opened(draft, (db) => keyStore(db).saveMark(mark))
    await checkCopy(draft)
    const file = await open(draft, 'r+')
    await file.sync()
    await file.close()
    return await putInPlace(draft, journal)
  } finally {
    await removeWhole(draft)
  }
}

async function opened<T>(file: string, run: (db: Kysely<JournalTables>) => Promise<T>): Promise<T> {
  const db = openWithoutMigration(file)
  try {
    return await run(db)
  } finally {
    await db.destroy()
  }
}
