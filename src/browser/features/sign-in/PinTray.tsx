import { KeyRound } from 'lucide-react'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'

import type { Person } from '#domain/person.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { useSignIn } from '../../api/session.ts'
import { firstName } from '../../i18n/person-name.ts'
import { useText } from '../../i18n/use-text.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Keypad } from '../../ui/Keypad.tsx'
import { Slip } from '../../ui/Slip.tsx'
import { greetingAt } from './greeting.ts'
import { MAX_PIN, MIN_PIN, PinField } from './PinField.tsx'

const ForgottenPin = lazy(async () => ({ default: (await import('./ForgottenPin.tsx')).ForgottenPin }))

type PinTrayProps = { person: Person | undefined; staff: Person[] }

/** The PIN of the chosen person. Nothing signs in by itself: a PIN has 4 to 12 digits, and only its owner knows how many. */
export function PinTray({ person, staff }: PinTrayProps) {
  const t = useText()
  const [pin, setPin] = useState('')
  const [hasForgotten, setHasForgotten] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const signIn = useSignIn()
  const isReady = person !== undefined && pin.length >= MIN_PIN

  useEffect(() => field.current?.focus(), [])

  const type = (typed: string) => {
    const digits = typed.replace(/\D/g, '').slice(0, MAX_PIN)
    if (digits) signIn.reset()
    setPin(digits)
  }
  const enter = () => {
    if (!isReady || signIn.isPending) return
    signIn.mutate({ staffId: person.id, pin })
    setPin('')
  }

  return (
    <aside className="signin__tray">
      <Slip>
        <div className="signin__slip">
          <p className="signin__hello">
            {person ? t(greetingAt(new Date()), { name: firstName(person.name) }) : t('signIn.welcome')}
          </p>
          {signIn.isError ? (
            <p className="text-bad font-semibold" role="alert">
              {t(failureMessage(signIn.error))}
            </p>
          ) : (
            <p className="muted">{person ? t('signIn.enterPin') : t('signIn.chooseName')}</p>
          )}
          <PinField ref={field} pin={pin} isDisabled={person === undefined} onType={type} onEnter={enter} />
        </div>
      </Slip>
      <div className="signin__pad">
        <Keypad
          isDisabled={person === undefined}
          onDigit={(digit) => type(pin + digit)}
          onDelete={() => type(pin.slice(0, -1))}
          onClear={() => type('')}
        />
      </div>
      <div className="mt-4">
        <ActionButton
          isBusy={signIn.isPending}
          notReady={isReady || signIn.isPending ? undefined : t(person ? 'signIn.tooShort' : 'signIn.chooseName')}
          onPress={enter}
        >
          {t(signIn.isPending ? 'signIn.checking' : 'signIn.enter')}
        </ActionButton>
      </div>
      <button type="button" className="btn btn--block btn--quiet mt-auto" onClick={() => setHasForgotten(true)}>
        <KeyRound className="ic" size={20} />
        {t('signIn.forgot')}
      </button>
      <Suspense fallback={null}>
        {hasForgotten && <ForgottenPin staff={staff} onClose={() => setHasForgotten(false)} />}
      </Suspense>
    </aside>
  )
}
