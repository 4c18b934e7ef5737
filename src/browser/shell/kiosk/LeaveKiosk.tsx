import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type PointerEvent } from 'react'

import { sessionQuery } from '../../api/session.ts'
import { useLeaveKiosk } from '../../api/terminals.ts'
import { useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { PracticeDialog, SupervisorPin } from '../PracticeDialog.tsx'

const LONG_PRESS_MS = 1_500
/** Tolerance for a resting finger. */
const MAX_DRIFT_PX = 12

/** Lets keyboard users leave kiosk mode: the first tab stop, hidden until it has the focus. */
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

/** Ends without effect if the finger moves or lifts early. */
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

function LeaveDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { data: session } = useQuery(sessionQuery)
  const [isPractice, setIsPractice] = useState(false)
  const leave = useLeaveKiosk()
  if (isPractice) return <PracticeDialog onClose={onClose} />
  return (
    <SupervisorPin
      heading={t('kiosk.leave')}
      lead={t('kiosk.leaveNext')}
      cancel={t('kiosk.stayKiosk')}
      sending={leave}
      onEnter={(given, onError) => leave.mutate(given, { onSuccess: onClose, onError })}
      onClose={onClose}
    >
      {session?.hasPractice && (
        <Button size="lg" onClick={() => setIsPractice(true)}>
          {t(session.terminal?.isPractice ? 'practice.end' : 'practice.start')}
        </Button>
      )}
    </SupervisorPin>
  )
}
