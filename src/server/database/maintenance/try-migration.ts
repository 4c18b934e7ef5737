import { isInPostgres } from '../../config/database-url.ts'
import { problemOf } from '../../lib/failures.ts'
import { openDatabase } from '../database.ts'
import type { Migrated } from '../migrate.ts'
import { versionOfSchema } from '../schema/migrations.ts'
import { refuseForeignFile, refuseForeignSchemas } from '../schema/own-schema.ts'
import { checkCopy } from './backup.ts'

/** `from` is absent for an empty copy, or if the copy is refused before anything is changed. */
export type TriedMigration = Pick<Migrated, 'from' | 'to'> & {
  tookMs: number
  /** Why this version would fail to start, for the administrator. */
  problem?: string
}

/** A file or a database in PostgreSQL. Migrates it as this version would at startup, and checks the result. */
export async function tryMigration(copy: string): Promise<TriedMigration> {
  const to = versionOfSchema()
  const begunAt = performance.now()
  let versions: Pick<Migrated, 'from' | 'to'> | undefined
  let tookMs: number | undefined
  const note = (of: Pick<Migrated, 'from' | 'to'>) => void (versions = of)
  try {
    const db = await openDatabase(copy, undefined, { backUp: async (_, of) => note(of), onMigrated: note })
    await db.destroy()
    tookMs = performance.now() - begunAt
    await checkWhole(copy)
    return { ...(versions ?? { from: to, to }), tookMs }
  } catch (error) {
    return { ...(versions ?? { to }), tookMs: tookMs ?? performance.now() - begunAt, problem: problemOf(error) }
  }
}

/** Throws if the copy doesn't have exactly this version's tables, or is damaged. */
async function checkWhole(copy: string): Promise<void> {
  if (isInPostgres(copy)) return refuseForeignSchemas(copy)
  await refuseForeignFile(copy)
  await checkCopy(copy)
}
