import { isSameLimits, type SalesLimits } from '#domain/sales-limits.ts'
import type { Language } from '#domain/language.ts'
import { PERMISSIONS, type Permission, type Person } from '#domain/person.ts'
import { InvalidOperation, staleChange } from '../lib/failures.ts'
import { ADMINISTRATOR, type Actor, type AuditLog } from '../audit/audit-log.ts'
import type { Owners } from './owners.ts'
import { activeRowOf, readLimits, readPerson } from './people-store.ts'
import { roleOf, type ChangePerson } from './person-changes.ts'
import { describeLimits } from './settings.ts'

export function personRights({ audit, owners }: { audit: AuditLog; owners: Owners }, change: ChangePerson) {
  function setPermissions(id: string, may: readonly Permission[], actor: Actor = ADMINISTRATOR): Promise<Person> {
    return change(id, actor, async (trx, before) => {
      const record = JSON.stringify(PERMISSIONS.filter((permission) => may.includes(permission)))
      await trx.updateTable('staff').set({ permissions: record }).where('id', '=', id).execute()
      return {
        kind: 'staff-permissions-changed',
        detail: { permissions: joinPermissions(may), before: joinPermissions(before.permissions) },
      }
    })
  }

  /** Not audited, because it concerns only the person and gives no rights. */
  function setLanguage(id: string, language: Language): Promise<{ person: Person; isChanged: boolean }> {
    return audit.commit(async (trx) => {
      const row = await activeRowOf(trx, id)
      if (row.language === language) return { person: readPerson(row), isChanged: false }
      await trx.updateTable('staff').set({ language }).where('id', '=', id).execute()
      return { person: readPerson({ ...row, language }), isChanged: true }
    })
  }

  function setOwner(id: string, isOwner: boolean, actor: Actor = ADMINISTRATOR): Promise<Person> {
    return change(id, actor, async (trx, before) => {
      if (before.role !== 'supervisor')
        throw new InvalidOperation(`${before.name} is a cashier. Only a supervisor can be an owner.`)
      const after = { ...before, isOwner }
      await trx
        .updateTable('staff')
        .set({ is_owner: isOwner ? 1 : 0 })
        .where('id', '=', id)
        .execute()
      await owners.set(trx, id, isOwner)
      return { kind: 'staff-role-changed', detail: { role: roleOf(after), before: roleOf(before) } }
    })
  }

  /** Null removes all limits. Throws `RequestRefused` 409 if the stored limits differ from `expected`, which the supervisor saw. */
  function setLimits(
    id: string,
    limits: SalesLimits | null,
    actor: Actor = ADMINISTRATOR,
    expected?: SalesLimits | null,
  ): Promise<Person> {
    return change(id, actor, async (trx, { row }) => {
      const read = row.limits === null ? null : readLimits(row.limits)
      if (expected !== undefined && read !== undefined && !isSameLimits(expected, read)) throw staleChange()
      const record = limits && JSON.stringify(limits)
      await trx.updateTable('staff').set({ limits: record }).where('id', '=', id).execute()
      // Unreadable limits can only be repaired here.
      const before = read === undefined ? 'unreadable' : describeLimits(read)
      return { kind: 'staff-limits-changed', detail: { limits: describeLimits(limits), before } }
    })
  }

  return {
    setPermissions,
    setLanguage,
    setOwner,
    setLimits,
  }
}

const joinPermissions = (may: readonly Permission[] = []) => [...may].toSorted().join(', ') || 'nothing'
