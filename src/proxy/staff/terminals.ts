import type { Kysely, Transaction } from 'kysely'

import type { IssuedCode } from '#contract/proxy/terminals.ts'
import type { AuditKind } from '#domain/audit.ts'
import type { Terminal } from '#domain/person.ts'
import { inShop } from '#domain/shop-code.ts'
import type { Clock } from '../clock.ts'
import { InvalidOperation } from '../failures.ts'
import { fixedQuery } from '../journal/fixed-query.ts'
import { createReadCache } from '../journal/read-cache.ts'
import type { JournalTables } from '../journal/tables.ts'
import { ADMINISTRATOR, type Actor, type AuditLog } from './audit-log.ts'
import { hashToken, isSameName, newCode, newId, newToken, plainCode, readName } from './identifiers.ts'
import { endSessions } from './session-store.ts'

/** Long enough to walk to the new terminal, too short for a note that is found later. */
export const ENROLLMENT_CODE_VALID_MS = 15 * 60 * 1000

export type Terminals = ReturnType<typeof createTerminals>
/** A terminal with what only supervisors and the administrator see. Times are epoch ms. */
export type TerminalMember = Terminal & { createdAt: number; revokedAt: number | null }
/** `token` is for the cookie of that browser. Only its hash is stored, so it cannot be read again. */
export type Enrolled = { terminal: Terminal; token: string }

/** A terminal that was offered to a browser which has not sent its cookie yet. */
type Offer = { terminal: Terminal; accepted?: Promise<Terminal> }
/** The oldest offers are dropped above this, so that requests without end cannot fill the memory. */
const MAX_OFFERS = 1_000

type Trx = Transaction<JournalTables>
type TerminalRow = { id: string; name: string; is_kiosk: number; is_practice: number }
const TERMINAL_COLUMNS = ['id', 'name', 'is_kiosk', 'is_practice'] as const
type TerminalDeps = { db: Kysely<JournalTables>; clock: Clock; audit: AuditLog; shopId?: string | undefined }

/** The enrolled browsers. Each has its own secret in a cookie. */
export function createTerminals({ db, clock, audit, shopId }: TerminalDeps) {
  const cache = createReadCache<TerminalRow>()
  audit.onChange(cache.empty)
  const byToken = fixedQuery(db, ({ hash }: { hash: string }) =>
    db.selectFrom('terminals').select(TERMINAL_COLUMNS).where('token_hash', '=', hash).where('revoked_at', 'is', null),
  )

  /** Issues a code that makes one browser a terminal of this name, once, within 15 minutes. */
  async function issueEnrollmentCode(
    wanted: string,
    { isKiosk = false, actor = ADMINISTRATOR }: { isKiosk?: boolean; actor?: Actor } = {},
  ): Promise<IssuedCode> {
    // The shop is part of what is hashed: before another shop's id, the letters are a wrong code.
    const code = inShop(newCode(), shopId)
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

  /** Makes the browser that sent `code` a terminal. Returns `undefined` if the code is wrong, used or expired. */
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

  /** Makes a browser a terminal without a code, under a name that is free. For practice on the same machine only. */
  function enrolItself(name: string): Promise<Enrolled> {
    return audit.commit(async (trx, note) => {
      const inUse = await trx.selectFrom('terminals').select('name').where('revoked_at', 'is', null).execute()
      const enrolled = await insert(trx, freeName(readName(name), inUse))
      await note({ kind: 'terminal-enrolled', ...about(enrolled.terminal), detail: { kiosk: false } })
      return enrolled
    })
  }

  /** Offers by the hash of their secret. */
  const offers = new Map<string, Offer>()

  /**
   * A secret that makes its browser a terminal when the browser first sends it back. A client that never sends cookies becomes none, however
   * many requests it sends. For practice on the same machine only.
   */
  function offer(name: string): Enrolled {
    const terminal = { id: newId(), name: readName(name) }
    const token = newToken()
    offers.set(hashToken(token), { terminal })
    for (const oldest of offers.keys()) {
      if (offers.size <= MAX_OFFERS) break
      offers.delete(oldest)
    }
    return { terminal, token }
  }

  /** Enrolls the terminal of an offered secret, once. Parallel requests wait for the same enrollment. */
  function accept(hash: string): Promise<Terminal> | undefined {
    const offer = offers.get(hash)
    if (!offer) return undefined
    offer.accepted ??= audit
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
      .finally(() => offers.delete(hash))
    return offer.accepted
  }

  /** Whether this is the secret of a revoked terminal. */
  async function wasRevoked(token: string): Promise<boolean> {
    const row = await db
      .selectFrom('terminals')
      .select('id')
      .where('token_hash', '=', hashToken(token))
      .where('revoked_at', 'is not', null)
      .executeTakeFirst()
    return row !== undefined
  }

  /** Adds a terminal in a commit of the caller, who also writes the audit line. */
  async function insert(trx: Trx, wanted: string, isKiosk = 0): Promise<Enrolled> {
    const row = { id: newId(), name: readName(wanted), is_kiosk: isKiosk, is_practice: 0 }
    const token = newToken()
    await trx
      .insertInto('terminals')
      .values({ ...row, token_hash: hashToken(token), created_at: clock.now(), revoked_at: null })
      .execute()
    return { terminal: readTerminal(row), token }
  }

  /** All terminals, including the revoked ones. */
  async function listAll(): Promise<TerminalMember[]> {
    const rows = await db.selectFrom('terminals').selectAll().orderBy('created_at').orderBy('id').execute()
    return rows.map((row) => ({ ...readTerminal(row), createdAt: row.created_at, revokedAt: row.revoked_at }))
  }

  /** Until when an enrollment code that nobody has used yet can be used (epoch ms): the last one, if there are several. */
  async function findOpenCode(): Promise<number | undefined> {
    const newest = await db
      .selectFrom('enrollment_codes')
      .select('expires_at')
      .where('used_at', 'is', null)
      .where('expires_at', '>', clock.now())
      .orderBy('expires_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return newest?.expires_at
  }

  /** The terminals in use with this name in any case. Several can have the same name. */
  async function findByName(name: string): Promise<Terminal[]> {
    const inUse = await db.selectFrom('terminals').selectAll().where('revoked_at', 'is', null).execute()
    return inUse.filter((terminal) => isSameName(terminal.name, name)).map(readTerminal)
  }

  /** The terminal of a cookie. `fromCache`: as of the last read, or of the last change of people, terminals or sessions. */
  async function findByToken(token: string, { fromCache = false } = {}): Promise<Terminal | undefined> {
    const hash = hashToken(token)
    const row = await cache.find(hash, fromCache, async () => (await byToken({ hash })).rows[0])
    return row ? readTerminal(row) : accept(hash)
  }

  /** Makes a terminal an ordinary browser again and ends the session there. */
  function revoke(id: string, actor: Actor = ADMINISTRATOR): Promise<Terminal> {
    return change(id, { revoked_at: clock.now() }, 'terminal-revoked', actor)
  }

  /** Makes a terminal a kiosk or an ordinary terminal and ends the session there, which began under other rules. */
  function setKiosk(id: string, isKiosk: boolean, actor: Actor = ADMINISTRATOR): Promise<Terminal> {
    return change(id, { is_kiosk: isKiosk ? 1 : 0 }, isKiosk ? 'kiosk-enabled' : 'kiosk-disabled', actor)
  }

  /** Makes a kiosk an ordinary terminal after a PIN given at it. `assertStillValid` verifies that PIN again in the commit. */
  function leaveKiosk(id: string, actor: Actor, assertStillValid: (trx: Trx) => Promise<void>): Promise<Terminal> {
    return change(id, { is_kiosk: 0 }, 'kiosk-disabled', actor, assertStillValid)
  }

  /**
   * Switches a till to practice or back after a PIN given at it. `assertMayLeave` throws in the commit where the till has something open in what
   * it leaves. The person at the till stays signed in.
   */
  function setPractice(
    id: string,
    isPractice: boolean,
    actor: Actor,
    assertMayLeave: (trx: Trx) => Promise<void>,
  ): Promise<Terminal> {
    return audit.commit(async (trx, note) => {
      await assertMayLeave(trx)
      const row = await trx
        .updateTable('terminals')
        .set({ is_practice: isPractice ? 1 : 0 })
        .where('id', '=', id)
        .where('is_practice', '=', isPractice ? 0 : 1)
        .where('revoked_at', 'is', null)
        .returning(TERMINAL_COLUMNS)
        .executeTakeFirst()
      if (!row) throw new InvalidOperation(isPractice ? 'This till is in practice.' : 'This till is not in practice.')
      await note({ kind: isPractice ? 'practice-started' : 'practice-ended', ...actor, ...about(row) })
      return readTerminal(row)
    })
  }

  /** The ids of the tills in practice. */
  async function listPracticing(): Promise<string[]> {
    const rows = await db
      .selectFrom('terminals')
      .select('id')
      .where('is_practice', '=', 1)
      .where('revoked_at', 'is', null)
      .execute()
    return rows.map(({ id }) => id)
  }

  function change(
    id: string,
    values: { revoked_at: number } | { is_kiosk: number },
    kind: AuditKind,
    actor: Actor,
    assertStillValid?: (trx: Trx) => Promise<void>,
  ): Promise<Terminal> {
    return audit.commit(async (trx, note) => {
      await assertStillValid?.(trx)
      const row = await trx
        .updateTable('terminals')
        .set(values)
        .where('id', '=', id)
        .where('revoked_at', 'is', null)
        .returning(TERMINAL_COLUMNS)
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
    findOpenCode,
    findByName,
    findByToken,
    wasRevoked,
    revoke,
    setKiosk,
    leaveKiosk,
    setPractice,
    listPracticing,
  }
}

function freeName(name: string, taken: { name: string }[]): string {
  for (let count = 1; ; count += 1) {
    const candidate = count === 1 ? name : `${name} ${count}`
    if (!taken.some((other) => isSameName(other.name, candidate))) return candidate
  }
}

const about = ({ id, name }: { id: string; name: string }) => ({ about: { id, name } })

/** A row of the journal as a terminal. */
export const readTerminal = ({ id, name, is_kiosk, is_practice }: TerminalRow): Terminal => ({
  id,
  name,
  ...(is_kiosk !== 0 && { isKiosk: true as const }),
  ...(is_practice !== 0 && { isPractice: true as const }),
})
