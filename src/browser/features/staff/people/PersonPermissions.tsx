import type { StaffEntry } from '#contract/proxy/staff.ts'
import { PERMISSIONS, type Permission } from '#domain/person.ts'
import { useSetPermissions } from '../../../api/staff.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Problem } from '../Problem.tsx'

type PersonPermissionsProps = { entry: StaffEntry }

/** What a cashier may do beyond selling; each switch counts at once. */
export function PersonPermissions({ entry }: PersonPermissionsProps) {
  const t = useText()
  const save = useSetPermissions(entry.id)
  // Until the proxy has said what became of it, as it was wished.
  const may = (save.isPending ? save.variables : entry.may) ?? []

  const turn = (permission: Permission, isOn: boolean) => {
    if (!save.isPending) save.mutate(PERMISSIONS.filter((each) => (each === permission ? isOn : may.includes(each))))
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
      <Problem error={save.error} />
    </section>
  )
}
