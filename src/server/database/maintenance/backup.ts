import { closeSync, openSync, read, statSync } from 'node:fs'
import { open, rename, rm, stat, statfs, type FileHandle } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { promisify } from 'node:util'
import { Worker } from 'node:worker_threads'

import { CompiledQuery, type Kysely } from 'kysely'

import { LARGEST_LOG_PAGES } from '../drivers/checkpoints.ts'
import { NEEDED_BYTES } from './disk-guard.ts'
import { openProblem } from '../drivers/sqlite.ts'
import type { JournalTables } from '../schema/tables.ts'

/** The message is for the administrator. */
export class BackupFailed extends Error {
  override readonly name = 'BackupFailed'
}

export type Backups = {
  /** Copies while sales continue. On the journal's own disk, `leftBytes` stay free. Throws `BackupFailed`. */
  copyTo: (file: string, leftBytes?: number) => Promise<void>
  /** Call before the journal is closed. */
  stop: () => Promise<void>
  /** Call after the journal was closed. */
  release: () => void
}

const PIECE_BYTES = 1024 * 1024
const readPiece = promisify(read)

/** The whole log is first moved into the file; new commits stay in the log until the copy is complete, so the file doesn't change. */
export function createBackups(db: Kysely<JournalTables>, journalFile: string): Backups {
  // Closed only after the journal: closing any handle on the file frees SQLite's locks on it for this process.
  let reader: number | undefined
  let underWay: Promise<void> | undefined
  let isStopped = false

  async function holdStill<T>(run: () => Promise<T>): Promise<T> {
    await db.executeQuery(CompiledQuery.raw('PRAGMA wal_autocheckpoint = 0'))
    try {
      const { rows } = await db.executeQuery<{ busy: number }>(CompiledQuery.raw('PRAGMA wal_checkpoint(TRUNCATE)'))
      if (rows[0]?.busy !== 0) throw new BackupFailed('The database is busy. Try again.')
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
        throw new BackupFailed('Toptill is stopping, so no copy was made. Try again once it is running or stopped.')
      const { bytesRead: length } = await readPiece(from, piece, 0, Math.min(PIECE_BYTES, size - at), at)
      if (length === 0) throw new BackupFailed(`${journalFile} ended before its time.`)
      await to.writeFile(piece.subarray(0, length))
      at += length
    }
  }

  async function copyNow(file: string, leftBytes: number): Promise<void> {
    await refuseFile(file, journalFile, leftBytes)
    const part = `${file}.part`
    try {
      await rm(part, { force: true })
      await holdStill(() => writeCopy(part))
      // Someone else has created the file meanwhile.
      if (await isThere(file)) throw alreadyThere(file)
      await rename(part, file)
      await syncFolder(dirname(file))
    } catch (error) {
      await rm(part, { force: true }).catch(() => {})
      throw error instanceof BackupFailed ? error : new BackupFailed(whyNot(file, error))
    }
  }

  return {
    copyTo: async (file, leftBytes = NEEDED_BYTES) => {
      if (underWay) throw new BackupFailed('Another copy is being made. Try again when it is done.')
      underWay = copyNow(file, leftBytes)
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

/** Runs in a worker, so a large file blocks nothing. */
const READ_THROUGH = `const { parentPort, workerData } = require('node:worker_threads')
const Libsql = require(workerData.libsql)
let copy
try {
  copy = new Libsql(workerData.file)
  copy.exec('PRAGMA locking_mode = EXCLUSIVE')
  const [{ quick_check: verdict }] = copy.prepare('PRAGMA quick_check').all([])
  const [{ count }] = copy.prepare('SELECT count(*) AS count FROM sales').all([])
  parentPort.postMessage({ verdict, count })
} catch ({ message }) {
  parentPort.postMessage({ problem: message })
} finally {
  copy?.close()
}`

/** Leaves a single file without side files. Returns its number of sales. Throws `BackupFailed`. */
export async function checkCopy(file: string): Promise<number> {
  const { problem, verdict, count = 0 } = await readThrough(file)
  if (problem !== undefined) throw new BackupFailed(openProblem(file, problem))
  if (verdict !== 'ok') throw new BackupFailed(`${file} is damaged. Make another backup on another disk.`)
  return count
}

type Found = { problem?: string; verdict?: string; count?: number }

function readThrough(file: string): Promise<Found> {
  return new Promise((resolve, reject) => {
    const libsql = createRequire(import.meta.url).resolve('libsql')
    let found: Found = { problem: 'it was not read' }
    new Worker(READ_THROUGH, { eval: true, workerData: { libsql, file } })
      .once('message', (message: Found) => (found = message))
      .once('error', reject)
      // By then the file is closed.
      .once('exit', () => resolve(found))
  })
}

const isThere = (file: string): Promise<boolean> =>
  stat(file).then(
    () => true,
    () => false,
  )

/** Asynchronous, because the folder may be on the network. */
export async function refuseFile(file: string, journalFile: string, leftBytes: number): Promise<void> {
  if (await isThere(file)) throw alreadyThere(file)
  const folder = dirname(file)
  const there = await stat(folder).catch(() => undefined)
  if (!there?.isDirectory()) throw new BackupFailed(`The folder ${folder} does not exist. Create it first.`)
  const [{ bavail, bsize }, { dev, size }] = await Promise.all([statfs(folder), stat(journalFile)])
  const isSameDisk = there.dev === dev
  const missing = size + (isSameDisk ? leftBytes : 0) - bavail * bsize
  if (missing > 0) {
    const reason = isSameDisk ? `, since ${leftBytes / 1e6} MB have to stay free on the disk of the database` : ''
    throw new BackupFailed(
      `There is not enough space in ${folder}: ${Math.ceil(missing / 1e6)} MB are missing${reason}.`,
    )
  }
}

const alreadyThere = (file: string) =>
  new BackupFailed(`${file} already exists, and a backup never replaces a file. Choose another file name.`)

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
