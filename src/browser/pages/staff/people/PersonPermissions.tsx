import { useRef } from 'react'

import type { StaffEntry } from '#contract/proxy/staff.ts'
import { PERMISSIONS, type Permission } from '#domain/person.ts'
import { useSetPermissions } from '../../../api/staff.ts'
import { useText } from '../../../i18n/use-text.ts'
import { FormProblem } from '../FormProblem.tsx'

type PersonPermissionsProps = { entry: StaffEntry }

/** What a cashier may do beyond selling; each switch counts at once. */
export function PersonPermissions({ entry }: PersonPermissionsProps) {
  const t = useText()
  const save = useSetPermissions(entry.id)
  // Until the proxy has said what became of it, as it was wished.
  const may = (save.isPending ? save.variables : entry.permissions) ?? []

  // Two switches may be turned before the screen has shown the first.
  const wished = useRef<readonly Permission[]>(undefined)
  const turn = (permission: Permission, isOn: boolean) => {
    const before = wished.current ?? entry.permissions ?? []
    const wish = PERMISSIONS.filter((each) => (each === permission ? isOn : before.includes(each)))
    wished.current = wish
    save.mutate(wish, { onSettled: () => (wished.current = undefined) })
  }
  return (
    <section className="card staff__card" aria-label={t('staff.permissions')}>
      <h3>{t('staff.permissions')}</h3>
      {PERMISSIONS.map((permission) => (
        <label key={permission} className="switchrow">
          <span className="grow">
            <b>{t(`staff.may.${permission}`)}</b>
            <span className="small muted">{t(`staff.may.${permission}.hint`)}</span>
          </span>
          <input
            type="checkbox"
            role="switch"
            aria-checked={may.includes(permission)}
            checked={may.includes(permission)}
            aria-busy={save.isPending}
            onChange={(event) => turn(permission, event.currentTarget.checked)}
          />
        </label>
      ))}
      <FormProblem error={save.error} />
    </section>
  )
}
