import { existsSync } from 'node:fs'
import { join } from 'node:path'

import type { Config, Installation } from '../config/config.ts'
import { isInPostgres } from '../config/database-url.ts'
import { openWithoutMigration } from '../database/database.ts'
import { checkCopy, createBackups } from '../database/maintenance/backup.ts'
import { InvalidOperation } from '../lib/failures.ts'
import { sendToRunningServer } from './command-socket.ts'
import type { BackupCommand, CommandResult } from './command.ts'
import { runBackup } from './run-command.ts'

/** The installation's data folder holds the command socket. */
export type Place = { config: Config; installation: Installation }

/** Writes a verified copy to `file`, whether Toptill runs or not. Throws `InvalidOperation` and `BackupFailed`. */
export async function backUp({ config, installation }: Place, file: string): Promise<CommandResult> {
  const command: BackupCommand = { action: 'backup', file }
  const answer = await sendToRunningServer(installation.settings.dataFolder, command, config.shop?.id)
  const { ok, text } = answer === 'not-running' ? await backUpAlone(config, command) : answer
  if (!ok) return { ok, text }
  const count = await checkCopy(file)
  return {
    ok,
    text: `${file} was written and verified: ${count} ${count === 1 ? 'sale' : 'sales'}.
It doesn't include the key file. Keep a copy of ${join(config.pepperFolder, 'pepper')} in another place: without it, no one can sign in after a restore.`,
  }
}

async function backUpAlone({ database }: Config, command: BackupCommand): Promise<CommandResult> {
  if (isInPostgres(database)) return runBackup(undefined, command)
  if (!existsSync(database)) throw new InvalidOperation(`There is no database at ${database} to copy.`)
  const db = openWithoutMigration(database)
  const backups = createBackups(db, database)
  try {
    return await runBackup(backups, command)
  } finally {
    await db.destroy()
    backups.release()
  }
}
