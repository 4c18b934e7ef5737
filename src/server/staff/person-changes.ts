import type { Selectable, Transaction } from 'kysely'

import type { AuditEntry } from '#domain/audit.ts'
import type { Person, Role } from '#domain/person.ts'
import { isSameName } from '#domain/text/typed-text.ts'
import { InvalidOperation } from '../lib/failures.ts'
import type { JournalTables, StaffColumns } from '../database/schema/tables.ts'
import type { Actor } from '../audit/audit-log.ts'
import { clearPinAttempts, type PinLocks } from './pins/pin-attempts.ts'
import { endSessions } from './session-store.ts'

type Trx = Transaction<JournalTables>

/** Changes a person who may sign in, in one commit with the audit entry that `work` returns. */
export type ChangePerson = (
  id: string,
  actor: Actor,
  work: (trx: Trx, before: Person & { row: Selectable<StaffColumns> }) => Promise<Pick<AuditEntry, 'kind' | 'detail'>>,
) => Promise<Person>

/** `rule` is the role whose rule the PIN fulfills, `setAt` is epoch ms. */
export type StoredPin = { hash: string; rule: Role; setAt: number }

/** Ends the sessions and locks of the old PIN. */
export async function replacePin(
  trx: Trx,
  id: string,
  { hash, rule, setAt }: StoredPin,
  { now, locks }: { now: number; locks: PinLocks },
): Promise<void> {
  const pin = { pin_hash: hash, pin_rule: rule, pin_set_at: setAt }
  await trx.updateTable('staff').set(pin).where('id', '=', id).execute()
  await clearPinAttempts(trx, { staff_id: id })
  await locks.remove(trx, id)
  await endSessions(trx, now, { staff_id: id })
}

/** Each time is unique, so people are ordered as they were added. */
export const nextCreatedAt = (everyone: readonly { created_at: number }[], now: number): number =>
  Math.max(now, ...everyone.map((other) => other.created_at + 1))

export function assertNameIsFree(everyone: { name: string; disabled_at: number | null }[], name: string): void {
  const namesake = everyone.find((other) => other.disabled_at === null && isSameName(other.name, name))
  if (namesake) throw new InvalidOperation(`${namesake.name} already exists. Choose another name.`)
}

export const aboveActor = (name: string) =>
  new InvalidOperation(`${name} is an owner. Only an owner, or the administrator of the server, can change that.`)

export const roleOf = ({ role, isOwner }: { role: Role; isOwner?: boolean }) => (isOwner ? 'owner' : role)
