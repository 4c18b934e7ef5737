import { BackupFailed, type Backups } from '../journal/backup.ts'
import type { BackupCommand, CommandResult } from './command.ts'

/** Copies the journal; that it cannot be done is a result too. Whoever asked looks the copy through. */
export async function runBackup({ copyTo }: Pick<Backups, 'copyTo'>, { file }: BackupCommand): Promise<CommandResult> {
  try {
    await copyTo(file)
    return { ok: true, text: `${file} is written.` }
  } catch (error) {
    if (error instanceof BackupFailed) return { ok: false, text: error.message }
    throw error
  }
}
