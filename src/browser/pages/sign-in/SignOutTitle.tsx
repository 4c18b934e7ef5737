import type { Person } from '#domain/person.ts'
import type { SignOut } from '../../api/pending-sign-out.ts'
import { firstName } from '../../i18n/person-name.ts'
import { useText } from '../../i18n/use-text.ts'

/** `person` is who left; absent when they cannot sign in any more. */
type SignOutTitleProps = { how: SignOut['how']; person: Person | undefined }

/** Why the till asks for a PIN although nobody pressed *Lock*. */
export function SignOutTitle({ how, person }: SignOutTitleProps) {
  const t = useText()
  const name = person && firstName(person.name)
  return (
    <>
      <h1>{t(how === 'idle' ? 'signIn.idle' : 'signIn.ended')}</h1>
      <p className="muted">
        {name === undefined
          ? t('signIn.endedNobody')
          : t(how === 'idle' ? 'signIn.idleLead' : 'signIn.endedLead', { name })}
      </p>
    </>
  )
}
