import type { Transaction } from 'kysely'

import type { AuditKind } from '#domain/audit.ts'
import type { Terminal } from '#domain/person.ts'
import type { Clock } from '../../lib/clock.ts'
import { InvalidOperation } from '../../lib/failures.ts'
import type { JournalTables } from '../../database/schema/tables.ts'
import { about, ADMINISTRATOR, type Actor, type AuditLog } from '../../audit/audit-log.ts'
import { endSessions } from '../session-store.ts'
import { COUNTER, readTerminal, TERMINAL_COLUMNS, type TerminalKind } from '../../database/schema/terminal-row.ts'

type Trx = Transaction<JournalTables>

export function terminalChanges(audit: AuditLog, clock: Clock) {
  /** The terminal becomes an ordinary browser, and its session ends. */
  function revoke(id: string, actor: Actor = ADMINISTRATOR): Promise<Terminal> {
    return change(id, { revoked_at: clock.now() }, 'terminal-revoked', actor)
  }

  /** Makes a terminal a kiosk or an ordinary terminal and ends its session, which began under other rules. */
  function setKiosk(id: string, isKiosk: boolean, actor: Actor = ADMINISTRATOR): Promise<Terminal> {
    return change(id, { ...COUNTER, is_kiosk: isKiosk ? 1 : 0 }, isKiosk ? 'kiosk-enabled' : 'kiosk-disabled', actor)
  }

  /** Ends the terminal's session. Throws for a till in practice, whose orders no one would see. */
  function setSelfOrder(id: string, isOn: boolean, actor: Actor): Promise<Terminal> {
    const kind = isOn ? 'self-order-enabled' : 'self-order-disabled'
    return change(id, { ...COUNTER, is_self_order: isOn ? 1 : 0 }, kind, actor, async (trx) => {
      if (!isOn) return
      const row = await trx.selectFrom('terminals').select('is_practice').where('id', '=', id).executeTakeFirst()
      if (row?.is_practice === 1) throw new InvalidOperation('This till is in practice. End practice first.')
      // A self-order tablet sells nothing that a customer display could show.
      await trx
        .updateTable('displays')
        .set({ revoked_at: clock.now() })
        .where('terminal_id', '=', id)
        .where('revoked_at', 'is', null)
        .execute()
    })
  }

  /** Makes a kiosk an ordinary terminal after a PIN entered there, which `assertStillValid` verifies again in the commit. */
  function leaveKiosk(id: string, actor: Actor, assertStillValid: (trx: Trx) => Promise<void>): Promise<Terminal> {
    return change(id, COUNTER, 'kiosk-disabled', actor, assertStillValid)
  }

  function change(
    id: string,
    values: { revoked_at: number } | TerminalKind,
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
      if (!row) throw new InvalidOperation('No till in use has this id.')
      await endSessions(trx, clock.now(), { terminal_id: id })
      await note({ kind, ...actor, ...about(row) })
      return readTerminal(row)
    })
  }

  return {
    ...practiceSwitch(audit),
    revoke,
    setKiosk,
    setSelfOrder,
    leaveKiosk,
  }
}

function practiceSwitch(audit: AuditLog) {
  /** After a PIN entered there. `assertMayLeave` throws in the commit if the till has something open. The person at the till stays signed in. */
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

  return {
    setPractice,
  }
}
