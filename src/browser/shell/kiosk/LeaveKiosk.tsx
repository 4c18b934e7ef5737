import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type PointerEvent } from 'react'

import { failureMessage } from '../../api/failure-message.ts'
import { useLeaveKiosk } from '../../api/kiosk.ts'
import { ProxyFailure } from '../../api/request.ts'
import { sessionQuery } from '../../api/session.ts'
import { useText } from '../../i18n/use-text.ts'
import { Secret } from '../../secret.ts'
import { MAX_PIN, SHORTEST } from '../../pin-entry.ts'
import { readPinWait, waitOf, type PinWait } from '../../pin-wait.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { PinForm } from '../../ui/PinForm.tsx'

/** A PIN that somebody began to type does not stay. */
const CLOSES_AFTER_MS = 60_000
/** How long a finger rests on the mark before it means something. */
const LONG_PRESS_MS = 1_500
/** A finger is never quite still. */
const MAX_DRIFT_PX = 12

/** The way out of a kiosk by keys: the first stop of the Tab key, unseen until then. */
export function LeaveKiosk() {
  const t = useText()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <div className="fixed start-3 z-9 not-focus-within:-top-9 focus-within:top-3">
        <Button onClick={() => setIsOpen(true)}>{t('kiosk.leaveByKey')}</Button>
      </div>
      {isOpen && <LeaveDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** The shop's mark at a kiosk: a long press on it is the way out. A line below it fills meanwhile. */
export function KioskMark({ size }: { size?: number }) {
  const [isOpen, setIsOpen] = useState(false)
  const { isPressed, ...press } = useLongPress(() => setIsOpen(true))
  return (
    <>
      <span className="relative block touch-none" {...press}>
        <Logo {...(size !== undefined && { size })} />
        <span
          className={`absolute -bottom-1 start-0 h-1 bg-night-focus ease-linear ${isPressed ? 'w-full transition-[width] duration-[1500ms]' : 'w-0'}`}
        />
      </span>
      {isOpen && <LeaveDialog onClose={() => setIsOpen(false)} />}
    </>
  )
}

/** A press that drifts away or ends early is none. */
function useLongPress(onPressed: () => void) {
  const [isPressed, setIsPressed] = useState(false)
  const began = useRef<{ x: number; y: number; timer: ReturnType<typeof setTimeout> }>(undefined)
  const stop = () => {
    clearTimeout(began.current?.timer)
    began.current = undefined
    setIsPressed(false)
  }
  useEffect(() => () => clearTimeout(began.current?.timer), [])
  return {
    isPressed,
    onPointerDown: ({ clientX: x, clientY: y, isPrimary }: PointerEvent) => {
      stop()
      if (!isPrimary) return
      setIsPressed(true)
      const timer = setTimeout(() => {
        stop()
        onPressed()
      }, LONG_PRESS_MS)
      began.current = { x, y, timer }
    },
    onPointerMove: ({ clientX, clientY }: PointerEvent) => {
      const from = began.current
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > MAX_DRIFT_PX) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onPointerLeave: stop,
  }
}

/** A supervisor makes this kiosk an ordinary terminal. */
function LeaveDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { data: staff = [] } = useQuery({ ...sessionQuery, select: (session) => session.staff })
  const supervisors = staff.filter(({ role }) => role === 'supervisor')
  const [chosenId, setChosenId] = useState(supervisors.length === 1 ? supervisors[0]?.id : undefined)
  const [wait, setWait] = useState<PinWait>()
  const [touches, setTouches] = useState(0)
  const leave = useLeaveKiosk()
  const touch = () => setTouches((before) => before + 1)

  useEffect(() => {
    const timer = setTimeout(onClose, CLOSES_AFTER_MS)
    return () => clearTimeout(timer)
  }, [onClose, touches, leave.isPending])

  const enter = (pin: string) => {
    if (chosenId === undefined) return
    const onError = (error: Error) =>
      setWait(error instanceof ProxyFailure ? readPinWait(error.failure, chosenId) : undefined)
    leave.mutate({ staffId: chosenId, pin: new Secret(pin) }, { onSuccess: onClose, onError })
  }
  const waiting = waitOf(wait, chosenId)
  const refusal = waiting
    ? { text: t(waiting.personId === undefined ? 'signIn.tooMany' : 'signIn.locked'), until: waiting.until }
    : leave.error
      ? { text: t(failureMessage(leave.error)) }
      : undefined
  return (
    <Dialog size="md" heading={t('kiosk.leave')} onClose={onClose}>
      <div className="flex flex-col gap-3" onKeyDown={touch} onPointerDown={touch}>
        {supervisors.length > 1 && (
          <div className="flex flex-wrap gap-2" role="group" aria-label={t('kiosk.whichSupervisor')}>
            {supervisors.map(({ id, name }) => (
              <Button
                key={id}
                variant={id === chosenId ? 'tint' : 'secondary'}
                size="lg"
                aria-pressed={id === chosenId}
                onClick={() => {
                  setChosenId(id)
                  leave.reset()
                }}
              >
                <Avatar id={id} name={name} size="sm" /> <bdi>{name}</bdi>
              </Button>
            ))}
          </div>
        )}
        <PinForm
          key={chosenId}
          length={{ min: SHORTEST.supervisor, max: MAX_PIN }}
          action={t('kiosk.leave')}
          lead={t(supervisors.length > 0 ? 'kiosk.leaveNext' : 'kiosk.noSupervisor')}
          refusal={refusal}
          pending={leave.isPending}
          blocked={chosenId === undefined ? t('kiosk.whichSupervisor') : undefined}
          cancel={
            <Button size="lg" onClick={onClose}>
              {t('kiosk.stayKiosk')}
            </Button>
          }
          onSubmit={enter}
        />
      </div>
    </Dialog>
  )
}
