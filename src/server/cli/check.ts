import { X509Certificate } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'

import type { Kysely } from 'kysely'
import * as v from 'valibot'

import { checkBackup, checkDisk } from '#domain/readiness.ts'
import { accountName, mayBindAgain, refuseOtherAccount } from '../account/open-account.ts'
import { forgottenAccount } from '../account/practice-guard.ts'
import { BadConfig, readInstallation, type Config, type Installation, type ProcessConfig } from '../config/config.ts'
import { isInPostgres, isInPrivateNetwork, nameOf } from '../config/database-url.ts'
import { findAccount, isSameAccount, keyStore } from '../database/account-store.ts'
import { openToLook, refusePlaceOfMoved } from '../database/database.ts'
import { JournalUnusable } from '../database/drivers/journal-unusable.ts'
import { findNewestBackup } from '../database/maintenance/daily-backups.ts'
import { createDiskGuard, NEEDED_BYTES } from '../database/maintenance/disk-guard.ts'
import { createKeyNotes, detectRollback } from '../database/maintenance/rollback-detection.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import { systemClock } from '../lib/clock.ts'
import { InvalidOperation } from '../lib/failures.ts'
import { systemTimers } from '../lib/ports.ts'
import { createWholesaler } from '../wholesaler/create-wholesaler.ts'
import type { KeyStore } from '../wholesaler/keys.ts'
import { checkAccount, finding, Finding } from './check-account.ts'
import { sendToRunningServer } from './command-socket.ts'
import { leadAlone } from './start/lead-alone.ts'
import { findWarnings } from './start/start-warnings.ts'

const DAY_MS = 24 * 60 * 60_000
/** A certificate that is renewed automatically is never this close to its expiry. */
const RENEW_MS = 14 * DAY_MS

/** Returns the exit code. Nothing is sold, and no database is migrated or created. */
export async function check(env: NodeJS.ProcessEnv, say: (text: string) => void): Promise<number> {
  let isFine = true
  for await (const { what, state, text } of findAll(env)) {
    say(`${what.padEnd(11)} ${state.padEnd(7)}  ${text.replaceAll('\n', '\n'.padEnd(22))}`)
    if (state === 'problem') isFine = false
  }
  return isFine ? 0 : 1
}

export async function* findAll(env: NodeJS.ProcessEnv): AsyncGenerator<Finding> {
  const read = await readSettings(env)
  yield* read.findings
  if (!read.installation) return
  const { settings, shops } = read.installation
  for (const config of shops) {
    const found = [...(await checkShop(config, settings)), ...(await checkBackups(config))]
    yield* config.shop ? found.map((one) => ({ ...one, text: `${config.shop?.id}: ${one.text}` })) : found
  }
  yield checkFreeSpace(settings)
  if (settings.tls) yield checkCertificate(settings.tls.cert)
}

async function readSettings(env: NodeJS.ProcessEnv): Promise<{ findings: Finding[]; installation?: Installation }> {
  try {
    const installation = readInstallation(env)
    const isDatabaseNear = await isInPrivateNetwork(installation.settings.database)
    // Root may check a server that runs as the owner of the home folder.
    const userId = process.getuid && statSync('.').uid
    const warnings = findWarnings(installation, { env, userId, isDatabaseNear })
    const of = installation.shops[0].practice ? 'Practice mode: no account is set.' : 'They can be used.'
    const findings = [
      finding('Settings', 'ok', of),
      ...warnings.map((warning) => finding('Settings', 'warning', warning)),
    ]
    return { findings, installation }
  } catch (error) {
    if (!(error instanceof BadConfig)) throw error
    return { findings: error.message.split('\n').map((line) => finding('Settings', 'problem', line)) }
  }
}

/** A running server asks the provider itself, because request keys have to be in sequence. */
async function checkShop(config: Config, settings: ProcessConfig): Promise<Finding[]> {
  try {
    const answer = await sendToRunningServer(settings.dataFolder, { action: 'check' }, config.shop?.id)
    if (answer === 'not-running') return await checkStopped(config)
    if (!answer.ok) return [finding('Toptill', 'problem', answer.text)]
    const running = finding('Database', 'ok', `${nameOf(config.database)} is in use by the running Toptill.`)
    return [running, ...v.parse(v.array(Finding), JSON.parse(answer.text))]
  } catch (error) {
    if (!(error instanceof InvalidOperation) && !(error instanceof JournalUnusable) && !(error instanceof BadConfig))
      throw error
    return [finding('Database', 'problem', error.message)]
  }
}

async function checkStopped(config: Config): Promise<Finding[]> {
  const { database, account, realDatabase } = config
  if (realDatabase !== undefined) await refuseForgottenAccount(realDatabase)
  if (!isInPostgres(database) && !existsSync(database)) {
    refusePlaceOfMoved(database)
    const text = `There is none yet. The first start creates ${database}.`
    return [finding('Database', 'ok', text), ...(account ? await askProvider(config, account) : [])]
  }
  const { db, isThis } = await openToLook(database)
  if (!isThis) {
    await db.destroy()
    const text = `${nameOf(database)} is updated to this version at the next start. Make a backup first: toptill backup FILE`
    return [
      finding('Database', 'warning', text),
      ...(account ? [later('The provider is asked once that is done.')] : []),
    ]
  }
  if (!isInPostgres(database)) {
    try {
      return await checkJournal(config, db)
    } finally {
      await db.destroy()
    }
  }
  await db.destroy()
  return leadAlone(database, 'Run toptill check on that machine.', (led) => checkJournal(config, led)).catch(
    (error) => {
      if (!(error instanceof InvalidOperation)) throw error
      return [finding('Database', 'warning', error.message)]
    },
  )
}

const later = (text: string) => finding('Provider', 'warning', text)

/** For a shop that has sold, but whose account was removed from the settings. Throws `BadConfig`, as the start does. */
async function refuseForgottenAccount(realDatabase: string): Promise<void> {
  if (!isInPostgres(realDatabase) && !existsSync(realDatabase)) return
  const { db, isThis } = await openToLook(realDatabase)
  const account = isThis ? await findAccount(db) : undefined
  await db.destroy()
  if (account) throw forgottenAccount(realDatabase, account.posId)
}

/** `db` is open and of this version. */
async function checkJournal(config: Config, db: Kysely<JournalTables>): Promise<Finding[]> {
  const { database, account, dataFolder } = config
  const fine = finding('Database', 'ok', `${nameOf(database)} opens and is of this version.`)
  if (!account) return [fine]
  const bound = await findAccount(db)
  const wanted = accountName(config, account)
  if (bound && !isSameAccount(bound, wanted) && !(await mayBindAgain(config, db, wanted)))
    refuseOtherAccount(config, bound, wanted)
  // Checked as at startup, before a newly used key could hide that keys are missing.
  if ((await detectRollback(db, dataFolder, database)) === 'restored') {
    const text = `${nameOf(database)} is an older state of itself. It starts in recovery: docs/administrators/backup-and-restore.md.`
    return [finding('Database', 'warning', text), later('The provider is asked in the recovery.')]
  }
  return [fine, ...(await askProvider(config, account, keyStore(db, await createKeyNotes(db, dataFolder, database))))]
}

/** Without a journal there are no keys to continue. */
const NO_KEYS: KeyStore = { loadMark: async () => 0n, saveMark: async () => {} }

async function askProvider(
  { keyFloor }: Config,
  account: NonNullable<Config['account']>,
  keys = NO_KEYS,
): Promise<Finding[]> {
  const clock = systemClock()
  // The first start would use the same keys again.
  if (keys === NO_KEYS && keyFloor > BigInt(clock.wall()))
    return [later('TOPUP_KEY_FLOOR is ahead of the clock, so only the start may ask.')]
  const wholesaler = createWholesaler({
    ...account,
    baseUrl: new URL(account.baseUrl),
    keys,
    keyFloor,
    clock,
    timers: systemTimers,
    log: () => {},
  })
  try {
    return await checkAccount(wholesaler, account)
  } finally {
    await wholesaler.close(0)
  }
}

async function checkBackups({ account, database, backupFolder, isBackupFolderSet }: Config): Promise<Finding[]> {
  if (!account) return []
  if (isBackupFolderSet && !existsSync(backupFolder))
    return [
      finding('Backup', 'problem', `BACKUP_FOLDER=${backupFolder} does not exist. Connect its disk, or create it.`),
    ]
  const newest = await findNewestBackup({
    folder: backupFolder,
    posId: account.posId,
    areDumps: isInPostgres(database),
  })
  const ageMs = newest && Date.now() - newest.at
  const reason = checkBackup({ isKnown: true, ageMs, hasFailed: false })
  if (!newest || ageMs === undefined) {
    const text = `There is none in ${backupFolder}. Toptill makes one a minute after the start; with PostgreSQL, make dumps: docs/administrators/backup-and-restore.md.`
    return [finding('Backup', 'warning', text)]
  }
  const text = `The last one, ${newest.file}, is ${Math.round(ageMs / (60 * 60_000))} hours old.`
  if (reason === 'fine') return [finding('Backup', 'ok', text)]
  return [finding('Backup', 'warning', `${text} Toptill makes one each day while it runs, if the disk has space.`)]
}

function checkFreeSpace({ dataFolder }: ProcessConfig): Finding {
  const folder = existsSync(dataFolder) ? dataFolder : process.cwd()
  const guard = createDiskGuard({ folder, clock: systemClock(), hasReserve: false })
  const isFull = guard.checkNow()
  const freeBytes = guard.freeBytes()
  const reason = checkDisk({ isFull, freeBytes })
  if (freeBytes === undefined) return finding('Disk', 'problem', `The free space of ${folder} cannot be read.`)
  const text = `${(freeBytes / 1e9).toFixed(1)} GB are free in ${folder}.`
  if (reason === 'fine') return finding('Disk', 'ok', text)
  const needed = `Below ${NEEDED_BYTES / 1e6} MB nothing is sold. Free some space.`
  return finding('Disk', reason === 'full' ? 'problem' : 'warning', `${text} ${needed}`)
}

function checkCertificate(pem: string): Finding {
  const { validFrom, validTo } = new X509Certificate(pem)
  const day = (text: string) => new Date(text).toISOString().slice(0, 10)
  const leftMs = Date.parse(validTo) - Date.now()
  if (leftMs < 0)
    return finding(
      'Certificate',
      'problem',
      `It expired on ${day(validTo)}, so browsers refuse the till. Replace TLS_CERT_FILE and TLS_KEY_FILE.`,
    )
  if (Date.parse(validFrom) > Date.now())
    return finding(
      'Certificate',
      'problem',
      `It is valid only from ${day(validFrom)}. Set the clock, or replace TLS_CERT_FILE and TLS_KEY_FILE.`,
    )
  if (leftMs < RENEW_MS)
    return finding('Certificate', 'warning', `It expires on ${day(validTo)}. Renew it, and restart Toptill.`)
  return finding('Certificate', 'ok', `It is valid until ${day(validTo)}.`)
}
