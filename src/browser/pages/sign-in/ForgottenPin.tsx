import type { Person } from '#domain/person.ts'
import { firstName } from '../../i18n/person-name.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Dialog } from '../../ui/Dialog.tsx'

type ForgottenPinProps = { staff: Person[]; onClose: () => void }

/** Says who can help: nobody gets a PIN back here. */
export function ForgottenPin({ staff, onClose }: ForgottenPinProps) {
  const t = useText()
  const supervisors = staff.filter(({ role }) => role === 'supervisor').map(({ name }) => firstName(name))
  const names = new Intl.ListFormat(useLocale(), { type: 'disjunction' }).format(supervisors)
  return (
    <Dialog heading={t('signIn.forgot')} onClose={onClose}>
      <p className="mt-3">
        {supervisors.length > 0 ? t('signIn.forgotAsk', { names }) : t('signIn.forgotAskAdministrator')}
      </p>
      <div className="mt-5 flex justify-end">
        <button type="button" className="btn btn--lg btn--act" onClick={onClose}>
          {t('shell.close')}
        </button>
      </div>
    </Dialog>
  )
}
