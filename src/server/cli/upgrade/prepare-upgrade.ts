import { existsSync } from 'node:fs'
import { copyFile, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

import type { Config, Installation } from '../../config/config.ts'
import { isInPostgres } from '../../config/database-url.ts'
import { openToLook } from '../../database/database.ts'
import { findRecentDump } from '../../database/maintenance/backup-before-migration.ts'
import { dailyName } from '../../database/maintenance/daily-backups.ts'
import { removeWhole } from '../../database/maintenance/restore-file.ts'
import { tryMigration, type TriedMigration } from '../../database/maintenance/try-migration.ts'
import { systemClock } from '../../lib/clock.ts'
import { InvalidOperation } from '../../lib/failures.ts'
import { giveToOwnerOf, makeFolderForOwner } from '../../lib/give-to-owner.ts'
import { backUp } from '../back-up.ts'
import { tryOnDump } from './try-on-dump.ts'
import type { HereAnswer } from '../ask-here.ts'
import type { Service } from '../service/describe-service.ts'
import type { Manager } from '../service/service.ts'

export type Upgrade = {
  version: string
  installation: Installation
  /** Starts this program in the home of the installation. */
  service: Service
  manager: Manager
  ask: (path: '/healthz' | '/readyz') => Promise<HereAnswer | undefined>
  /** There is a backup of PostgreSQL elsewhere. */
  isBackedUp: boolean
  /** How long this version may take until it sells. */
  waitMs: number
  say: (text: string) => void
}

/** On a copy, while the earlier version sells. Throws `InvalidOperation` and other errors for the administrator. */
export async function prepare(upgrade: Upgrade): Promise<void> {
  await compareVersions(upgrade)
  const [first] = upgrade.installation.shops
  if (isInPostgres(first.database)) await tryDatabase(upgrade)
  else await tryFile(upgrade, first)
}

async function compareVersions({ version, ask, say }: Upgrade): Promise<void> {
  const running = await ask('/healthz')
  if (!running) return say(`Toptill is not running. This is version ${version}.`)
  if (running.version === undefined) return say(`Toptill is running. This is version ${version}.`)
  const order = version.localeCompare(running.version, 'en', { numeric: true })
  if (order === 0)
    throw new InvalidOperation(
      `Toptill ${version} is already running. Run this command in the folder of the new version.`,
    )
  if (order < 0)
    throw new InvalidOperation(
      `Toptill ${running.version} is running, and this is the earlier version ${version}. To go back: docs/administrators/upgrade.md.`,
    )
  say(`Toptill ${running.version} is running. This is version ${version}.`)
}

async function tryFile({ installation, say }: Upgrade, config: Config): Promise<void> {
  const { database, backupFolder, isBackupFolderSet, account } = config
  if (!existsSync(database)) throw nothingAt(database)
  if (!isBackupFolderSet) await makeFolderForOwner(backupFolder)
  const file = join(backupFolder, dailyName(account?.posId ?? 'practice', systemClock().wall()))
  const copy = `${file}.tried`
  try {
    const { ok, text } = await backUp({ config, installation }, file)
    if (!ok) throw new InvalidOperation(text)
    await giveToOwnerOf(backupFolder, file)
    if (account) say(text)
    await copyFile(file, copy)
    const { problem, ...tried } = await tryMigration(copy)
    tell([{ ...tried, ...(problem !== undefined && { problem: problem.replaceAll(copy, database) }) }], say)
  } finally {
    await removeWhole(copy)
    // Practice is not backed up.
    if (!account) await rm(file, { force: true })
  }
}

function nothingAt(database: string): InvalidOperation {
  const ofDoubleClick = join(homedir(), 'Toptill')
  const hint = existsSync(ofDoubleClick) ? `, such as ${ofDoubleClick}` : ''
  return new InvalidOperation(
    `There is no database at ${database}. Name Toptill's folder: toptill upgrade --home FOLDER${hint}.`,
  )
}

async function tryDatabase({ installation, isBackedUp, say }: Upgrade): Promise<void> {
  const { settings, shops } = installation
  if (!(await needsUpdate(shops))) return say('The database already has the tables of this version.')
  const { backupFolder } = settings
  const dump = isBackedUp ? undefined : await findRecentDump(backupFolder)
  if (!isBackedUp && dump === undefined) {
    throw new InvalidOperation(
      `There is no dump of the last 24 hours in ${backupFolder} with which you could go back. Make one with pg_dump --format=custom --file=${join(backupFolder, 'before.dump')}. If there is a backup elsewhere, run toptill upgrade --backed-up.`,
    )
  }
  const tried = dump === undefined ? { whyNot: 'there is no dump here' } : await tryOnDump(dump, installation)
  if ('whyNot' in tried)
    say(`The update was not tried on a copy: ${tried.whyNot}. It will be made completely, or not at all.`)
  else tell(tried, say)
}

async function needsUpdate(shops: readonly Config[]): Promise<boolean> {
  for (const { database } of shops) {
    const { db, isThis } = await openToLook(database)
    await db.destroy()
    if (!isThis) return true
  }
  return false
}

/** Throws `InvalidOperation` if a copy could not be updated. */
function tell(all: readonly TriedMigration[], say: Upgrade['say']): void {
  for (const { from, to, tookMs, problem } of all) {
    if (problem !== undefined)
      throw new InvalidOperation(
        `The update was tried on a copy and failed, so nothing was changed. Keep the earlier version, and report this: ${problem}`,
      )
    say(
      from === to || from === undefined
        ? 'The database already has the tables of this version.'
        : `A copy of the database was updated from version ${from} to ${to} in ${(tookMs / 1000).toFixed(1)} s.`,
    )
  }
}
