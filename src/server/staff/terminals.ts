import type { Kysely, Transaction } from 'kysely'

import type { IssuedCode } from '#api/terminals.ts'
import { plainCode } from '#domain/enrollment-code.ts'
import type { AuditKind } from '#domain/audit.ts'
import type { Terminal } from '#domain/person.ts'
import { inShop } from '#domain/shop-code.ts'
import { isSameName } from '#domain/typed-text.ts'
import type { Clock } from '../lib/clock.ts'
import { InvalidOperation } from '../lib/failures.ts'
import { fixedQuery } from '../database/drivers/fixed-query.ts'
import { createReadCache } from '../database/drivers/read-cache.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import { ADMINISTRATOR, type Actor, type AuditLog } from '../audit/audit-log.ts'
import { hashToken, newCode, newId, newToken, readName } from './identifiers.ts'
import { endSessions } from './session-store.ts'
import { createTerminalOffers, freeName, type Enrolled } from './terminal-offers.ts'

/** Long enough to walk to the new terminal, too short for a note that is found later. */
export const ENROLLMENT_CODE_VALID_MS = 15 * 60 * 1000

export type Terminals = ReturnType<typeof createTerminals>
/** A terminal with what only supervisors and the administrator see. Times are epoch ms. */
export type TerminalMember = Terminal & { createdAt: number; revokedAt: number | null }

type Trx = Transaction<JournalTables>
type TerminalRow = { id: string; name: string; is_kiosk: number; is_self_order: number; is_practice: number }
const TERMINAL_COLUMNS = ['id', 'name', 'is_kiosk', 'is_self_order', 'is_practice'] as const
/** What a terminal is for. With neither it is a counter. */
type Kind = Pick<TerminalRow, 'is_kiosk' | 'is_self_order'>
const COUNTER: Kind = { is_kiosk: 0, is_self_order: 0 }
type IssueOptions = { isKiosk?: boolean; isSelfOrder?: boolean; actor?: Actor }
type TerminalDeps = { db: Kysely<JournalTables>; clock: Clock; audit: AuditLog; shopId?: string | undefined }

/** The enrolled browsers. Each has its own secret in a cookie. */
export function createTerminals({ db, clock, audit, shopId }: TerminalDeps) {
  const cache = createReadCache<TerminalRow>()
  audit.onChange(cache.empty)
  const offers = createTerminalOffers({ audit, clock })
  const byToken = fixedQuery(db, ({ hash }: { hash: string }) =>
    db.selectFrom('terminals').select(TERMINAL_COLUMNS).where('token_hash', '=', hash).where('revoked_at', 'is', null),
  )

  /** Issues a code that makes one browser a terminal of this name, once, within 15 minutes. */
  async function issueEnrollmentCode(
    wanted: string,
    { isKiosk = false, isSelfOrder = false, actor = ADMINISTRATOR }: IssueOptions = {},
  ): Promise<IssuedCode> {
    if (isKiosk && isSelfOrder) throw new InvalidOperation('A terminal is a kiosk or for self-order, not both.')
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
          is_self_order: isSelfOrder ? 1 : 0,
          created_at: now,
          expires_at: expiresAt,
          used_at: null,
        })
        .execute()
      await note({ kind: 'enrollment-code-issued', ...actor, detail: { name, ...kindDetail(isKiosk, isSelfOrder) } })
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
        .returning(['terminal_name', 'is_kiosk', 'is_self_order'])
        .executeTakeFirst()
      if (!used) return undefined
      const { terminal_name: called, ...kind } = used
      const enrolled = await insert(trx, called, kind)
      const { terminal } = enrolled
      const detail = kindDetail(terminal.isKiosk === true, terminal.isSelfOrder === true)
      await note({ kind: 'terminal-enrolled', ...about(terminal), detail })
      return enrolled
    })
  }

  /** Makes a browser a terminal without a code. For practice on the same machine only. */
  function enrolItself(name: string): Promise<Enrolled> {
    return audit.commit(async (trx, note) => {
      const enrolled = await insert(trx, name)
      await note({ kind: 'terminal-enrolled', ...about(enrolled.terminal), detail: { kiosk: false } })
      return enrolled
    })
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

  /** Adds a terminal, under a name that no other one in use has, in a commit of the caller, who also writes the audit line. */
  async function insert(trx: Trx, wanted: string, kind = COUNTER): Promise<Enrolled> {
    const row = { id: newId(), name: await freeName(trx, readName(wanted)), ...kind, is_practice: 0 }
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

  /** The terminals in use with this name in any case. Several can have the same name, as earlier versions allowed it. */
  async function findByName(name: string): Promise<Terminal[]> {
    const inUse = await db.selectFrom('terminals').selectAll().where('revoked_at', 'is', null).execute()
    return inUse.filter((terminal) => isSameName(terminal.name, name)).map(readTerminal)
  }

  /** The terminal of a cookie. `fromCache`: as of the last read, or of the last change of people, terminals or sessions. */
  async function findByToken(token: string, { fromCache = false } = {}): Promise<Terminal | undefined> {
    const hash = hashToken(token)
    const row = await cache.find(hash, fromCache, async () => (await byToken({ hash })).rows[0])
    return row ? readTerminal(row) : offers.accept(hash)
  }

  /** Makes a terminal an ordinary browser again and ends the session there. */
  function revoke(id: string, actor: Actor = ADMINISTRATOR): Promise<Terminal> {
    return change(id, { revoked_at: clock.now() }, 'terminal-revoked', actor)
  }

  /** Makes a terminal a kiosk or an ordinary terminal and ends the session there, which began under other rules. */
  function setKiosk(id: string, isKiosk: boolean, actor: Actor = ADMINISTRATOR): Promise<Terminal> {
    return change(id, { ...COUNTER, is_kiosk: isKiosk ? 1 : 0 }, isKiosk ? 'kiosk-enabled' : 'kiosk-disabled', actor)
  }

  /** Makes a terminal a tablet for self-order or an ordinary terminal and ends the session there. Throws for a till in practice, whose orders nobody would see. */
  function setSelfOrder(id: string, isOn: boolean, actor: Actor): Promise<Terminal> {
    const kind = isOn ? 'self-order-enabled' : 'self-order-disabled'
    return change(id, { ...COUNTER, is_self_order: isOn ? 1 : 0 }, kind, actor, async (trx) => {
      if (!isOn) return
      const row = await trx.selectFrom('terminals').select('is_practice').where('id', '=', id).executeTakeFirst()
      if (row?.is_practice === 1) throw new InvalidOperation('This till is in practice. Switch it back first.')
      // Nothing is sold there that a customer display could show.
      await trx
        .updateTable('displays')
        .set({ revoked_at: clock.now() })
        .where('terminal_id', '=', id)
        .where('revoked_at', 'is', null)
        .execute()
    })
  }

  /** Makes a kiosk an ordinary terminal after a PIN given at it. `assertStillValid` verifies that PIN again in the commit. */
  function leaveKiosk(id: string, actor: Actor, assertStillValid: (trx: Trx) => Promise<void>): Promise<Terminal> {
    return change(id, COUNTER, 'kiosk-disabled', actor, assertStillValid)
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
    values: { revoked_at: number } | Kind,
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
    offer: offers.offer,
    insert,
    listAll,
    findOpenCode,
    findByName,
    findByToken,
    wasRevoked,
    revoke,
    setKiosk,
    setSelfOrder,
    leaveKiosk,
    setPractice,
    listPracticing,
  }
}

/** For the audit log. */
const kindDetail = (isKiosk: boolean, isSelfOrder: boolean) => ({
  kiosk: isKiosk,
  ...(isSelfOrder && { selfOrder: true }),
})

const about = ({ id, name }: { id: string; name: string }) => ({ about: { id, name } })

/** A row of the journal as a terminal. */
export const readTerminal = ({ id, name, is_kiosk, is_self_order, is_practice }: TerminalRow): Terminal => ({
  id,
  name,
  ...(is_kiosk !== 0 && { isKiosk: true as const }),
  ...(is_self_order !== 0 && { isSelfOrder: true as const }),
  ...(is_practice !== 0 && { isPractice: true as const }),
})
