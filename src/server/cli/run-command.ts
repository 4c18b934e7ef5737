import type { Person, Terminal } from '#domain/person.ts'
import { BackupFailed, type Backups } from '../database/maintenance/backup.ts'
import type { Admissions } from '../staff/shop-membership.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import { InvalidOperation } from '../lib/failures.ts'
import type { People } from '../staff/people.ts'
import type { Terminals } from '../staff/terminals/terminals.ts'
import type { Memberships } from '../shops/memberships.ts'
import type { BackupCommand, CommandResult, IdOrName, StaffCommand } from './command.ts'

type Staff = {
  people: People
  admissions: Admissions
  terminals: Terminals
  audit: Pick<AuditLog, 'verify'>
  /** There are owners only if there are several shops. */
  hasShops?: boolean
  memberships?: Pick<Memberships, 'tellAll' | 'dismissEverywhere'> | undefined
}

/** Returns text for the administrator, with `ok: false` if it is not possible. */
export async function runCommand(staff: Staff, command: StaffCommand): Promise<CommandResult> {
  try {
    return { ok: true, text: await carryOut(staff, command) }
  } catch (error) {
    if (error instanceof InvalidOperation) return { ok: false, text: error.message, isRefusal: true }
    throw error
  }
}

const NOT_A_FILE =
  'The database is in PostgreSQL. Back it up with pg_dump --format=custom --file=FILE and the address in DATABASE_URL.'

/** The caller verifies the copy. `audit` is absent without a running server, because anyone who may copy the journal could also copy the file. */
export async function runBackup(
  backups: Pick<Backups, 'copyTo'> | undefined,
  { file }: BackupCommand,
  audit?: Pick<AuditLog, 'append'>,
): Promise<CommandResult> {
  if (!backups) return { ok: false, text: NOT_A_FILE }
  try {
    await backups.copyTo(file)
    await audit?.append({ kind: 'exported', detail: { what: 'backup' } })
    return { ok: true, text: `${file} was written.` }
  } catch (error) {
    if (error instanceof BackupFailed) return { ok: false, text: error.message }
    throw error
  }
}

const NO_SHOPS = 'This installation has one shop, and every supervisor sees all of it. Use --role supervisor.'

async function carryOut(staff: Staff, command: StaffCommand): Promise<string> {
  const { people, terminals, hasShops } = staff
  if ('role' in command && command.role === 'owner' && !hasShops) throw new InvalidOperation(NO_SHOPS)
  switch (command.action) {
    case 'staff add': {
      const { role, ...person } = command
      const newcomer = role === 'owner' ? ({ role: 'supervisor', isOwner: true } as const) : { role }
      const { id, name } = await people.add({ ...person, ...newcomer })
      return `${name} can sign in as ${role} (id ${id}).`
    }
    case 'staff set-role': {
      const { id, name } = await people.setOwner((await findPerson(people, command.who)).id, command.role === 'owner')
      const done = command.role === 'owner' ? 'is an owner and sees all shops.' : 'is a supervisor of this shop.'
      return `${name} ${done}${await tellOthers(staff, (others) => others.tellAll(id, 'isOwner', undefined), AGAIN)}`
    }
    case 'staff list':
      return listStaff(people)
    case 'staff set-pin': {
      const { id, name } = await people.setPin((await findPerson(people, command.who)).id, command.pin)
      return `${name} has a new PIN and was signed out everywhere.${await tellOthers(staff, (others) => others.tellAll(id, 'pin', undefined), AGAIN)}`
    }
    case 'staff disable': {
      const { id, name } = await findPerson(people, command.who)
      await people.disable(id, undefined, { everywhere: true })
      // The person can no longer be found here, so the command cannot be repeated.
      const atEach = `Run there: toptill staff disable --id ${id} --shop SHOP.`
      return `${name} can no longer sign in and was signed out everywhere.${await tellOthers(staff, (others) => others.dismissEverywhere(id, undefined), atEach)}`
    }
    case 'staff admit': {
      const { action: _, from, ...person } = command
      const isIn = await staff.admissions.admit(person, from)
      return isIn ? `${person.name} can sign in here.` : `${person.name} is not in this shop.`
    }
    case 'staff dismiss':
      await staff.admissions.dismiss(command.id, command.from)
      return 'They can no longer sign in here.'
    case 'staff language':
      await people.setLanguage(command.id, command.language)
      return 'Their language was changed here, too.'
    case 'terminal enroll': {
      const { name, kiosk: isKiosk = false, selfOrder: isSelfOrder = false } = command
      const [namesake] = await terminals.findByName(name)
      const { code } = await terminals.issueEnrollmentCode(name, { isKiosk, isSelfOrder })
      const hint = namesake
        ? `A till in use is called ${namesake.name}, so the new one gets a number after its name. If that till is no longer used, disconnect it first: toptill terminal revoke --name "${namesake.name}"\n`
        : ''
      // The code is alone on the last line, so scripts can read it.
      return `${hint}Open Toptill in the browser of the new till and enter this code within 15 minutes. It works once.\n${code}`
    }
    case 'terminal list':
      return listTerminals(terminals)
    case 'terminal revoke': {
      const { name } = await terminals.revoke((await findTerminal(terminals, command.which)).id)
      return `${name} is no longer a till, and anyone signed in there was signed out.`
    }
    case 'audit-log verify':
      return verifyLog(staff)
  }
}

const AGAIN = 'Run the command again while Toptill is running.'

/** `todo`: what to do if a shop was not notified. */
async function tellOthers(
  { memberships, hasShops }: Staff,
  tell: (others: NonNullable<Staff['memberships']>) => Promise<string[]>,
  todo: string,
): Promise<string> {
  if (!hasShops) return ''
  if (!memberships) return ` Other shops don't have this change yet. ${todo}`
  const notHeard = await tell(memberships)
  return notHeard.length === 0
    ? ''
    : ` These shops don't have this change, or rejected it: ${notHeard.join(', ')}. ${todo}`
}

async function listStaff(people: People): Promise<string> {
  const all = await people.listAll()
  if (all.length === 0) return 'No staff yet. Add someone: toptill staff add --name … --role cashier'
  const locks = await people.pinLocks()
  return inColumns(
    all.map(({ id, name, role, isOwner, disabledAt }) => {
      const state = disabledAt !== null ? 'disabled' : locks.has(id) ? 'too many wrong PINs' : ''
      return [id, isOwner ? 'owner' : role, state, name]
    }),
  )
}

async function listTerminals(terminals: Terminals): Promise<string> {
  const all = await terminals.listAll()
  if (all.length === 0) return 'No tills yet. Set one up: toptill terminal enroll --name …'
  return inColumns(
    all.map(({ id, createdAt, revokedAt, isKiosk, isSelfOrder, name }) => [
      id,
      new Date(createdAt).toISOString().slice(0, 10),
      revokedAt !== null ? 'revoked' : isKiosk ? 'kiosk' : isSelfOrder ? 'self-order' : '',
      name,
    ]),
  )
}

/** Throws `InvalidOperation` for a broken log, so the exit code is 1. */
async function verifyLog({ people, terminals, audit }: Pick<Staff, 'people' | 'terminals' | 'audit'>): Promise<string> {
  const verdict = await audit.verify().catch((error: unknown) => {
    if (!/no such table/.test(String(error))) throw error
    throw new InvalidOperation(
      'The database has no audit log: its table was removed. Compare with a backup or with the lines on standard output.',
    )
  })
  if (!verdict.isIntact) {
    throw new InvalidOperation(
      `The audit log was tampered with: entry ${verdict.firstBadLine} was changed, removed or added. The entries before it are valid. Compare the rest with a backup or with the lines on standard output.`,
    )
  }
  // Adding a person or terminal writes an entry, so an empty log contradicts them.
  const hasEntries = (await people.hasAnyone()) || (await terminals.listAll()).length > 0
  if (verdict.lines === 0 && hasEntries) {
    throw new InvalidOperation(
      'The audit log is empty, although the database has staff or tills. Either they come from a version without an audit log and nothing has happened since, or the log was emptied.',
    )
  }
  return `The audit log is complete: ${verdict.lines} ${verdict.lines === 1 ? 'entry' : 'entries'}, head ${verdict.head}.`
}

async function findPerson(people: People, who: IdOrName): Promise<Person> {
  const person = 'id' in who ? await people.find(who.id) : await people.findByName(who.name)
  if (person) return person
  throw new InvalidOperation(
    `No one with ${'id' in who ? `the id ${who.id}` : `the name ${who.name}`} can sign in. See: toptill staff list`,
  )
}

async function findTerminal(terminals: Terminals, which: IdOrName): Promise<Pick<Terminal, 'id'>> {
  // `revoke` checks the id.
  if ('id' in which) return which
  const [terminal, ...others] = await terminals.findByName(which.name)
  if (!terminal) throw new InvalidOperation(`No till in use has the name ${which.name}. See: toptill terminal list`)
  if (others.length === 0) return terminal
  const ids = [terminal, ...others].map(({ id }) => id).join(', ')
  throw new InvalidOperation(`${others.length + 1} terminals have the name ${which.name}. Say which by --id: ${ids}`)
}

function inColumns(rows: string[][]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
