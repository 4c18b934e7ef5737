import { existsSync } from 'node:fs'
import { chmod, copyFile, open, realpath, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

import { findAccount, type WholesalerAccount } from '../account-store.ts'
import { BackupFailed, checkCopy, syncFolder } from './backup.ts'
import { withoutBackup } from './backup-before-migration.ts'
import { openDatabase, openWithoutMigration, refusePlaceOfMoved, restoringName } from '../database.ts'
import { JournalUnusable } from '../drivers/journal-unusable.ts'
import { refuseForeignFile } from '../schema/own-schema.ts'
import { giveToOwnerOf } from '../../lib/give-to-owner.ts'
import { recordRestored } from './recoveries.ts'
import { highestSeenOfFile } from './rollback-detection.ts'
import type { JournalTables } from '../schema/tables.ts'
import type { Kysely } from 'kysely'

/** The message is for the administrator. */
export class RestoreFailed extends Error {
  override readonly name = 'RestoreFailed'
}

export type RestoredFile = {
  sales: number
  /** The previous journal's new name, if there was one. */
  replaced?: string
}

type Options = {
  account: WholesalerAccount | undefined
  /** Checks the backup, which is open and migrated. */
  look: (db: Kysely<JournalTables>) => Promise<void>
}

/**
 * The backup starts in recovery; the previous journal is renamed, never removed. Until this is done, no Toptill process starts there, and running it again
 * after a crash completes it. Throws `RestoreFailed` and `JournalUnusable`; then the journal is unchanged.
 */
export async function restoreFile(backup: string, path: string, { account, look }: Options): Promise<RestoredFile> {
  refusePlaceOfMoved(path)
  if (existsSync(path) && (await realpath(backup)) === (await realpath(path)))
    throw new RestoreFailed(`${backup} is the database itself. Name a backup of it.`)
  const accounts = [account, await readPresentAccount(path)]
  const draft = `${path}.restoring-draft`
  await removeWhole(draft)
  try {
    const sales = await prepare(backup, draft, path, { accounts, look })
    const replaced = await putInPlace(draft, path)
    return { sales, ...(replaced === undefined ? {} : { replaced }) }
  } finally {
    await removeWhole(draft)
  }
}

/**
 * An unreadable journal is a reason for a restore. After an unfinished one, its newest commits may be in a side file that was already renamed, so it is not
 * opened without them.
 */
async function readPresentAccount(path: string): Promise<WholesalerAccount | undefined> {
  if (!existsSync(path) || existsSync(restoringName(path))) return undefined
  try {
    return await readPresent(path)
  } catch (error) {
    if (error instanceof JournalUnusable && error.isInUse) throw error
    return undefined
  }
}

async function readPresent(path: string): Promise<WholesalerAccount | undefined> {
  if (!existsSync(path)) return undefined
  const db = openWithoutMigration(path)
  try {
    return await findAccount(db)
  } finally {
    await db.destroy()
  }
}

type Looks = Pick<Options, 'look'> & { accounts: readonly (WholesalerAccount | undefined)[] }

/** Copies, verifies and migrates the backup, and marks it as restored. Returns its number of sales. */
async function prepare(backup: string, draft: string, path: string, { accounts, look }: Looks): Promise<number> {
  await copyFile(backup, draft)
  // A journal copied by hand may have side files.
  if (existsSync(`${backup}-wal`)) await copyFile(`${backup}-wal`, `${draft}-wal`)
  await chmod(draft, 0o600)
  await giveToOwnerOf(dirname(path), draft)
  try {
    await refuseForeignFile(draft)
    const sales = await checkCopy(draft)
    const db = await openDatabase(draft, undefined, { backUp: withoutBackup })
    try {
      const own = await findAccount(db)
      for (const other of accounts) refuseOther(backup, own, other)
      await look(db)
      const highestKey = highestSeenOfFile(dirname(path), path)
      await db.transaction().execute((trx) => recordRestored(trx, { cause: 'command', highestKey }))
    } finally {
      await db.destroy()
    }
    const file = await open(draft, 'r+')
    await file.sync()
    await file.close()
    return sales
  } catch (error) {
    if (!(error instanceof BackupFailed) && !(error instanceof JournalUnusable)) throw error
    throw new RestoreFailed(`${error.message.replaceAll(draft, backup)} Nothing was changed.`)
  }
}

function refuseOther(backup: string, own: WholesalerAccount | undefined, other: WholesalerAccount | undefined): void {
  if (!own || !other || (own.baseUrl === other.baseUrl && own.posId === other.posId)) return
  throw new RestoreFailed(
    `${backup} belongs to POS ${own.posId} at ${own.baseUrl}, not to POS ${other.posId} at ${other.baseUrl}. Nothing was changed.`,
  )
}

/** The journal is renamed last: after a crash it has its old name, and its side files the new one. */
const PARTS = ['-wal', '-shm', '']

/** From the first rename to the last, no Toptill process can start here. */
export async function putInPlace(draft: string, path: string): Promise<string | undefined> {
  const isRepeated = existsSync(restoringName(path))
  await rename(draft, restoringName(path))
  if (!isRepeated) await refuseInUse(path)
  const replaced = freeName(path, isRepeated)
  const there = PARTS.filter((end) => existsSync(`${path}${end}`))
  for (const end of there) await rename(`${path}${end}`, `${replaced}${end}`)
  await syncFolder(dirname(path))
  await rename(restoringName(path), path)
  await syncFolder(dirname(path))
  return there.length > 0 ? replaced : undefined
}

/** A Toptill process may have started while the backup was read. After the first rename, none can. */
async function refuseInUse(path: string): Promise<void> {
  await readPresent(path).catch(async (error: unknown) => {
    if (!(error instanceof JournalUnusable) || !error.isInUse) return
    await rm(restoringName(path), { force: true })
    throw error
  })
}

/** After a crash, the previous journal's side files may already have the new name. */
function freeName(path: string, isRepeated: boolean): string {
  const wanted = `${path}.replaced`
  const isFree = (name: string) =>
    PARTS.every((end) => !existsSync(`${name}${end}`) || (isRepeated && end !== '' && !existsSync(`${path}${end}`)))
  let name = wanted
  for (let next = 2; !isFree(name); next += 1) name = `${wanted}-${next}`
  return name
}

export async function removeWhole(path: string): Promise<void> {
  for (const end of PARTS) await rm(`${path}${end}`, { force: true })
}
