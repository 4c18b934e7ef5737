import { useQuery } from '@tanstack/react-query'
import { useEffect, useState, type ReactNode } from 'react'

import { PIN_LENGTH } from '#domain/person.ts'
import { failureMessage } from '../api/failure-message.ts'
import { ServerFailure } from '../api/request.ts'
import { sessionQuery } from '../api/session.ts'
import { useSwitchPractice } from '../api/terminals.ts'
import { useText } from '../i18n/use-text.ts'
import { Secret } from '../lib/secret.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { PinForm, readPinWait, refusalOfWait, waitOf, type PinWait } from '../ui/PinForm.tsx'

/** Keeps a partly typed PIN from staying on screen. */
const CLOSES_AFTER_MS = 60_000

export function PracticeDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { data: isPractice = false } = useQuery({
    ...sessionQuery,
    select: ({ terminal }) => terminal?.isPractice === true,
  })
  const change = useSwitchPractice(!isPractice)
  return (
    <SupervisorPin
      heading={t(isPractice ? 'practice.end' : 'practice.start')}
      lead={t(isPractice ? 'practice.endNext' : 'practice.startNext')}
      cancel={t('practice.cancel')}
      sending={change}
      stillOpen={t('practice.stillOpen')}
      onEnter={(given, onError) => change.mutate(given, { onError })}
      onClose={onClose}
    />
  )
}

type SupervisorPinProps = {
  heading: string
  lead: string
  cancel: string
  sending: { isPending: boolean; error: Error | null; reset: () => void }
  stillOpen?: string
  onEnter: (given: { staffId: string; pin: Secret }, onError: (error: Error) => void) => void
  onClose: () => void
  children?: ReactNode
}

/** Asks for any supervisor's PIN, even while another person is signed in. */
export function SupervisorPin(props: SupervisorPinProps) {
  const { heading, lead, cancel, sending, stillOpen, onEnter, onClose, children } = props
  const t = useText()
  const { data: staff = [] } = useQuery({ ...sessionQuery, select: (session) => session.staff })
  const supervisors = staff.filter(({ role }) => role === 'supervisor')
  const [pressedId, setPressedId] = useState<string>()
  const chosenId = pressedId ?? (supervisors.length === 1 ? supervisors[0]?.id : undefined)
  const [wait, setWait] = useState<PinWait>()
  const [touches, setTouches] = useState(0)
  const touch = () => setTouches((before) => before + 1)

  useEffect(() => {
    const timer = setTimeout(onClose, CLOSES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [onClose, touches, sending.isPending])

  const enter = (pin: string) => {
    if (chosenId === undefined) return
    onEnter({ staffId: chosenId, pin: new Secret(pin) }, (error) =>
      setWait(error instanceof ServerFailure ? readPinWait(error.failure, chosenId) : undefined),
    )
  }
  const waiting = waitOf(wait, chosenId)
  const refusal = waiting ? refusalOfWait(waiting, t) : sending.error ? { text: textOf(sending.error) } : undefined

  function textOf(error: Error): string {
    const isOpen = error instanceof ServerFailure && error.failure.code === 'wrong-state'
    return isOpen && stillOpen !== undefined ? stillOpen : t(failureMessage(error))
  }

  return (
    <Dialog size="md" heading={heading} onClose={onClose}>
      <div className="flex flex-col gap-3" onKeyDown={touch} onPointerDown={touch}>
        {supervisors.length > 1 && (
          <div className="flex flex-wrap gap-2" role="group" aria-label={t('practice.whichSupervisor')}>
            {supervisors.map(({ id, name }) => (
              <Button
                key={id}
                variant={id === chosenId ? 'tint' : 'secondary'}
                size="lg"
                aria-pressed={id === chosenId}
                onClick={() => {
                  setPressedId(id)
                  sending.reset()
                }}
              >
                <Avatar id={id} name={name} size="sm" /> <bdi>{name}</bdi>
              </Button>
            ))}
          </div>
        )}
        <PinForm
          key={chosenId}
          length={PIN_LENGTH.supervisor}
          action={heading}
          lead={supervisors.length > 0 ? lead : t('practice.noSupervisor')}
          refusal={refusal}
          pending={sending.isPending}
          blocked={chosenId === undefined ? t('practice.whichSupervisor') : undefined}
          cancel={
            <Button size="lg" onClick={onClose}>
              {cancel}
            </Button>
          }
          onSubmit={enter}
        />
        {children}
      </div>
    </Dialog>
  )
}
