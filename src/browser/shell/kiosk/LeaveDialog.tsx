import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { failureMessage } from '../../api/failure-message.ts'
import { ProxyFailure } from '../../api/request.ts'
import { useLeaveKiosk } from '../../api/kiosk.ts'
import { sessionQuery } from '../../api/session.ts'
import { Secret } from '../../secret.ts'
import { useText } from '../../i18n/use-text.ts'
import { readPinWait, usePinWait, waitOf, type PinWait } from '../../pin-wait.ts'
import { MAX_PIN, MIN_PIN, PinField } from '../../PinField.tsx'
import { PinWaiting } from '../../PinWaiting.tsx'
import { Avatar } from '../../ui/Avatar.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Keypad } from '../../ui/Keypad.tsx'

/** A PIN that somebody began to type does not stay. */
const GIVES_UP_AFTER_MS = 60_000

/** A supervisor makes this kiosk an ordinary terminal. */
export function LeaveDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { data: staff = [] } = useQuery({ ...sessionQuery, select: (session) => session.staff })
  const supervisors = staff.filter(({ role }) => role === 'supervisor')
  const [chosenId, setChosenId] = useState(supervisors.length === 1 ? supervisors[0]?.id : undefined)
  const [pin, setPin] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const leave = useLeaveKiosk()
  const chosen = supervisors.find(({ id }) => id === chosenId)
  const [wait, setWait] = useState<PinWait>()
  const secondsLeft = usePinWait(waitOf(wait, chosenId))
  const isOff = chosen === undefined || secondsLeft > 0
  const isReady = !isOff && pin.length >= MIN_PIN && !leave.isPending

  useEffect(() => {
    const timer = setTimeout(onClose, GIVES_UP_AFTER_MS)
    return () => clearTimeout(timer)
  }, [onClose, pin, chosenId, leave.isPending])
  // Behind the dialog's own: it has to be open for that.
  useEffect(() => field.current?.focus(), [chosenId, isOff])

  const type = (typed: string) => {
    const digits = typed.replace(/\D/g, '').slice(0, MAX_PIN)
    if (digits) leave.reset()
    setPin(digits)
  }
  const enter = () => {
    if (!isReady) return
    leave.mutate(
      { staffId: chosen.id, pin: new Secret(pin) },
      {
        onSuccess: onClose,
        onError: (error) => error instanceof ProxyFailure && setWait(readPinWait(error.failure, chosen.id)),
      },
    )
    setPin('')
  }

  return (
    <Dialog heading={t('kiosk.leave')} onClose={onClose}>
      <p className="muted">{t(supervisors.length > 0 ? 'kiosk.leaveNext' : 'kiosk.noSupervisor')}</p>
      <div className="leaving__who" role="group" aria-label={t('kiosk.whichSupervisor')}>
        {supervisors.map(({ id, name }) => (
          <button
            key={id}
            type="button"
            className="btn btn--lg"
            aria-pressed={id === chosenId}
            onClick={() => {
              setChosenId(id)
              type('')
            }}
          >
            <Avatar id={id} name={name} size={32} /> <bdi>{name}</bdi>
          </button>
        ))}
      </div>
      <PinField ref={field} pin={pin} isDisabled={isOff} onType={type} onEnter={enter} />
      {secondsLeft > 0 ? (
        <PinWaiting wait={wait} secondsLeft={secondsLeft} />
      ) : (
        <p className="leaving__told" role="alert">
          {leave.isError && t(failureMessage(leave.error))}
        </p>
      )}
      <Keypad
        isDisabled={isOff}
        onDigit={(digit) => type(pin + digit)}
        onDelete={() => type(pin.slice(0, -1))}
        onClear={() => type('')}
      />
      <div className="leaving__ways">
        <button type="button" className="btn btn--lg" onClick={onClose}>
          {t('kiosk.stayKiosk')}
        </button>
        <button
          type="button"
          className={isReady || leave.isPending ? 'btn btn--lg btn--act' : 'btn btn--lg btn--notready'}
          aria-disabled={!isReady}
          aria-busy={leave.isPending}
          onClick={enter}
        >
          {t('kiosk.leave')}
        </button>
      </div>
    </Dialog>
  )
}
