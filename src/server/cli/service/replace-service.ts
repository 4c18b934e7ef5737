import { isInPostgres } from '../../config/database-url.ts'
import { openToLook } from '../../database/database.ts'
import { copyFirst, withoutBackup } from '../../database/maintenance/backup-before-migration.ts'
import { countSince, undoMigration } from '../../database/maintenance/undo-migration.ts'
import type { Migrated } from '../../database/migrate.ts'
import { InvalidOperation, problemOf } from '../../lib/failures.ts'
import type { HereAnswer } from '../ask-here.ts'
import type { Service } from './describe-service.ts'
import { migrateJournal } from '../journal-commands.ts'
import { installService, stopService } from './service.ts'
import type { Upgrade } from '../upgrade/prepare-upgrade.ts'

/** How long the earlier version may take to respond again. */
const BACK_SECONDS = 120

type Updated = Migrated & { journal: string }

/**
 * Updates the database, and waits until this version sells. Otherwise the `earlier` version runs again, unless that would hide a sale. Returns the exit code.
 * Throws `InvalidOperation`, which says what runs now.
 */
export async function replaceService(upgrade: Upgrade, earlier: Service): Promise<number> {
  const { service, manager, version, ask, say } = upgrade
  const before = await ask('/readyz')
  const signals = holdSignals()
  const updated: Updated[] = []
  try {
    say('Stopping the earlier version …')
    await stopService(earlier, manager)
    await updateAll(upgrade, updated)
    await installService(service, manager)
    const problem = await findProblem(upgrade, before, signals.came)
    if (problem !== undefined) throw new InvalidOperation(problem)
  } catch (error) {
    const now = await goBack(upgrade, earlier, updated).catch(problemOf)
    throw new InvalidOperation(`Toptill ${version} does not sell: ${problemOf(error)}\n${now}`)
  } finally {
    signals.release()
  }
  say(`Toptill ${version} sells. Keep the folder of the earlier version until you are sure.`)
  return 0
}

/** In this process, so it is known what was updated. `updated` has what was done so far if it throws. */
async function updateAll({ installation: { shops }, say }: Upgrade, updated: Updated[]): Promise<void> {
  for (const config of shops) {
    const { database: journal } = config
    const { db, isThis } = await openToLook(journal)
    await db.destroy()
    if (isThis) continue
    const backUp = isInPostgres(journal) ? withoutBackup : copyFirst(journal, config)
    const migrated = await migrateJournal(journal, backUp)
    if (!migrated) continue
    updated.push({ ...migrated, journal })
    const kept = migrated.backup === undefined ? '' : ` ${migrated.backup} is the backup from before.`
    say(`The database was updated from version ${migrated.from} to ${migrated.to}.${kept}`)
  }
}

/** Waits until this version sells, or is what the earlier one was: a standby, or not selling for the same reason. */
async function findProblem(
  { service, manager, ask, say, waitMs }: Upgrade,
  before: HereAnswer | undefined,
  isInterrupted: () => boolean,
): Promise<string | undefined> {
  const startedAt = performance.now()
  let said = ''
  for (;;) {
    const now = await ask('/readyz')
    if (now && isReady(now, before)) return undefined
    if (isInterrupted()) return 'the upgrade was interrupted.'
    if (!(await manager.run(service.status))) return `it ended (${service.log}).`
    const problem = now ? (now.reason ?? 'it gives no reason') : 'it does not respond'
    if (performance.now() - startedAt > waitMs) return `${problem}.`
    if (problem !== said) say(`Not selling yet: ${problem}.`)
    said = problem
    await manager.pause()
  }
}

function isReady(now: HereAnswer, before: HereAnswer | undefined): boolean {
  if (now.selling === undefined) return now.leads === false && now.status === 200
  return now.selling || (before?.selling === false && before.reason === now.reason)
}

async function goBack(upgrade: Upgrade, earlier: Service, updated: readonly Updated[]): Promise<string> {
  const { service, manager, version } = upgrade
  const stay = async (why: string) => {
    await installService(service, manager)
    return `Version ${version} stays installed: ${why} What it prints: ${service.log}. What you can do: docs/administrators/upgrade.md.`
  }
  const [one] = updated
  if (!one) return startEarlier(upgrade, earlier, 'The database was not changed.')
  if (one.backup === undefined)
    return stay('the database is updated, and a dump from before lacks the sales since then.')
  await stopService(service, manager)
  let replaced: string | undefined
  try {
    const since = await countSince(one.journal, one.backup)
    if (since > 0)
      return await stay(
        `it has stored ${since} ${since === 1 ? 'step' : 'steps'} of sales or other actions, which would be lost with the backup from before.`,
      )
    replaced = await undoMigration(one.journal, one.backup)
  } catch (error) {
    return stay(`the database could not be restored. ${problemOf(error)}`)
  }
  return startEarlier(upgrade, earlier, `The database is as it was; the updated one is now ${replaced}.`)
}

async function startEarlier({ manager, ask }: Upgrade, earlier: Service, sentence: string): Promise<string> {
  await installService(earlier, manager)
  for (let second = 0; second < BACK_SECONDS; second++) {
    if (await ask('/healthz')) return `The earlier version runs again. ${sentence}`
    await manager.pause()
  }
  return `The earlier version was started again, but does not respond. ${sentence} What it prints: ${earlier.log}`
}

/** Until `release`, no signal ends this process, because no version would sell. */
function holdSignals() {
  let hasCome = false
  const note = () => void (hasCome = true)
  const names = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
  for (const name of names) process.on(name, note)
  return {
    came: () => hasCome,
    release: () => names.forEach((name) => process.off(name, note)),
  }
}
