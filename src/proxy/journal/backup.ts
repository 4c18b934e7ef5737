import { closeSync, existsSync, openSync, read, statfsSync, statSync } from 'node:fs'
import { open, rename, rm, type FileHandle } from 'node:fs/promises'
import { dirname } from 'node:path'
import { promisify } from 'node:util'

import { CompiledQuery, sql, type Kysely } from 'kysely'

import { LARGEST_LOG_PAGES } from './checkpoints.ts'
import { openWithoutMigration } from './database.ts'
import { NEEDED_BYTES } from './disk-guard.ts'
import type { JournalTables } from './tables.ts'

/** A copy could not be made. The message is a sentence for the administrator. */
export class BackupFailed extends Error {
  override readonly name = 'BackupFailed'
}

export type Backups = {
  /** Copies the journal in its current state to a new file while sales continue. Throws `BackupFailed`. */
  copyTo: (file: string) => Promise<void>
  /** Cancels a copy under way. To be called before the journal is closed. */
  stop: () => Promise<void>
  /** To be called after the journal was closed. */
  release: () => void
}

const PIECE_BYTES = 1024 * 1024
const readPiece = promisify(read)

/**
 * Copies a journal in WAL mode. First the whole log is moved into the file. Until the copy is complete, new commits stay in the log, so the file
 * does not change while it is read.
 */
export function createBackups(db: Kysely<JournalTables>, journalFile: string): Backups {
  // Opened once and closed after the journal: closing any handle on the file frees the locks that SQLite holds on it for this process.
  let reader: number | undefined
  let underWay: Promise<void> | undefined
  let isStopped = false

  async function holdStill<T>(run: () => Promise<T>): Promise<T> {
    await db.executeQuery(CompiledQuery.raw('PRAGMA wal_autocheckpoint = 0'))
    try {
      const { rows } = await db.executeQuery<{ busy: number }>(CompiledQuery.raw('PRAGMA wal_checkpoint(TRUNCATE)'))
      if (rows[0]?.busy !== 0) throw new BackupFailed('The journal is busy. Try again.')
      return await run()
    } finally {
      await db.executeQuery(CompiledQuery.raw(`PRAGMA wal_autocheckpoint = ${LARGEST_LOG_PAGES}`))
    }
  }

  async function writeCopy(part: string): Promise<void> {
    reader ??= openSync(journalFile, 'r')
    const target = await open(part, 'wx', 0o600)
    try {
      await copyBytes(reader, target)
      await target.sync()
    } finally {
      await target.close()
    }
  }

  async function copyBytes(from: number, to: FileHandle): Promise<void> {
    const { size } = statSync(journalFile)
    const piece = Buffer.alloc(PIECE_BYTES)
    for (let at = 0; at < size;) {
      if (isStopped)
        throw new BackupFailed('Toptill is being stopped: there is no copy. Try again when it runs, or not.')
      const { bytesRead: length } = await readPiece(from, piece, 0, Math.min(PIECE_BYTES, size - at), at)
      if (length === 0) throw new BackupFailed(`${journalFile} ended before its time.`)
      await to.writeFile(piece.subarray(0, length))
      at += length
    }
  }

  async function copyNow(file: string): Promise<void> {
    refuseFile(file, journalFile)
    const part = `${file}.part`
    try {
      await rm(part, { force: true })
      await holdStill(() => writeCopy(part))
      // Somebody else created this file in the meantime, so it is not overwritten.
      if (existsSync(file)) throw alreadyThere(file)
      await rename(part, file)
      await syncFolder(dirname(file))
    } catch (error) {
      await rm(part, { force: true }).catch(() => {})
      throw error instanceof BackupFailed ? error : new BackupFailed(whyNot(file, error))
    }
  }

  return {
    copyTo: async (file) => {
      if (underWay) throw new BackupFailed('Another copy is being made. Try again when it is done.')
      underWay = copyNow(file)
      try {
        await underWay
      } finally {
        underWay = undefined
      }
    },
    stop: async () => {
      isStopped = true
      await underWay?.catch(() => {})
    },
    release: () => {
      if (reader !== undefined) closeSync(reader)
      reader = undefined
    },
  }
}

/** Verifies a copy and turns it into a single file without side files. Returns the number of sales in it. Throws `BackupFailed`. */
export async function checkCopy(file: string): Promise<number> {
  const db = openWithoutMigration(file)
  try {
    const { rows } = await sql<{ quick_check: string }>`PRAGMA quick_check`.execute(db)
    if (rows[0]?.quick_check !== 'ok') throw new BackupFailed(`${file} is damaged. Make another one on another disk.`)
    const { count } = await db
      .selectFrom('sales')
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return Number(count)
  } catch (error) {
    if (error instanceof BackupFailed) throw error
    throw new BackupFailed(
      `${file} cannot be read through (${error instanceof Error ? error.message : String(error)}).`,
    )
  } finally {
    await db.destroy()
  }
}

function refuseFile(file: string, journalFile: string): void {
  if (existsSync(file)) throw alreadyThere(file)
  const folder = dirname(file)
  const there = statSync(folder, { throwIfNoEntry: false })
  if (!there?.isDirectory()) throw new BackupFailed(`There is no folder ${folder}. Make it first.`)
  const { bavail, bsize } = statfsSync(folder)
  const isSameDisk = there.dev === statSync(journalFile).dev
  const missing = statSync(journalFile).size + (isSameDisk ? NEEDED_BYTES : 0) - bavail * bsize
  if (missing > 0) {
    const reason = isSameDisk ? ', and Toptill sells only while 200 MB are free' : ''
    throw new BackupFailed(`There is no room for it in ${folder}: ${Math.ceil(missing / 1e6)} MB are missing${reason}.`)
  }
}

const alreadyThere = (file: string) =>
  new BackupFailed(`${file} is there already, and a copy never replaces anything. Name another file.`)

function whyNot(file: string, error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  switch (code) {
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${file} cannot be written by the user Toptill runs as (${code}).`
    case 'ENOSPC':
      return `The disk of ${file} is full.`
    default:
      return `${file} could not be written (${code ?? message}).`
  }
}

export async function syncFolder(folder: string): Promise<void> {
  // Some systems cannot open a folder; there the name is durable without it.
  const handle = await open(folder, 'r').catch(() => undefined)
  await handle?.sync().catch(() => {})
  await handle?.close()
}
