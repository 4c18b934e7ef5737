import { open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

import { CompiledQuery } from 'kysely'

import type { Config } from '../../config/config.ts'
import { isInPostgres, nameOf } from '../../config/database-url.ts'
import { systemClock } from '../../lib/clock.ts'
import { problemOf } from '../../lib/failures.ts'
import { giveToOwnerOf, makeFolderForOwner } from '../../lib/give-to-owner.ts'
import { findAccount } from '../account-store.ts'
import { JournalUnusable } from '../drivers/journal-unusable.ts'
import type { BackUp } from '../migrate.ts'
import { BackupFailed, checkCopy, refuseFile, syncFolder } from './backup.ts'
import { findDumps, LEFT_BYTES, stampOf } from './daily-backups.ts'

type Folder = Pick<Config, 'backupFolder' | 'isBackupFolderSet'>

/** Practice, and copies of another backup, have nothing to lose. */
export const withoutBackup: BackUp = async () => {}

/**
 * To `toptill-77001-20261129T033000Z-before-0.3.0.db`, which is never removed automatically. PostgreSQL is backed up outside of Toptill, so only the age of the
 * newest dump is checked.
 */
export function backUpFirst(config: Config, journal = config.database): BackUp {
  // In practice, the folders of the settings are those of the sandbox.
  if (config.practice && journal === config.database) return withoutBackup
  const { isBackupFolderSet } = config
  const besides = isInPostgres(journal)
    ? join(dirname(config.dataFolder), 'backups')
    : join(dirname(journal), 'backups')
  const folder = {
    backupFolder: config.practice && !isBackupFolderSet ? besides : config.backupFolder,
    isBackupFolderSet,
  }
  return isInPostgres(journal) ? expectDump(journal, folder) : copyFirst(journal, folder)
}

/** As old as a nightly dump may be. */
const OLDEST_DUMP_MS = 24 * 60 * 60_000

export async function findRecentDump(folder: string): Promise<string | undefined> {
  const [newest] = (await findDumps(folder)).toSorted((a, b) => b.at - a.at)
  return newest && newest.at > systemClock().wall() - OLDEST_DUMP_MS ? newest.file : undefined
}

const expectDump =
  (database: string, { backupFolder: folder }: Folder): BackUp =>
  async (_, { from, to }) => {
    const dump = await findRecentDump(folder)
    if (dump !== undefined) return dump
    throw new JournalUnusable(
      `The database ${nameOf(database)} has to be updated from version ${from} to ${to}, and there is no dump of the last 24 hours in ${folder} with which you could go back. Make one with pg_dump --format=custom --file=${join(folder, 'before.dump')}. If there is a backup elsewhere, run toptill migrate --backed-up.`,
    )
  }

/** Copies a file also in practice, where `backUpFirst` does not. */
export const copyFirst =
  (file: string, { backupFolder: folder, isBackupFolderSet }: Folder): BackUp =>
  async (db, { from, to }) => {
    try {
      if (!isBackupFolderSet) await makeFolderForOwner(folder)
      const { posId } = (await findAccount(db)) ?? { posId: 'new' }
      const copy = join(folder, `toptill-${posId}-${stampOf(systemClock().wall())}-before-${to}.db`)
      const draft = `${copy}.part`
      try {
        await refuseFile(copy, file, LEFT_BYTES)
        await rm(draft, { force: true })
        // The copy contains customers' numbers.
        await (await open(draft, 'wx', 0o600)).close()
        // This connection has locked the file. Closing a second handle on it would release the lock.
        await db.executeQuery(CompiledQuery.raw('VACUUM INTO ?', [draft]))
        await checkSales(draft, await countSales(db))
        await giveToOwnerOf(folder, draft)
        await rename(draft, copy)
        await syncFolder(dirname(copy))
      } finally {
        await rm(draft, { force: true })
      }
      return copy
    } catch (error) {
      throw new JournalUnusable(
        `The database ${file} has to be updated from version ${from} to ${to}, and could not be backed up to ${folder} first: ${error instanceof BackupFailed ? error.message : `${problemOf(error)}.`} Nothing was changed.`,
      )
    }
  }

const countSales = async (db: Parameters<BackUp>[0]): Promise<number> => {
  const { count } = await db
    .selectFrom('sales')
    .select((select) => select.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function checkSales(copy: string, expected: number): Promise<void> {
  const count = await checkCopy(copy)
  if (count !== expected) throw new BackupFailed(`${copy} has ${count} sales instead of ${expected}.`)
  const file = await open(copy, 'r+')
  await file.sync()
  await file.close()
}
