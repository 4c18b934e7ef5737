import { useEffect, useRef, useState, type ReactNode } from 'react'

import { ActionButton } from '../../ui/ActionButton.tsx'

type FocusedActionProps = {
  children: ReactNode
  amount?: ReactNode
  icon?: ReactNode
  notReady?: string | undefined
  onPress: () => void
  /** Presses are ignored this long after it appeared: the one before was meant for something else. */
  armsAfterMs?: number
}

/** The action at the foot of the tray. It takes the focus when it appears, so that Enter is enough; a held key does not press it. */
export function FocusedAction({ children, amount, icon, notReady, onPress, armsAfterMs = 0 }: FocusedActionProps) {
  const button = useRef<HTMLButtonElement>(null)
  const [isArmed, setIsArmed] = useState(armsAfterMs === 0)
  useEffect(() => {
    button.current?.focus()
    if (armsAfterMs === 0) return
    const timer = setTimeout(() => setIsArmed(true), armsAfterMs)
    return () => clearTimeout(timer)
  }, [armsAfterMs])

  return (
    <div className="contents" onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}>
      <ActionButton ref={button} amount={amount} icon={icon} notReady={notReady} isBusy={!isArmed} onPress={onPress}>
        {children}
      </ActionButton>
    </div>
  )
}
