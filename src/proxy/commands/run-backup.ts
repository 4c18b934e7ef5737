import { BackupFailed, type Backups } from '../journal/backup.ts'
import type { AuditLog } from '../staff/audit-log.ts'
import type { BackupCommand, CommandResult } from './command.ts'

/**
 * Copies the journal; that it cannot be done is a result too. Whoever asked looks the copy through. With `audit` it is written down that a
 * copy is out of the house; who copies a journal that no Toptill has open could as well copy the file.
 */
export async function runBackup(
  { copyTo }: Pick<Backups, 'copyTo'>,
  { file }: BackupCommand,
  audit?: Pick<AuditLog, 'append'>,
): Promise<CommandResult> {
  try {
    await copyTo(file)
    await audit?.append({ kind: 'exported', detail: { what: 'backup' } })
    return { ok: true, text: `${file} is written.` }
  } catch (error) {
    if (error instanceof BackupFailed) return { ok: false, text: error.message }
    throw error
  }
}
