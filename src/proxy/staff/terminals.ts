import type { Kysely, Transaction } from 'kysely'

import type { IssuedCode } from '#contract/proxy/terminals.ts'
import type { AuditKind } from '#domain/audit.ts'
import type { Terminal } from '#domain/person.ts'
import type { Clock } from '../clock.ts'
import { fixedQuery } from '../journal/fixed-query.ts'
import { createReadCache } from '../journal/read-cache.ts'
import type { JournalTables } from '../journal/tables.ts'
import type { AuditLog } from './audit-log.ts'
import { ADMINISTRATOR, type Actor } from './actor.ts'
import { isSameName, readName } from './names.ts'
import { InvalidOperation } from './invalid-operation.ts'
import { endSessions } from './end-sessions.ts'
import { readTerminal } from './terminal-row.ts'
import { hashToken, newCode, newId, newToken, plainCode } from './tokens.ts'

/** Long enough to walk to the new terminal, too short to be found later on a note. */
export const ENROLLMENT_CODE_VALID_MS = 15 * 60 * 1000

export type Terminals = ReturnType<typeof createTerminals>
/** A terminal with what only supervisors and the operator see. */
export type TerminalMember = Terminal & { createdAt: number; revokedAt: number | null }
/** `token` is for the cookie of that browser; it is not stored here and cannot be read again. */
export type Enrolled = { terminal: Terminal; token: string }

/** A browser that has not come back yet. */
type Offered = { terminal: Terminal; taken?: Promise<Terminal> }
/** Who asks without end keeps nobody else from becoming a terminal for longer than that. */
const MAX_OFFERED = 1_000

type Trx = Transaction<JournalTables>
type TerminalDeps = { db: Kysely<JournalTables>; clock: Clock; audit: AuditLog }

/** The browsers that may be a till. Each holds its own secret in a cookie. */
export function createTerminals({ db, clock, audit }: TerminalDeps) {
  type Row = Parameters<typeof readTerminal>[0]
  const known = createReadCache<Row>()
  audit.onChange(known.empty)
  const byToken = fixedQuery(db, ({ hash }: { hash: string }) =>
    db
      .selectFrom('terminals')
      .select(['id', 'name', 'is_kiosk'])
      .where('token_hash', '=', hash)
      .where('revoked_at', 'is', null),
  )

  /** A code that makes one browser a terminal of this name, once, within 15 minutes. */
  async function issueEnrollmentCode(
    wanted: string,
    { isKiosk = false, actor = ADMINISTRATOR }: { isKiosk?: boolean; actor?: Actor } = {},
  ): Promise<IssuedCode> {
    const code = newCode()
    const name = readName(wanted)
    const now = clock.now()
    const expiresAt = now + ENROLLMENT_CODE_VALID_MS
    await audit.commit(async (trx, note) => {
      await trx
        .insertInto('enrollment_codes')
        .values({
          code_hash: hashToken(plainCode(code)),
          terminal_name: name,
          is_kiosk: isKiosk ? 1 : 0,
          created_at: now,
          expires_at: expiresAt,
          used_at: null,
        })
        .execute()
      await note({ kind: 'enrollment-code-issued', ...actor, detail: { name, kiosk: isKiosk } })
    })
    return { code, expiresAt }
  }

  /** Makes the browser that sent `code` a terminal; nothing when the code is wrong, used or too old. */
  function enrol(code: string): Promise<Enrolled | undefined> {
    return audit.commit(async (trx, note) => {
      const used = await trx
        .updateTable('enrollment_codes')
        .set({ used_at: clock.now() })
        .where('code_hash', '=', hashToken(plainCode(code)))
        .where('used_at', 'is', null)
        .where('expires_at', '>', clock.now())
        .returning(['terminal_name', 'is_kiosk'])
        .executeTakeFirst()
      if (!used) return undefined
      const enrolled = await insert(trx, used.terminal_name, used.is_kiosk)
      await note({ kind: 'terminal-enrolled', ...about(enrolled.terminal), detail: { kiosk: used.is_kiosk !== 0 } })
      return enrolled
    })
  }

  /** Makes a browser a terminal without a code, under a name that is free: practice on the same machine only. */
  function enrolItself(name: string): Promise<Enrolled> {
    return audit.commit(async (trx, note) => {
      const inUse = await trx.selectFrom('terminals').select('name').where('revoked_at', 'is', null).execute()
      const enrolled = await insert(trx, freeName(readName(name), inUse))
      await note({ kind: 'terminal-enrolled', ...about(enrolled.terminal), detail: { kiosk: false } })
      return enrolled
    })
  }

  /** Secrets that were handed out and are no terminal yet, by their hash. */
  const offered = new Map<string, Offered>()

  /**
   * A secret that makes its browser a terminal when it first comes back with it: who never sends a cookie becomes none, however often they
   * ask. Practice on the same machine only.
   */
  function offer(name: string): Enrolled {
    const terminal = { id: newId(), name: readName(name) }
    const token = newToken()
    offered.set(hashToken(token), { terminal })
    for (const oldest of offered.keys()) {
      if (offered.size <= MAX_OFFERED) break
      offered.delete(oldest)
    }
    return { terminal, token }
  }

  /** The terminal that an offered secret stands for, once; what is asked for at the same time waits for the same. */
  function takeUp(hash: string): Promise<Terminal> | undefined {
    const offer = offered.get(hash)
    if (!offer) return undefined
    offer.taken ??= audit
      .commit(async (trx, note) => {
        const inUse = await trx.selectFrom('terminals').select('name').where('revoked_at', 'is', null).execute()
        const row = { id: offer.terminal.id, name: freeName(offer.terminal.name, inUse) }
        await trx
          .insertInto('terminals')
          .values({ ...row, token_hash: hash, created_at: clock.now(), revoked_at: null })
          .execute()
        await note({ kind: 'terminal-enrolled', ...about(row), detail: { kiosk: false } })
        return row
      })
      .finally(() => offered.delete(hash))
    return offer.taken
  }

  /** Whether this secret was that of a terminal which is none any more. */
  async function wasRevoked(token: string): Promise<boolean> {
    const row = await db
      .selectFrom('terminals')
      .select('id')
      .where('token_hash', '=', hashToken(token))
      .where('revoked_at', 'is not', null)
      .executeTakeFirst()
    return row !== undefined
  }

  /** Part of a commit of the caller, who notes it. */
  async function insert(trx: Trx, wanted: string, isKiosk = 0): Promise<Enrolled> {
    const row = { id: newId(), name: readName(wanted), is_kiosk: isKiosk }
    const token = newToken()
    await trx
      .insertInto('terminals')
      .values({ ...row, token_hash: hashToken(token), created_at: clock.now(), revoked_at: null })
      .execute()
    return { terminal: readTerminal(row), token }
  }

  /** Every terminal, also the revoked. */
  async function listAll(): Promise<TerminalMember[]> {
    const rows = await db.selectFrom('terminals').selectAll().orderBy('created_at').orderBy('id').execute()
    return rows.map((row) => ({ ...readTerminal(row), createdAt: row.created_at, revokedAt: row.revoked_at }))
  }

  /** Those in use with this name, in any case: names of terminals need not differ. */
  async function findByName(name: string): Promise<Terminal[]> {
    const inUse = await db.selectFrom('terminals').selectAll().where('revoked_at', 'is', null).execute()
    return inUse.filter((terminal) => isSameName(terminal.name, name)).map(readTerminal)
  }

  /** `fromCache`: as it was when somebody last asked, or something was changed. */
  async function findByToken(token: string, { fromCache = false } = {}): Promise<Terminal | undefined> {
    const hash = hashToken(token)
    const row = await known.find(hash, fromCache, async () => (await byToken({ hash })).rows[0])
    return row ? readTerminal(row) : takeUp(hash)
  }

  /** Makes a terminal an ordinary browser again and signs out whoever works there. */
  function revoke(id: string, actor: Actor = ADMINISTRATOR): Promise<Terminal> {
    return change(id, { revoked_at: clock.now() }, 'terminal-revoked', actor)
  }

  /** Makes a terminal a kiosk or an ordinary one, and signs out whoever works there: what was open under the other rules is not left so. */
  function setKiosk(id: string, isKiosk: boolean, actor: Actor = ADMINISTRATOR): Promise<Terminal> {
    return change(id, { is_kiosk: isKiosk ? 1 : 0 }, isKiosk ? 'kiosk-enabled' : 'kiosk-disabled', actor)
  }

  /** The same for a kiosk by a PIN given at it, which `assertStillValid` looks at once more. */
  function leaveKiosk(id: string, actor: Actor, holdsIn: (trx: Trx) => Promise<void>): Promise<Terminal> {
    return change(id, { is_kiosk: 0 }, 'kiosk-disabled', actor, holdsIn)
  }

  function change(
    id: string,
    values: { revoked_at: number } | { is_kiosk: number },
    kind: AuditKind,
    actor: Actor,
    holdsIn?: (trx: Trx) => Promise<void>,
  ): Promise<Terminal> {
    return audit.commit(async (trx, note) => {
      await holdsIn?.(trx)
      const row = await trx
        .updateTable('terminals')
        .set(values)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .returning(['id', 'name', 'is_kiosk'])
        .executeTakeFirst()
      if (!row) throw new InvalidOperation('No terminal in use has this id.')
      await endSessions(trx, clock.now(), { terminal_id: id })
      await note({ kind, ...actor, ...about(row) })
      return readTerminal(row)
    })
  }

  return {
    issueEnrollmentCode,
    enrol,
    enrolItself,
    offer,
    insert,
    listAll,
    findByName,
    findByToken,
    wasRevoked,
    revoke,
    setKiosk,
    leaveKiosk,
  }
}

function freeName(name: string, taken: { name: string }[]): string {
  for (let count = 1; ; count += 1) {
    const one = count === 1 ? name : `${name} ${count}`
    if (!taken.some((other) => isSameName(other.name, one))) return one
  }
}

const about = ({ id, name }: { id: string; name: string }) => ({ about: { id, name } })
