import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'

import { failureMessage } from '../../api/failure-message.ts'
import { useEnrol } from '../../api/enrol.ts'
import { sessionQuery } from '../../api/session.ts'
import { Secret } from '../../secret.ts'
import { useText } from '../../i18n/use-text.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Slip } from '../../ui/Slip.tsx'
import { SignInFoot } from './SignInFoot.tsx'
import { SignInHead } from './SignInHead.tsx'

/** Makes this browser a terminal of the shop, with a one-time code. */
export default function EnrollmentPage() {
  const t = useText()
  const [code, setCode] = useState('')
  const { data: session } = useQuery(sessionQuery)
  const enrol = useEnrol()
  const isReady = code.trim() !== ''

  const enter = () => {
    if (isReady && !enrol.isPending) enrol.mutate(new Secret(code.trim()))
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    enter()
  }

  return (
    <div className="signin">
      <main className="signin__main">
        <SignInHead name={t('shell.title')} />
        <div className="signin__title">
          <h1>{t('signIn.enrol.title')}</h1>
          <p className="muted">{t('signIn.enrol.lead')}</p>
        </div>
        <SignInFoot session={session} />
      </main>
      <form className="signin__tray" onSubmit={submit}>
        <Slip>
          <label className="field">
            <span className="field__top">
              <b>{t('signIn.enrol.code')}</b>
            </span>
            <span className="field__box">
              <input
                className="field__plain mono num"
                value={code}
                onChange={(event) => setCode(event.target.value)}
                autoComplete="off"
                autoCapitalize="characters"
                spellCheck={false}
                maxLength={40}
                autoFocus
              />
            </span>
          </label>
          {enrol.isError && (
            <p className="text-bad mt-2 font-semibold" role="alert">
              {t(failureMessage(enrol.error))}
            </p>
          )}
        </Slip>
        <div className="mt-auto">
          <ActionButton
            isBusy={enrol.isPending}
            notReady={isReady ? undefined : t('signIn.enrol.notReady')}
            onPress={enter}
          >
            {t('signIn.enrol.enter')}
          </ActionButton>
        </div>
      </form>
    </div>
  )
}
