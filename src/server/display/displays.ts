import type { Kysely, Transaction } from 'kysely'

import type { IssuedCode } from '#api/terminals.ts'
import { ENROLLMENT_CODE_VALID_MS, plainCode } from '#domain/enrollment-code.ts'
import type { Terminal } from '#domain/person.ts'
import { inShop } from '#domain/shop-code.ts'
import type { Clock } from '../lib/clock.ts'
import { InvalidOperation } from '../lib/failures.ts'
import { fixedQuery } from '../database/drivers/fixed-query.ts'
import { createReadCache } from '../database/drivers/read-cache.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import type { Actor, AuditLog } from '../audit/audit-log.ts'
import { hashToken, newCode, newId, newToken } from '../lib/identifiers.ts'
import { readTerminal } from '../database/schema/terminal-row.ts'

/** A browser that shows the current sale of one till, and has no other rights. */
export type Display = { id: string; till: Terminal }

export type Displays = ReturnType<typeof createDisplays>
type Trx = Transaction<JournalTables>
type Deps = { db: Kysely<JournalTables>; clock: Clock; audit: AuditLog; shopId?: string | undefined }

/** Each display has its own secret, in a cookie with its own path, and is revoked with its till. */
export function createDisplays(deps: Deps) {
  const { db, audit } = deps
  const { byToken, ofTerminal } = displayQueries(db)
  const known = createReadCache<Display>()
  const paired = createReadCache<{ isPaired: boolean }>()
  audit.onChange(() => {
    known.empty()
    paired.empty()
  })

  return {
    ...pairing(deps),

    /** Cached until people, terminals or displays change. */
    findByToken: (token: string): Promise<Display | undefined> => {
      const hash = hashToken(token)
      return known.find(hash, true, async () => {
        const [row] = (await byToken({ hash })).rows
        return row && { id: row.display_id, till: readTerminal(row) }
      })
    },

    hasTill: async (terminalId: string): Promise<boolean> => {
      const read = async () => ({ isPaired: (await ofTerminal({ id: terminalId })).rows.length > 0 })
      return (await paired.find(terminalId, true, read))?.isPaired === true
    },

    list: async (): Promise<{ id: string; terminalId: string; pairedAt: number }[]> => {
      const rows = await db
        .selectFrom('displays')
        .select(['id', 'terminal_id', 'paired_at'])
        .where('token_hash', 'is not', null)
        .where('revoked_at', 'is', null)
        .orderBy('paired_at')
        .execute()
      return rows.map((row) => ({ id: row.id, terminalId: row.terminal_id, pairedAt: row.paired_at ?? 0 }))
    },
  }
}

function pairing({ clock, audit, shopId }: Deps) {
  /** A one-time code, valid for 15 minutes. */
  async function issueCode(terminalId: string, actor: Actor): Promise<IssuedCode> {
    const code = inShop(newCode(), shopId)
    const now = clock.now()
    const expiresAt = now + ENROLLMENT_CODE_VALID_MS
    await audit.commit(async (trx, note) => {
      const till = await requireCounter(trx, terminalId)
      await trx
        .insertInto('displays')
        .values({
          id: newId(),
          terminal_id: till.id,
          code_hash: hashToken(plainCode(code)),
          expires_at: expiresAt,
          token_hash: null,
          created_at: now,
          paired_at: null,
          revoked_at: null,
        })
        .execute()
      await note({ kind: 'display-code-issued', ...actor, about: { id: till.id, name: till.name } })
    })
    return { code, expiresAt }
  }

  /**
   * Returns the display's secret; `before` is its secret from an earlier pairing, which ends. `undefined` if the code is wrong, used or expired, or its till
   * was revoked.
   */
  function pair(code: string, before?: string): Promise<string | undefined> {
    return audit.commit(async (trx, note) => {
      const now = clock.now()
      const token = newToken()
      const used = await trx
        .updateTable('displays')
        .set({ token_hash: hashToken(token), paired_at: now })
        .where('code_hash', '=', hashToken(plainCode(code)))
        .where('token_hash', 'is', null)
        .where('revoked_at', 'is', null)
        .where('expires_at', '>', now)
        .where('terminal_id', 'in', (qb) =>
          qb.selectFrom('terminals').select('id').where('revoked_at', 'is', null).where('is_self_order', '=', 0),
        )
        .returning('terminal_id')
        .executeTakeFirst()
      if (!used) return undefined
      if (before !== undefined) await endByToken(trx, before, now)
      await note({ kind: 'display-paired', about: await tillOf(trx, used.terminal_id) })
      return token
    })
  }

  async function end(id: string, actor: Actor): Promise<void> {
    await audit.commit(async (trx, note) => {
      const row = await trx
        .updateTable('displays')
        .set({ revoked_at: clock.now() })
        .where('id', '=', id)
        .where('token_hash', 'is not', null)
        .where('revoked_at', 'is', null)
        .returning('terminal_id')
        .executeTakeFirst()
      if (!row) throw new InvalidOperation('No customer display in use has this id.')
      await note({ kind: 'display-ended', ...actor, about: await tillOf(trx, row.terminal_id) })
    })
  }

  return {
    issueCode,
    pair,
    end,
  }
}

function displayQueries(db: Kysely<JournalTables>) {
  const byToken = fixedQuery(db, ({ hash }: { hash: string }) =>
    db
      .selectFrom('displays')
      .innerJoin('terminals', 'terminals.id', 'displays.terminal_id')
      .select([
        'displays.id as display_id',
        'terminals.id',
        'terminals.name',
        'terminals.is_kiosk',
        'terminals.is_self_order',
        'terminals.is_practice',
      ])
      .where('displays.token_hash', '=', hash)
      .where('displays.revoked_at', 'is', null)
      .where('terminals.revoked_at', 'is', null)
      .where('terminals.is_self_order', '=', 0),
  )
  const ofTerminal = fixedQuery(db, ({ id }: { id: string }) =>
    db
      .selectFrom('displays')
      .select('id')
      .where('terminal_id', '=', id)
      .where('token_hash', 'is not', null)
      .where('revoked_at', 'is', null)
      .limit(1),
  )

  return { byToken, ofTerminal }
}

const tillOf = (trx: Trx, id: string) =>
  trx.selectFrom('terminals').select(['id', 'name']).where('id', '=', id).executeTakeFirstOrThrow()

const endByToken = (trx: Trx, token: string, now: number) =>
  trx
    .updateTable('displays')
    .set({ revoked_at: now })
    .where('token_hash', '=', hashToken(token))
    .where('revoked_at', 'is', null)
    .execute()

/** Throws `InvalidOperation` for a terminal that doesn't sell. */
async function requireCounter(trx: Trx, terminalId: string): Promise<{ id: string; name: string }> {
  const till = await trx
    .selectFrom('terminals')
    .select(['id', 'name', 'is_self_order'])
    .where('id', '=', terminalId)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!till) throw new InvalidOperation('No till in use has this id.')
  if (till.is_self_order === 1)
    throw new InvalidOperation('Nothing is sold at an order tablet, so a customer display has nothing to show.')
  return till
}
