import { readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'

import { shopDayAt, type ShopCalendar } from '#domain/shop-calendar.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { makeFolder } from '../../lib/make-folder.ts'
import type { Timers } from '../../lib/ports.ts'
import { BackupFailed, checkCopy, syncFolder, type Backups } from './backup.ts'
import { problemOf } from '../../lib/failures.ts'

type BackupFacts = {
  /** The newest good backup; absent if there is none. */
  at?: number
  bytes?: number
  /** The folder is on the journal's disk, so both would be lost together. */
  isSameDisk: boolean
  /** Why the last attempt failed, for the administrator. */
  problem?: string
}

export type DailyBackups = {
  /** `undefined` until a backup that was due at startup has had time to run. */
  known: () => BackupFacts | undefined
  look: () => Promise<BackupFacts>
  make: () => Promise<void>
  /** False in PostgreSQL, where only the age of the newest dump is checked. */
  canMake: boolean
  /** One backup per business day, the first after a minute. */
  start: () => void
  close: () => Promise<void>
}

type Options = {
  folder: string
  /** A folder that was set is not created: if its disk is missing, backups would fill another disk. */
  isFolderSet: boolean
  /** Absent in PostgreSQL. */
  backups: Backups | undefined
  /** The journal's file, or in PostgreSQL the data folder. */
  journalPlace: string
  /** A folder may hold backups of several accounts; each removes only its own. */
  posId: string
  calendar: () => ShopCalendar
  clock: Pick<Clock, 'now'>
  timers: Timers
  log: Log
}

const MINUTE_MS = 60_000
/** The delay keeps startup fast. A failed backup is tried again after `LOOK_EVERY_MS`. */
const FIRST_AFTER_MS = MINUTE_MS
const LOOK_EVERY_MS = 30 * MINUTE_MS
const KEPT_MS = 14 * 24 * 60 * MINUTE_MS
/** Well above what selling needs. */
export const LEFT_BYTES = 1_000_000_000
/** `toptill-77001-20261129T033000Z.db`; the suffix marks an unverified backup. */
const NAME = /^toptill-(\d+)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.db(\.unverified.*)?$/
const UNVERIFIED = '.unverified'

/** For a file name, such as `20261129T033000Z`. */
export const stampOf = (at: number): string => new Date(at).toISOString().replace(/[-:]|\.\d+/g, '')

export const dailyName = (posId: string, at: number): string => `toptill-${posId}-${stampOf(at)}.db`

/** Administrators choose the names of dumps; an unfinished dump has another suffix. */
export async function findDumps(folder: string): Promise<{ file: string; at: number; isGood: boolean }[]> {
  const names = await readdir(folder).catch(() => [])
  const files = names.filter((name) => name.endsWith('.dump')).map((name) => join(folder, name))
  return Promise.all(files.map(async (file) => ({ file, at: (await stat(file)).mtimeMs, isGood: true })))
}

/** Backs up once per business day, and removes its own backups after 14 days. Failures never stop selling. */
export function createDailyBackups(options: Options): DailyBackups {
  const { backups, calendar, clock, timers, log } = options
  const { readFolder, makeOne } = backupFolder(options)
  let known: BackupFacts | undefined
  let looking: Promise<BackupFacts> | undefined
  let making: Promise<void> | undefined
  let problem: string | undefined
  let hasTried = false
  let isClosed = false
  let cancel = () => {}

  /** Reads one at a time: a network folder that doesn't respond blocks a thread. */
  const look = () =>
    (looking ??= readFolder()
      .then((facts) => (known = { ...facts, ...(problem !== undefined && { problem }) }))
      .finally(() => {
        looking = undefined
      }))

  const make = async () => {
    if (!backups)
      throw new BackupFailed(
        'The database is in PostgreSQL, which makes its own backups: see docs/administrators/backup-and-restore.md.',
      )
    making ??= makeOne(backups).finally(() => {
      making = undefined
    })
    try {
      await making
      problem = undefined
    } catch (error) {
      problem = problemOf(error)
      throw error
    } finally {
      await look().catch(() => {})
    }
  }

  async function keepUp(): Promise<void> {
    const { at } = await look()
    const day = (time: number) => shopDayAt(time, calendar())
    // A future time comes from a clock that was wrong.
    if (backups && (at === undefined || at > clock.now() || day(at) !== day(clock.now()))) await make()
  }

  function schedule(afterMs: number): void {
    cancel = timers.after(afterMs, () => void lookAgain())
  }

  async function lookAgain(): Promise<void> {
    try {
      await keepUp()
    } catch (error) {
      log.error({ what: 'the daily backup failed', problem: problemOf(error) })
    }
    hasTried = true
    if (!isClosed) schedule(LOOK_EVERY_MS)
  }

  return {
    known: () => (hasTried ? known : undefined),
    look,
    make,
    canMake: backups !== undefined,
    start: () => {
      void look().catch(() => {})
      schedule(FIRST_AFTER_MS)
    },
    close: async () => {
      isClosed = true
      cancel()
      await backups?.stop()
      await making?.catch(() => {})
    },
  }
}

type Found = { file: string; at: number; isGood: boolean }

/** `areDumps`: looks for PostgreSQL dumps. */
export async function findNewestBackup(place: {
  folder: string
  posId: string
  areDumps: boolean
}): Promise<Found | undefined> {
  const all = await (place.areDumps ? findDumps(place.folder) : findOwn(place.folder, place.posId))
  return all.filter(({ isGood }) => isGood).toSorted((a, b) => b.at - a.at)[0]
}

async function findOwn(folder: string, posId: string): Promise<Found[]> {
  const names = await readdir(folder).catch(() => [])
  return names.flatMap((name) => {
    const [, owner, ...parts] = NAME.exec(name) ?? []
    const [year = 0, month = 0, day, hour, minute, second] = parts.slice(0, 6).map(Number)
    if (owner !== posId) return []
    return [{ file: join(folder, name), at: Date.UTC(year, month - 1, day, hour, minute, second), isGood: !parts[6] }]
  })
}

function backupFolder({ folder, isFolderSet, backups, journalPlace, posId, clock }: Options) {
  async function readFolder(): Promise<Omit<BackupFacts, 'problem'>> {
    const newest = await findNewestBackup({ folder, posId, areDumps: !backups })
    const [there, journal] = await Promise.all([
      stat(folder).catch(() => undefined),
      stat(journalPlace).catch(() => undefined),
    ])
    return {
      ...(newest && { at: Math.round(newest.at), bytes: (await stat(newest.file)).size }),
      isSameDisk: there !== undefined && there.dev === journal?.dev,
    }
  }

  async function makeOne({ copyTo }: Backups): Promise<void> {
    const now = clock.now()
    const file = join(folder, dailyName(posId, now))
    const draft = `${file}${UNVERIFIED}`
    try {
      if (!isFolderSet) makeFolder(folder)
      await copyTo(draft, LEFT_BYTES)
      await checkCopy(draft)
      await rename(draft, file)
      await syncFolder(folder)
    } catch (error) {
      await rm(draft, { force: true }).catch(() => {})
      throw error instanceof BackupFailed
        ? error
        : new BackupFailed(`${file} could not be written (${problemOf(error)}).`)
    }
    for (const old of await findOwn(folder, posId))
      if (!old.isGood || old.at < now - KEPT_MS) await rm(old.file, { force: true }).catch(() => {})
  }

  return { readFolder, makeOne }
}
