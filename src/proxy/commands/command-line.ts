import { systemClock } from '../clock.ts'
import { BadConfig, readConfig, type Config } from '../config.ts'
import { JournalUnusable, openDatabase } from '../journal/database.ts'
import { refusePracticeOverRealAccount } from '../journal/practice-guard.ts'
import { NotPossible } from '../staff/not-possible.ts'
import { openStaff } from '../staff/open-staff.ts'
import { askPin, type Console } from './ask-pin.ts'
import { askRunningProxy } from './command-socket.ts'
import type { Command, CommandResult } from './command.ts'
import { readCommand, WrongUse, type Noun, type ReadCommand } from './read-command.ts'
import { runCommand } from './run-command.ts'

export type CommandLine = Console & { env: NodeJS.ProcessEnv; output: NodeJS.WritableStream }

/** One operator command from its words to its exit code: 0 done, 1 not possible, 2 not understood. */
export async function runCommandLine(noun: Noun, words: readonly string[], line: CommandLine): Promise<number> {
  try {
    const read = readCommand(noun, words)
    const config = readConfig(line.env)
    await refusePracticeOverRealAccount(config)
    const command = await complete(read, line)
    const { ok, text } = await carryOut(config, command)
    if (config.practice) line.errors.write('This is the practice shop: no real account is set.\n')
    ;(ok ? line.output : line.errors).write(`${text}\n`)
    return ok ? 0 : 1
  } catch (error) {
    const isSaid = [WrongUse, NotPossible, BadConfig, JournalUnusable].some((kind) => error instanceof kind)
    if (!isSaid) throw error
    line.errors.write(`${(error as Error).message}\n`)
    return error instanceof WrongUse ? 2 : 1
  }
}

async function complete(read: ReadCommand, line: CommandLine): Promise<Command> {
  if ('command' in read) return read.command
  const answer = await askPin(line)
  if (answer === 'none') throw new NotPossible('No PIN was given. Nothing was changed.')
  if (answer === 'differ') throw new NotPossible('The two PINs differ. Nothing was changed.')
  return read.withPin(answer.pin)
}

async function carryOut(config: Config, command: Command): Promise<CommandResult> {
  const answer = await askRunningProxy(config.dataFolder, command)
  if (answer !== 'nobody-there') return answer
  const db = await openDatabase(config.databaseFile)
  try {
    const staff = await openStaff({ db, clock: systemClock(), dataFolder: config.dataFolder })
    return await runCommand(staff, command)
  } finally {
    await db.destroy()
  }
}
