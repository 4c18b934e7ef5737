import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'

import type { Kysely } from 'kysely'

import { systemClock } from '../lib/clock.ts'
import type { Config, Installation } from '../config/config.ts'
import { InvalidOperation } from '../lib/failures.ts'
import { findAccount } from '../database/account-store.ts'
import { isInPostgres, nameOf, schemaOf } from '../config/database-url.ts'
import { openDatabase } from '../database/database.ts'
import { withoutBackup } from '../database/maintenance/backup-before-migration.ts'
import { refuseForeignFile, refuseForeignSchemas } from '../database/schema/own-schema.ts'
import { recordRestored } from '../database/maintenance/recoveries.ts'
import { RestoreFailed, restoreFile } from '../database/maintenance/restore-file.ts'
import { createMissingSchemas } from '../database/schema/schemas.ts'
import { ALL_SHOPS } from '../database/schema/shared-tables.ts'
import { highestSeenInFolder, highestSeenOfFile } from '../database/maintenance/rollback-detection.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import { accountName, refuseOtherAccount } from '../account/open-account.ts'
import { createAuditLog } from '../audit/audit-log.ts'
import { bindPepper, openPepper } from '../staff/pins/pins.ts'
import { chooseShop } from './choose-shop.ts'
import { hasJournal, readDump } from './upgrade/read-dump.ts'
import { sendToRunningServer } from './command-socket.ts'
import { refuseIfLed } from './start/lead-alone.ts'

type Db = Kysely<JournalTables>
type Warn = (sentence: string) => void

const STOP_FIRST = 'Stop every Toptill server of this database first.'
const WHAT_NOW = `The shop starts in recovery: it checks its open sales and compares the wallet, and nothing is sold until a supervisor reviews this on the screen and resumes selling.
Sales made after the backup are not in it, and the provider has no list of them.`

export type RestoreRequest = {
  /** Without a backup, journals that were restored by hand are marked. */
  backup: string | undefined
  /** A shop whose journal was restored by hand; by default all. */
  shopId: string | undefined
}

export async function restore(
  { backup, shopId }: RestoreRequest,
  installation: Installation,
  warn: Warn,
): Promise<string> {
  const { shops } = installation
  const one = shopId === undefined && shops[0].shop ? undefined : chooseShop(installation, shopId)
  if (one?.shop && backup !== undefined)
    throw new InvalidOperation('A dump contains all shops, and all of them are restored. Leave --shop out.')
  if (backup !== undefined) refuseUnlessReadable(backup)
  const [first, ...others] = one ? ([one] as const) : shops
  const journal = journalOf(first)
  if (!isInPostgres(journal))
    return backup === undefined ? markFile(journal) : restoreToFile(backup, journal, first, warn)
  if (backup !== undefined) {
    await readDump(backup, first.shop ? installation.settings.database : journal, schemasOf(shops))
    return inEach([first, ...others], backup, {
      present: (config) => openRestored(config, warn),
      absent: (config) => beginAbsent(config, installation),
    })
  }
  const absent = async (config: Config) => noJournal(config)
  return inEach([first, ...others], undefined, { present: markDatabase, absent })
}

/** `undefined` for a single shop, which uses the schema in its database URL. */
export function schemasOf(shops: readonly Config[]): string[] | undefined {
  const own = shops.flatMap(({ shop }) => (shop ? [schemaOf(shop.id)] : []))
  return own.length > 0 ? [...own, ALL_SHOPS] : undefined
}

type Work = Record<'present' | 'absent', (config: Config) => Promise<string>>

/** Throws `RestoreFailed` if no journal is present. */
async function inEach(shops: readonly Config[], backup: string | undefined, work: Work): Promise<string> {
  const known = new Map<Config, boolean>()
  for (const config of shops) known.set(config, await hasJournal(journalOf(config)))
  if (![...known.values()].includes(true))
    throw new RestoreFailed(
      backup === undefined
        ? shops.map(noJournal).join('\n')
        : `${backup} contains no Toptill database. Its content was restored all the same: drop that database.`,
    )
  const sentences: string[] = []
  for (const [config, isThere] of known) sentences.push(await work[isThere ? 'present' : 'absent'](config))
  return [...sentences, WHAT_NOW].join('\n')
}

/** A folder, or a pipe that never ends, is not a backup. */
function refuseUnlessReadable(backup: string): void {
  const there = statSync(backup, { throwIfNoEntry: false })
  if (!there) throw new RestoreFailed(`There is no backup at ${backup}.`)
  if (!there.isFile()) throw new RestoreFailed(`${backup} is not a file. Name the file of a backup.`)
  try {
    accessSync(backup, constants.R_OK)
  } catch {
    throw new RestoreFailed(`This user may not read ${backup}.`)
  }
}

const journalOf = ({ realDatabase, database }: Config) => realDatabase ?? database
const noJournal = (config: Config) => `${nameOf(journalOf(config))} contains no Toptill database.`

/** The shop may have sold before, so it starts in recovery and not as new. */
async function beginAbsent(config: Config, installation: Installation): Promise<string> {
  await createMissingSchemas(installation)
  await markDatabase(config)
  return `The dump contains nothing for ${nameOf(journalOf(config))}: it is empty now, and also starts in recovery. If the shop has sold before, restore it from another dump.`
}

async function refuseIfRunning(folder: string): Promise<void> {
  if ((await sendToRunningServer(folder, { action: 'staff list' })) !== 'not-running')
    throw new InvalidOperation(`Toptill is running on ${folder}. ${STOP_FIRST}`)
}

async function restoreToFile(backup: string, journal: string, config: Config, warn: Warn): Promise<string> {
  const folder = dirname(journal)
  await refuseIfRunning(folder)
  const { sales, replaced } = await restoreFile(backup, journal, {
    account: config.account && accountName(config, config.account),
    look: async (db) => (await findPepperProblems(db, folder)).forEach(warn),
  })
  const before =
    replaced === undefined
      ? ''
      : `\nThe previous database is now ${replaced}. Keep it: it may show sales that were made after the backup.`
  return `${journal} was restored from ${backup}, with ${sales} ${sales === 1 ? 'sale' : 'sales'}.${before}\n${WHAT_NOW}`
}

/** Checks the pepper against the PINs and audit log. */
async function findPepperProblems(db: Db, folder: string): Promise<string[]> {
  const file = join(folder, 'pepper')
  if (!existsSync(file))
    return [
      `The key file ${file} is missing. Copy the one of this database there before you start Toptill: without it, no PIN works.`,
    ]
  const audit = createAuditLog({ db, clock: systemClock(), pepper: openPepper(folder, true) })
  const verdict = await audit.verify()
  if (verdict.isIntact) return []
  return verdict.firstBadLine === 1
    ? [
        `${file} is not the key file of this backup, so no PIN works. Copy the right one there before you start Toptill.`,
      ]
    : [`The audit log of the backup was changed: entry ${verdict.firstBadLine} is not as it was written.`]
}

async function markFile(journal: string): Promise<string> {
  await refuseIfRunning(dirname(journal))
  if (!existsSync(journal)) throw new InvalidOperation(`There is no database at ${journal}. Name a backup to restore.`)
  await refuseForeignFile(journal)
  const db = await openDatabase(journal, undefined, { backUp: withoutBackup })
  try {
    await mark(db, highestSeenOfFile(dirname(journal), journal))
  } finally {
    await db.destroy()
  }
  return `${journal} is marked as restored from a backup. ${WHAT_NOW}`
}

async function markDatabase(config: Config): Promise<string> {
  const journal = journalOf(config)
  await refuseIfLed(journal, STOP_FIRST)
  await refuseForeignSchemas(journal)
  const db = await openDatabase(journal, undefined, { backUp: withoutBackup })
  try {
    await mark(db, highestSeenInFolder(config.dataFolder))
  } finally {
    await db.destroy()
  }
  return `${nameOf(journal)} is marked as restored from a backup.`
}

const mark = (db: Db, highestKey: bigint) =>
  db.transaction().execute((trx) => recordRestored(trx, { cause: 'command', highestKey }))

async function openRestored(config: Config, warn: Warn): Promise<string> {
  const journal = journalOf(config)
  const db = await openDatabase(journal, undefined, { backUp: withoutBackup })
  try {
    // An unconfirmed restore recorded in the dump is a different one.
    await mark(db, highestSeenInFolder(config.dataFolder))
    const own = await findAccount(db)
    if (own && config.account) refuseOtherAccount(config, own, accountName(config, config.account))
    await bindPepper(db, config.pepperFolder, config.dataFolder).catch((error: Error) => warn(error.message))
    const { count } = await db
      .selectFrom('sales')
      .select((select) => select.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return `${nameOf(journal)} was restored from the dump, with ${Number(count)} ${Number(count) === 1 ? 'sale' : 'sales'}.`
  } finally {
    await db.destroy()
  }
}
