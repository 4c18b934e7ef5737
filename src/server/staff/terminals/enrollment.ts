import type { Transaction } from 'kysely'

import type { IssuedCode } from '#api/terminals.ts'
import type { AuditDetail } from '#domain/audit.ts'
import { ENROLLMENT_CODE_VALID_MS, plainCode } from '#domain/enrollment-code.ts'
import { inShop } from '#domain/shop-code.ts'
import type { Clock } from '../../lib/clock.ts'
import { InvalidOperation } from '../../lib/failures.ts'
import type { JournalTables } from '../../database/schema/tables.ts'
import { about, ADMINISTRATOR, type Actor, type AuditLog } from '../../audit/audit-log.ts'
import { hashToken, newCode, newId, newToken, readName } from '../../lib/identifiers.ts'
import { freeName, type Enrolled } from './terminal-offers.ts'
import { COUNTER, readTerminal } from '../../database/schema/terminal-row.ts'

type Trx = Transaction<JournalTables>
type IssueOptions = { isKiosk?: boolean; isSelfOrder?: boolean; actor?: Actor }
type Deps = { clock: Clock; audit: AuditLog; shopId?: string | undefined }

export function enrollment({ clock, audit, shopId }: Deps) {
  /** A one-time code, valid for 15 minutes. */
  async function issueEnrollmentCode(
    wanted: string,
    { isKiosk = false, isSelfOrder = false, actor = ADMINISTRATOR }: IssueOptions = {},
  ): Promise<IssuedCode> {
    if (isKiosk && isSelfOrder) throw new InvalidOperation('A till is a kiosk or for self-order, not both.')
    // The hash includes the shop: with another shop's id, the letters are a wrong code.
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

  /** `undefined` if the code is wrong, used or expired. */
  function enroll(code: string): Promise<Enrolled | undefined> {
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

  function enrolItself(name: string): Promise<Enrolled> {
    return audit.commit(async (trx, note) => {
      const enrolled = await insert(trx, name)
      await note({ kind: 'terminal-enrolled', ...about(enrolled.terminal), detail: { kiosk: false } })
      return enrolled
    })
  }

  /** Adds a number to a name that is taken. The caller commits, and writes the audit entry. */
  async function insert(trx: Trx, wanted: string, kind = COUNTER): Promise<Enrolled> {
    const row = { id: newId(), name: await freeName(trx, readName(wanted)), ...kind, is_practice: 0 }
    const token = newToken()
    await trx
      .insertInto('terminals')
      .values({ ...row, token_hash: hashToken(token), created_at: clock.now(), revoked_at: null })
      .execute()
    return { terminal: readTerminal(row), token }
  }

  return {
    issueEnrollmentCode,
    enroll,
    enrolItself,
    insert,
  }
}

const kindDetail = (isKiosk: boolean, isSelfOrder: boolean): AuditDetail => ({
  kiosk: isKiosk,
  ...(isSelfOrder && { selfOrder: true }),
})
