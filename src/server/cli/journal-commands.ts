import { existsSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'

import * as v from 'valibot'

import type { Config, Installation } from '../config/config.ts'
import { SETTINGS } from '../config/config-schema.ts'
import { InvalidOperation } from '../lib/failures.ts'
import { isInPostgres, nameOf } from '../config/database-url.ts'
import { openDatabase } from '../database/database.ts'
import { backUpFirst, withoutBackup } from '../database/maintenance/backup-before-migration.ts'
import type { BackUp, Migrated } from '../database/migrate.ts'
import { createMissingSchemas } from '../database/schema/schemas.ts'
import { moveJournal } from '../database/maintenance/move.ts'
import { bindPepper } from '../staff/pins/pins.ts'
import { chooseShop } from './choose-shop.ts'
import { USAGE } from './help.ts'
import { leadAlone, refuseIfLed } from './start/lead-alone.ts'
import { UsageError } from './read-command.ts'
import { restore, type RestoreRequest } from './restore.ts'

/** Commands on a journal that no process has open. They need no account. */
export const JOURNAL_NOUNS = ['migrate', 'move', 'restore'] as const
export type JournalNoun = (typeof JOURNAL_NOUNS)[number]

type Options = { from?: string; to?: string; shop?: string; 'backed-up'?: boolean }
type Tell = (sentence: string) => void

/** Returns text for the administrator. `warn` is called before anything is done. Throws `UsageError` and other errors. */
export async function runJournalCommand(
  noun: JournalNoun,
  words: readonly string[],
  installation: Installation,
  warn: Tell,
  /** Relative paths start here. */
  folder: string,
): Promise<string> {
  if (noun === 'restore') return restore(readRestore(words, folder), installation, warn)
  const options = readOptions(noun, words)
  await createMissingSchemas(installation)
  if (noun === 'move') return move(options, installation, warn)
  const sentences: string[] = []
  for (const config of installation.shops) sentences.push(await migrate(config, options))
  return sentences.join('\n')
}

async function migrate(config: Config, options: Options): Promise<string> {
  const { realDatabase, database } = config
  // Without an account, `DATABASE_URL` may still name the shop's journal; otherwise the journal is the one of practice.
  const isReal = realDatabase !== undefined && (isInPostgres(realDatabase) || existsSync(realDatabase))
  const journal = isReal ? realDatabase : database
  if (!isInPostgres(journal) && !existsSync(journal)) {
    throw new InvalidOperation(`There is no database at ${journal}. The first start creates one of this version.`)
  }
  const backUp = options['backed-up'] && isInPostgres(journal) ? withoutBackup : backUpFirst(config, journal)
  return `The database ${nameOf(journal)} ${inWords(await migrateJournal(journal, backUp))}`
}

/** Returns nothing if the journal already is of this version. Throws `InvalidOperation` and `JournalUnusable`; then nothing is changed. */
export async function migrateJournal(journal: string, backUp: BackUp): Promise<Migrated | undefined> {
  if (isInPostgres(journal)) await refuseIfLed(journal, STOP_FIRST)
  let migrated: Migrated | undefined
  const db = await openDatabase(journal, undefined, { backUp, onMigrated: (one) => (migrated = one) })
  await db.destroy()
  return migrated
}

function inWords(migrated: Migrated | undefined): string {
  if (!migrated) return 'is already of this version. Nothing was changed.'
  const { from, to, backup } = migrated
  if (from === undefined) return `was empty, and has the tables of version ${to} now.`
  return `was updated from version ${from} to ${to}.${backup === undefined ? '' : ` ${backup} is the backup from before.`}`
}

async function move({ from, to, shop }: Options, installation: Installation, warn: Tell): Promise<string> {
  const source = databaseOf('from', from)
  if (to !== undefined && installation.shops[0].shop) throw wrong('move', 'With SHOPS_FILE, give --shop and not --to.')
  const config = chooseShop(installation, shop)
  const target = to === undefined ? (config.realDatabase ?? config.database) : databaseOf('to', to)
  if (isInPostgres(source)) throw wrong('move', '--from is already in PostgreSQL. Only a database file can be moved.')
  if (!isInPostgres(target))
    throw wrong('move', 'The target is missing. Set DATABASE_URL to postgres://…, or give --to.')
  if (to !== undefined && new URL(target).password !== '') {
    warn('Other users of this machine can see a password on the command line. Leave --to out, and set DATABASE_URL.')
  }
  if (!existsSync(source)) throw new InvalidOperation(`There is no database at ${source} to move.`)
  const pepper = join(dirname(source), 'pepper')
  const { rows, renamedTo } = await leadAlone(target, STOP_FIRST, async (db) => {
    const moved = await moveJournal(source, { db, name: nameOf(target) })
    // From now on, a process with another pepper is refused.
    if (existsSync(pepper)) await bindPepper(db, dirname(source)).catch((error: Error) => warn(error.message))
    return moved
  })
  const count = (table: string, one: string, many: string) => {
    const number = rows.get(table) ?? 0
    return `${number} ${number === 1 ? one : many}`
  }
  const total = [...rows.values()].reduce((sum, number) => sum + number, 0)
  return `${nameOf(target)} has the complete database: ${count('sales', 'sale', 'sales')}, ${count('staff', 'person', 'people')}, ${count('audit_log', 'entry', 'entries')} of the audit log. All ${total} rows of both were compared and are the same.
The file is now ${renamedTo}, and Toptill no longer sells from it. Keep it as a backup of this moment.
Set DATABASE_URL to the address in PostgreSQL, wherever Toptill is started.
The key file ${pepper} belongs to the database: without it, no PIN works and the audit log cannot be verified. Every server of this database needs a copy in its folder data${config.shop ? `/shops/${config.shop.id}` : ''}, in Toptill's folder.`
}

const STOP_FIRST = 'Stop every Toptill server of this database first.'

const wrong = (noun: JournalNoun, problem: string) => new UsageError(`${problem}\n\n${USAGE[noun]}`)

/** Messages don't repeat the URL, because it may contain a password. */
function databaseOf(option: 'from' | 'to', text: string | undefined): string {
  if (text === undefined || text === '') throw wrong('move', `move needs --${option}.`)
  const read = v.safeParse(SETTINGS.DATABASE_URL, text)
  if (read.success) return read.output
  throw wrong('move', `--${option} ${read.issues[0].message}`)
}

export function readRestore(words: readonly string[], folder: string): RestoreRequest {
  const shopId = words[0] === '--shop' ? words[1] : undefined
  const [file, ...others] = shopId === undefined ? words : words.slice(2)
  if (file?.startsWith('-') || others.length > 0)
    throw wrong('restore', 'restore takes one FILE, or --shop with the id of a shop.')
  return { backup: file === undefined ? undefined : resolve(folder, file), shopId }
}

export function readOptions(noun: JournalNoun, words: readonly string[]): Options {
  const text = { type: 'string' } as const
  try {
    const options = { from: text, to: text, shop: text, 'backed-up': { type: 'boolean' } } as const
    const { values } = parseArgs({ args: [...words], options })
    const other = Object.keys(values).filter((name) => (noun === 'migrate') !== (name === 'backed-up'))
    if (other.length > 0) throw wrong(noun, `${noun} has no --${other.join(' and no --')}.`)
    return values
  } catch (error) {
    if (error instanceof UsageError) throw error
    // The message could repeat a URL with a password.
    const option = /option '(--[a-z-]+)/.exec(error instanceof Error ? error.message : '')?.[1]
    throw wrong(noun, `${noun} does not take ${option ?? 'a word without an option'} like this.`)
  }
}
