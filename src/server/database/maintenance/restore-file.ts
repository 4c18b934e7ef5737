import { existsSync } from 'node:fs'
import { chmod, chown, copyFile, open, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

import { findAccount, type WholesalerAccount } from '../account-store.ts'
import { BackupFailed, checkCopy, syncFolder } from './backup.ts'
import { openDatabase, openWithoutMigration, refusePlaceOfMoved, restoringName } from '../database.ts'
import { JournalUnusable } from '../drivers/journal-unusable.ts'
import { refuseForeignFile } from '../schema/own-schema.ts'
import { noteRestored } from './recoveries.ts'
import { highestSeenOfFile } from './rollback-detection.ts'
import type { JournalTables } from '../schema/tables.ts'
import type { Kysely } from 'kysely'

/** A backup was not put back. The message is a sentence for the administrator. */
export class RestoreFailed extends Error {
  override readonly name = 'RestoreFailed'
}

export type RestoredFile = {
  sales: number
  /** The name of the journal that was there before; absent if there was none. */
  replaced?: string
}

type Options = {
  /** The account that is configured, if one is. */
  account: WholesalerAccount | undefined
  /** Looks at the backup, which is open and of this version. */
  look: (db: Kysely<JournalTables>) => Promise<void>
}

/**
 * Puts a backup in the place of the journal `path`, as a journal that starts in recovery. The journal that was there is renamed and never removed. Until
 * it is done no Toptill starts from that place, and running it again after a crash finishes it. Throws `RestoreFailed` and `JournalUnusable`, and then
 * the journal is as it was.
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
 * The account of the journal that is there. One that cannot be read is why a backup is put back. After a restore that was not finished its newest commits
 * may be beside the new name already, so it is not opened without them.
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

/** Copies the backup, reads the copy through, brings it to this version, and writes that it was put back. Returns the number of its sales. */
async function prepare(backup: string, draft: string, path: string, { accounts, look }: Looks): Promise<number> {
  await copyFile(backup, draft)
  // A journal that was copied by hand may have side files.
  if (existsSync(`${backup}-wal`)) await copyFile(`${backup}-wal`, `${draft}-wal`)
  await chmod(draft, 0o600)
  if (process.getuid?.() === 0) await giveToOwnerOf(dirname(path), draft)
  try {
    await refuseForeignFile(draft)
    const sales = await checkCopy(draft)
    const db = await openDatabase(draft)
    try {
      const own = await findAccount(db)
      for (const other of accounts) refuseOther(backup, own, other)
      await look(db)
      const highestKey = highestSeenOfFile(dirname(path), path)
      await db.transaction().execute((trx) => noteRestored(trx, { cause: 'command', highestKey }))
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

/** The service runs as the owner of its data folder, and could not open a file of root. */
async function giveToOwnerOf(folder: string, file: string): Promise<void> {
  const { uid, gid } = await stat(folder)
  await chown(file, uid, gid)
}

function refuseOther(backup: string, own: WholesalerAccount | undefined, other: WholesalerAccount | undefined): void {
  if (!own || !other || (own.baseUrl === other.baseUrl && own.posId === other.posId)) return
  throw new RestoreFailed(
    `${backup} belongs to POS ${own.posId} at ${own.baseUrl}, not to POS ${other.posId} at ${other.baseUrl}. Nothing was changed.`,
  )
}

/** The journal itself last: where a crash left it, it is found again, and its side files beside the name that it gets. */
const PARTS = ['-wal', '-shm', '']

/** From the first rename to the last no Toptill starts here. */
async function putInPlace(draft: string, path: string): Promise<string | undefined> {
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

/** A Toptill may have been started while the backup was read. One that starts after the first rename is refused. */
async function refuseInUse(path: string): Promise<void> {
  await readPresent(path).catch(async (error: unknown) => {
    if (!(error instanceof JournalUnusable) || !error.isInUse) return
    await rm(restoringName(path), { force: true })
    throw error
  })
}

/** A name for the journal that is there. After a crash it is the one that its side files have already. */
function freeName(path: string, isRepeated: boolean): string {
  const wanted = `${path}.replaced`
  const isFree = (name: string) =>
    PARTS.every((end) => !existsSync(`${name}${end}`) || (isRepeated && end !== '' && !existsSync(`${path}${end}`)))
  let name = wanted
  for (let next = 2; !isFree(name); next += 1) name = `${wanted}-${next}`
  return name
}

async function removeWhole(path: string): Promise<void> {
  for (const end of PARTS) await rm(`${path}${end}`, { force: true })
}
