import { useLayoutEffect, useRef, useState } from 'react'

import type { Person } from '#domain/person.ts'
import { failureMessage } from '../api/failure-message.ts'
import { useStepUp } from '../api/step-up.ts'
import { ProxyFailure } from '../api/request.ts'
import { Secret } from '../secret.ts'
import { useText } from '../i18n/use-text.ts'
import { readPinWait, usePinWait, type PinWait } from '../pin-wait.ts'
import { MAX_PIN, MIN_PIN, PinField } from '../PinField.tsx'
import { PinWaiting } from '../PinWaiting.tsx'
import { ActionButton } from '../ui/ActionButton.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Keypad } from '../ui/Keypad.tsx'

type StepUpDialogProps = { person: Person; onProven: () => void; onClose: () => void }

/** The PIN of whoever is signed in, by keys or on the screen. What was begun waits behind it. */
export function StepUpDialog({ person, onProven, onClose }: StepUpDialogProps) {
  const t = useText()
  const [pin, setPin] = useState('')
  const stepUp = useStepUp()
  const [wait, setWait] = useState<PinWait>()
  const secondsLeft = usePinWait(wait)
  const field = useRef<HTMLInputElement>(null)
  const isOff = secondsLeft > 0
  const isReady = !isOff && pin.length >= MIN_PIN

  useLayoutEffect(() => field.current?.focus(), [isOff])

  const type = (typed: string) => {
    setPin(typed.replace(/\D/g, '').slice(0, MAX_PIN))
    if (typed !== '' && !stepUp.isPending) stepUp.reset()
  }
  const enter = () => {
    if (!isReady || stepUp.isPending) return
    setPin('')
    const onError = (error: Error) =>
      setWait(error instanceof ProxyFailure ? readPinWait(error.failure, person.id) : undefined)
    stepUp.mutate(new Secret(pin), { onSuccess: onProven, onError })
  }

  return (
    <Dialog heading={t('stepUp.heading', { name: person.name })} onClose={onClose}>
      <div className="stepup">
        {isOff ? (
          <PinWaiting wait={wait} secondsLeft={secondsLeft} />
        ) : stepUp.error === null ? (
          <p className="muted">{t('stepUp.lead')}</p>
        ) : (
          <p className="text-bad font-semibold" role="alert">
            {t(failureMessage(stepUp.error))}
          </p>
        )}
        <PinField ref={field} pin={pin} isDisabled={isOff} onType={type} onEnter={enter} />
        <Keypad
          isDisabled={isOff}
          onDigit={(digit) => type(pin + digit)}
          onDelete={() => type(pin.slice(0, -1))}
          onClear={() => type('')}
        />
        <div className="stepup__foot">
          <button type="button" className="btn btn--lg" onClick={onClose}>
            {t('ticket.cancel')}
          </button>
          <ActionButton
            isBusy={stepUp.isPending}
            notReady={isReady || stepUp.isPending ? undefined : t(isOff ? 'signIn.waits' : 'signIn.tooShort')}
            onPress={enter}
          >
            {t('stepUp.goOn')}
          </ActionButton>
        </div>
      </div>
    </Dialog>
  )
}
