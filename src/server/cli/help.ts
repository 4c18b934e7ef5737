import { lettersApart } from '../lib/letters-apart.ts'

/** `asCalled` changes `toptill staff list` in messages to how the program was called. The sandbox has its own help. */
export const VERBS = [
  'start',
  'check',
  'service',
  'upgrade',
  'staff',
  'terminal',
  'audit-log',
  'backup',
  'migrate',
  'move',
  'restore',
  'sandbox',
  'version',
] as const
export type Verb = (typeof VERBS)[number]

const OF_A_SHOP = 'With several shops, --shop deira says which one.'

export const HELP = `toptill start       starts Toptill, as it does without a command: in practice, or with your account
toptill check       looks at the settings, provider, database, disk, clock, certificate and backup, and starts nothing
toptill service     starts Toptill automatically: install, restart, remove, status
toptill upgrade     replaces an earlier version by this one, after a backup and a trial
toptill backup      copies the database
toptill restore     restores a backup
toptill staff       adds and blocks people, and sets their PINs
toptill terminal    connects and disconnects tills
toptill audit-log   verifies the audit log
toptill migrate     updates the database to this version
toptill move        moves the database to PostgreSQL
toptill sandbox     starts a simulated provider alone
toptill version     prints the version

--help after a command explains it. --home FOLDER, or TOPTILL_HOME, names the folder with the settings (.env), data and logs; without it,
that is the current folder, or in a clone the clone's.
The exit code is 0 if it is done, 1 if it is not possible, 2 if it is not understood.`

export const USAGE: Record<Exclude<Verb, 'sandbox'>, string> = {
  start: `toptill start [--open] [--log-to-files]
Starts Toptill: in practice, or with the account in the settings. docs/administrators/settings.md lists the settings.
--open          opens the browser at the till, or at the page to connect an account or set up the shop, also if Toptill is already running
--log-to-files  writes what it prints to the folder logs, in two files of at most 10 MB`,
  check: `toptill check
Looks at the settings, the provider, the database, the disk, the clock, the certificate and the last backup, with a line for each and what to do.
Toptill may be running or stopped. Nothing is started, sold or migrated. Ends with 1 if there is a problem.`,
  service: `toptill service install
Starts Toptill automatically from now on: with systemd on Linux, launchd on macOS, and Task Scheduler on Windows. It is started again after a crash.
On Linux, it starts with the computer; on macOS and Windows, when you sign in. As root on Linux or macOS, or as administrator on Windows, it starts
with the computer; on Linux and macOS it then runs as the owner of its folder.

toptill service restart
Stops it and starts it again, as after a change of the settings.

toptill service remove
Stops it and no longer starts it automatically. Data and settings stay.

toptill service status
Says whether it is installed and running.`,
  upgrade: `toptill upgrade [--wait MINUTES] [--backed-up]
Run it in the folder of the new version, with the --home of the earlier one, which continues to sell while this makes a backup and updates a copy of the
database. If that fails, nothing is changed. If the earlier version starts automatically, it is then stopped, the database is updated, and this version
starts automatically instead. If it does not sell within 15 minutes (--wait), the earlier version and its database return, unless something was sold
since. Otherwise it says what to stop and start. For PostgreSQL, the backup folder has to have a dump of the last 24 hours, unless --backed-up says
that there is a backup elsewhere.`,
  staff: `toptill staff add --name "Amal Rahman" --role cashier|supervisor|owner [--pin-stdin | --pin 2580]
toptill staff list
toptill staff set-role --name … | --id … --role supervisor|owner
toptill staff set-pin --name … | --id … [--pin-stdin | --pin 2580]
toptill staff disable --name … | --id …
An owner is a supervisor who sees all shops of an installation with several.
A new PIN also unlocks a person who is locked after too many wrong PINs. A supervisor can unlock them under Staff, too.
You are prompted for the PIN. --pin-stdin takes it from the first line of standard input instead. --pin shows it to everyone on this machine, in
the list of processes, and keeps it in the shell's history.
${OF_A_SHOP}`,
  terminal: `toptill terminal enroll --name "Till 1" [--kiosk | --self-order]
toptill terminal list
toptill terminal revoke --name … | --id …
${OF_A_SHOP}`,
  'audit-log': `toptill audit-log verify
Verifies that no entry of the audit log was changed, removed or added. Ends with 1 if one was.
${OF_A_SHOP}`,
  backup: `toptill backup FILE
Writes a copy of the database to FILE, which must not exist yet. Toptill may be running or stopped.`,
  migrate: `toptill migrate [--backed-up]
Updates the database that DATABASE_URL names to this version of Toptill, with SHOPS_FILE the databases of all shops. Stop Toptill first.
Every start does the same. A database file is copied to the backup folder first. For PostgreSQL, that folder has to have a dump of the last
24 hours, unless --backed-up says that there is a backup elsewhere.`,
  move: `toptill move --from file:./data/toptill.db [--to postgres://user@host/database | --shop deira]
Copies a database file into an empty PostgreSQL database, compares both, and retires the file. Stop Toptill first. Without --to, the target is
DATABASE_URL, so that no password is on the command line, which other users of this machine can see. With SHOPS_FILE,
--shop says which of its shops it becomes.`,
  restore: `toptill restore FILE
toptill restore [--shop deira]
Restores the backup FILE to the database that DATABASE_URL names. Stop Toptill first. FILE was written by toptill backup or, for PostgreSQL, is a
dump of pg_dump --format=custom, which needs an empty database. Without FILE, marks databases that were restored by hand: with SHOPS_FILE that of one shop, or all.`,
  version: `toptill version
Prints the version.`,
}

const NAME = new RegExp(String.raw`(?<![\w./\\-])toptill(?= (?:VERB\b|--help|${VERBS.join('|')})(?![\w-]))`, 'g')

/** `TOPTILL_COMMAND` is set if the program is called by more than `toptill`, for example in a clone. */
export const asCalled = (text: string, { TOPTILL_COMMAND: command }: NodeJS.ProcessEnv): string =>
  command ? text.replaceAll(NAME, () => command) : text

export function refuseUnknown(word: string): string {
  const near = VERBS.filter((verb) => verb.startsWith(word) || word.startsWith(verb) || lettersApart(word, verb) <= 3)
  const shown = /^[\w-]{1,40}$/.test(word) ? `"${word}"` : 'like this'
  return `There is no command ${shown}. ${near.length > 0 ? `Did you mean ${near.map((verb) => `toptill ${verb}`).join(' or ')}?` : 'toptill --help lists them.'}`
}
