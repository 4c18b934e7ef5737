import { useEffect, useRef, useState, type ReactNode } from 'react'

import { ActionButton } from './ActionButton.tsx'

/** Presses are ignored this long after it appeared: they were meant for the screen before. */
const ARMS_AFTER_MS = 600
const ARMS_LATE_AFTER_MS = 1_500

type FocusedActionProps = {
  children: ReactNode
  amount?: ReactNode
  icon?: ReactNode
  notReady?: string | undefined
  /** Not the way one would go without thinking: it does not take the focus. */
  isShy?: boolean
  /** Leaves something behind that is not done: whoever presses in a row is stopped here. */
  isSlow?: boolean
  onPress: () => void
}

/** The action at the foot of the tray. It takes the focus when it appears, so that Enter is enough; a held key does not press it. */
export function FocusedAction({
  children,
  amount,
  icon,
  notReady,
  isShy = false,
  isSlow = false,
  onPress,
}: FocusedActionProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isArmed, setIsArmed] = useState(false)
  useEffect(() => {
    // The screen shows the state first; the action may lie below it.
    if (!isShy) button.current?.focus({ preventScroll: true })
    const timer = setTimeout(() => setIsArmed(true), isSlow ? ARMS_LATE_AFTER_MS : ARMS_AFTER_MS)
    return () => clearTimeout(timer)
    // How slow is settled when it appears.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isShy])

  return (
    <div className="contents" onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}>
      <ActionButton ref={button} amount={amount} icon={icon} notReady={notReady} isBusy={!isArmed} onPress={onPress}>
        {children}
      </ActionButton>
    </div>
  )
}
