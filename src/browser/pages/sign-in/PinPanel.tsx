import { KeyRound } from 'lucide-react'
import { lazy, Suspense, useLayoutEffect, useRef, useState } from 'react'

import type { Person } from '#domain/person.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { ProxyFailure } from '../../api/request.ts'
import { useSignIn } from '../../api/session.ts'
import { firstName } from '../../i18n/person-name.ts'
import { useText } from '../../i18n/use-text.ts'
import { ActionButton } from '../../ui/ActionButton.tsx'
import { Keypad } from '../../ui/Keypad.tsx'
import { Slip } from '../../ui/Slip.tsx'
import { Secret } from '../../secret.ts'
import { greetingAt } from './greeting.ts'
import { MAX_PIN, MIN_PIN, PinField } from '../../PinField.tsx'
import { readPinWait, usePinWait, type PinWait } from '../../pin-wait.ts'
import { PinWaiting } from '../../PinWaiting.tsx'

const ForgottenPin = lazy(async () => ({ default: (await import('./ForgottenPin.tsx')).ForgottenPin }))

type PinPanelProps = {
  person: Person | undefined
  staff: Person[]
  /** No PIN is taken from this person until then. */
  wait?: PinWait | undefined
  onWait: (wait: PinWait | undefined) => void
}

/** The PIN of the chosen person. Nothing signs in by itself: a PIN has 4 to 12 digits, and only its owner knows how many. */
export function PinPanel({ person, staff, wait, onWait }: PinPanelProps) {
  const t = useText()
  const [pin, setPin] = useState('')
  const [hasForgotten, setHasForgotten] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  const signIn = useSignIn()
  const secondsLeft = usePinWait(wait)
  const isOff = person === undefined || secondsLeft > 0
  const isReady = !isOff && pin.length >= MIN_PIN

  useLayoutEffect(() => field.current?.focus(), [isOff])

  const type = (typed: string) => {
    const digits = typed.replace(/\D/g, '').slice(0, MAX_PIN)
    // While a PIN is being looked at, these are of the next one: what comes of the first is said all the same.
    if (digits && !signIn.isPending) signIn.reset()
    setPin(digits)
  }
  const enter = () => {
    if (!isReady || signIn.isPending) return
    const onError = (error: unknown) => {
      const found = error instanceof ProxyFailure ? readPinWait(error.failure, person.id) : undefined
      onWait(found)
      if (found) setPin('')
    }
    signIn.mutate({ staffId: person.id, pin: new Secret(pin) }, { onError })
    setPin('')
  }

  return (
    <aside className="signin__tray">
      <Slip>
        <div className="signin__slip">
          <p className="signin__hello">
            {person ? t(greetingAt(Date.now()), { name: firstName(person.name) }) : t('signIn.welcome')}
          </p>
          {secondsLeft > 0 ? (
            <PinWaiting wait={wait} secondsLeft={secondsLeft} />
          ) : signIn.isError && !wait ? (
            <p className="text-bad font-semibold" role="alert">
              {t(failureMessage(signIn.error))}
            </p>
          ) : (
            <p className="muted">{person ? t('signIn.enterPin') : t('signIn.chooseName')}</p>
          )}
          <PinField ref={field} pin={pin} isDisabled={isOff} onType={type} onEnter={enter} />
        </div>
      </Slip>
      <div className="signin__pad">
        <Keypad
          isDisabled={isOff}
          onDigit={(digit) => type(pin + digit)}
          onDelete={() => type(pin.slice(0, -1))}
          onClear={() => type('')}
        />
      </div>
      <div className="mt-4">
        <ActionButton
          isBusy={signIn.isPending}
          notReady={isReady || signIn.isPending ? undefined : t(findMissing(person, secondsLeft))}
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

const findMissing = (person: Person | undefined, secondsLeft: number) =>
  secondsLeft > 0 ? 'signIn.waits' : person ? 'signIn.tooShort' : 'signIn.chooseName'
