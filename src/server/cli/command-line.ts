import { existsSync } from 'node:fs'
import { resolve } from 'node:path'

import type { Kysely } from 'kysely'

import { systemClock } from '../lib/clock.ts'
import { BadConfig, readInstallation, type Config } from '../config/config.ts'
import { BackupFailed } from '../database/maintenance/backup.ts'
import { isInPostgres } from '../config/database-url.ts'
import { createMissingSchemas } from '../database/schema/schemas.ts'
import { openDatabase } from '../database/database.ts'
import { JournalUnusable } from '../database/drivers/journal-unusable.ts'
import { MoveFailed } from '../database/maintenance/move.ts'
import { RestoreFailed } from '../database/maintenance/restore-file.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import { bindPepper } from '../staff/pins/pins.ts'
import { refusePracticeOverRealAccount } from '../account/practice-guard.ts'
import { InvalidOperation } from '../lib/failures.ts'
import { openStaff } from '../staff/open-staff.ts'
import { backUp, type Place } from './back-up.ts'
import { asCalled } from './help.ts'
import { promptPin, readPin, type Console } from './prompt-pin.ts'
import { sendToRunningServer } from './command-socket.ts'
import type { CommandResult, StaffCommand, TypedCommand } from './command.ts'
import { JOURNAL_NOUNS, runJournalCommand, type JournalNoun } from './journal-commands.ts'
import { chooseShop } from './choose-shop.ts'
import { leadAlone } from './start/lead-alone.ts'
import { readCommand, UsageError, type Noun, type ReadCommand } from './read-command.ts'
import { runCommand } from './run-command.ts'

export type CommandLine = Console & {
  env: NodeJS.ProcessEnv
  output: NodeJS.WritableStream
  /** Relative paths on the command line start here, not in the home folder. */
  folder: string
}

/** Returns the exit code: 0 done, 1 not possible, 2 not understood. */
export async function runCommandLine(
  noun: Noun | JournalNoun,
  words: readonly string[],
  line: CommandLine,
): Promise<number> {
  const say = (to: NodeJS.WritableStream, text: string) => void to.write(`${asCalled(text, line.env)}\n`)
  try {
    if (isOnJournal(noun)) {
      const warn = (sentence: string) => say(line.errors, printable(sentence))
      say(line.output, await runJournalCommand(noun, words, readInstallation(line.env), warn, line.folder))
      return 0
    }
    const read = readCommand(noun, words)
    const installation = readInstallation(line.env)
    const config = chooseShop(installation, read.shop)
    await refusePracticeOverRealAccount(config)
    const command = await complete(read, line)
    const { ok, text } = await carryOut({ config, installation }, command, line.folder)
    if (config.practice) line.errors.write('This is the practice shop. No real account is set.\n')
    say(ok ? line.output : line.errors, text)
    return ok ? 0 : 1
  } catch (error) {
    if (!isForAdministrator(error)) throw error
    say(line.errors, printable(error.message))
    return error instanceof UsageError ? 2 : 1
  }
}

const EXPECTED = [UsageError, InvalidOperation, BadConfig, JournalUnusable, BackupFailed, MoveFailed, RestoreFailed]

/** Its message is for the administrator; any other error is a fault in Toptill. */
export const isForAdministrator = (error: unknown): error is Error => EXPECTED.some((kind) => error instanceof kind)

/** The message may quote a file of unknown origin. */
const printable = (sentence: string) => sentence.replace(/[^\P{C}\n]/gu, '?')

const isOnJournal = (noun: Noun | JournalNoun): noun is JournalNoun => JOURNAL_NOUNS.some((one) => one === noun)

async function complete(read: ReadCommand, line: CommandLine): Promise<TypedCommand> {
  if ('command' in read) {
    if (read.wasPinTyped) {
      line.errors.write(
        'Other users of this machine can see a PIN on the command line. Leave --pin out to be prompted for it, or use --pin-stdin.\n',
      )
    }
    return read.command
  }
  // A person at a terminal is prompted, so the PIN is not shown.
  if (read.pinFrom === 'input' && line.input.isTTY !== true) {
    const answer = await readPin(line)
    if (answer === 'none') throw new InvalidOperation('Standard input contains no PIN. Nothing was changed.')
    if (answer === 'too-long') {
      throw new InvalidOperation('The first line of standard input is far too long for a PIN. Nothing was changed.')
    }
    return read.withPin(answer.pin)
  }
  const answer = await promptPin(line)
  if (answer === 'none') throw new InvalidOperation('No PIN was given. Nothing was changed.')
  if (answer === 'differ') throw new InvalidOperation("The PINs don't match. Nothing was changed.")
  return read.withPin(answer.pin)
}

async function carryOut(place: Place, command: TypedCommand, folder: string): Promise<CommandResult> {
  if (command.action === 'backup') return backUp(place, resolve(folder, command.file))
  const answer = await sendToRunningServer(place.installation.settings.dataFolder, command, place.config.shop?.id)
  return answer === 'not-running' ? runAlone(place, command) : answer
}

async function runAlone({ config, installation }: Place, command: StaffCommand): Promise<CommandResult> {
  const { database } = config
  if (command.action === 'audit-log verify' && !isInPostgres(database) && !existsSync(database)) {
    throw new InvalidOperation(`There is no database at ${database} to verify.`)
  }
  if (!isInPostgres(database)) return runOn(await openDatabase(database), config, command)
  // After a dump of one shop was restored, the shared tables may be missing.
  await createMissingSchemas(installation)
  return runWithLease(config, command)
}

/** With PostgreSQL, another process may lead, on this or another machine. */
const runWithLease = (config: Config, command: StaffCommand): Promise<CommandResult> =>
  leadAlone(config.database, 'Run the command on that machine.', async (db) => {
    await bindPepper(db, config.pepperFolder)
    return runOn(db, config, command)
  })

async function runOn(db: Kysely<JournalTables>, config: Config, command: StaffCommand): Promise<CommandResult> {
  try {
    const staff = await openStaff({
      db,
      clock: systemClock(),
      dataFolder: config.pepperFolder,
      shopId: config.shop?.id,
    })
    return await runCommand({ ...staff, hasShops: config.shop !== undefined }, command)
  } finally {
    await db.destroy()
  }
}
