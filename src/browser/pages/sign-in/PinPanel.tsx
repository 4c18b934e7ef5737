import { KeyRound } from 'lucide-react'
import { useState } from 'react'

import type { Person } from '#domain/person.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { ProxyFailure } from '../../api/request.ts'
import { useSignIn } from '../../api/session.ts'
import { firstName } from '../../i18n/person-name.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Secret } from '../../secret.ts'
import { MAX_PIN, SHORTEST } from '../../pin-entry.ts'
import { readPinWait, type PinWait } from '../../pin-wait.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { PinForm } from '../../ui/PinForm.tsx'
import { greetingAt } from './greeting.ts'

type PinPanelProps = {
  person: Person | undefined
  staff: Person[]
  /** No PIN is accepted from this person until then. */
  wait?: PinWait | undefined
  onWait: (wait: PinWait | undefined) => void
  /** On a phone, where the panel is a sheet over the names: back to them. */
  onBack?: (() => void) | undefined
}

/** The PIN of the chosen person. */
export function PinPanel({ person, staff, wait, onWait, onBack }: PinPanelProps) {
  const t = useText()
  const [hasForgotten, setHasForgotten] = useState(false)
  const signIn = useSignIn()

  const enter = (pin: string) => {
    if (!person) return
    const onError = (error: unknown) =>
      onWait(error instanceof ProxyFailure ? readPinWait(error.failure, person.id) : undefined)
    signIn.mutate({ staffId: person.id, pin: new Secret(pin) }, { onError })
  }
  const refusal = wait
    ? { text: t(wait.personId === undefined ? 'signIn.tooMany' : 'signIn.locked'), until: wait.until }
    : signIn.error
      ? { text: t(failureMessage(signIn.error)) }
      : undefined
  const greeting = person ? t(greetingAt(Date.now()), { name: firstName(person.name) }) : t('signIn.welcome')
  const form = (
    <PinForm
      isPanel={!onBack}
      length={{ min: SHORTEST[person?.role ?? 'cashier'], max: MAX_PIN }}
      action={t(signIn.isPending ? 'signIn.checking' : 'signIn.enter')}
      head={onBack ? undefined : greeting}
      lead={t(person ? 'signIn.enterPin' : 'signIn.chooseName')}
      refusal={refusal}
      pending={signIn.isPending}
      blocked={person ? undefined : t('signIn.chooseName')}
      cancel={
        onBack && (
          <Button size="lg" onClick={onBack}>
            {t('signIn.back')}
          </Button>
        )
      }
      onSubmit={enter}
    />
  )
  const forgot = (
    <Button variant="quiet" icon={KeyRound} onClick={() => setHasForgotten(true)}>
      {t('signIn.forgot')}
    </Button>
  )
  const help = hasForgotten && <ForgottenPin staff={staff} onClose={() => setHasForgotten(false)} />

  if (onBack)
    return (
      <Dialog size="sheet" heading={greeting} onClose={onBack}>
        {form}
        {forgot}
        {help}
      </Dialog>
    )
  return (
    <aside className="flex flex-col gap-4 bg-tray px-4 py-4 sm:px-6 md:overflow-y-auto lg:px-[56px] lg:py-6 low:gap-2 low:py-4">
      {form}
      <div className="mt-auto flex flex-col">{forgot}</div>
      {help}
    </aside>
  )
}

/** Who can help: no PIN can be read back. */
function ForgottenPin({ staff, onClose }: { staff: Person[]; onClose: () => void }) {
  const t = useText()
  const supervisors = staff.filter(({ role }) => role === 'supervisor').map(({ name }) => firstName(name))
  const names = new Intl.ListFormat(useLocale(), { type: 'disjunction' }).format(supervisors)
  return (
    <Dialog
      heading={t('signIn.forgot')}
      actions={
        <Button variant="primary" size="lg" onClick={onClose}>
          {t('shell.close')}
        </Button>
      }
      onClose={onClose}
    >
      <p>{supervisors.length > 0 ? t('signIn.forgotAsk', { names }) : t('signIn.forgotAskAdministrator')}</p>
    </Dialog>
  )
}
