import '../../styles/codes.css'

import type { ReactNode } from 'react'

type DeliveryButtonProps = {
  icon: ReactNode
  letter?: string
  isOff?: boolean
  isFirst?: boolean
  onPress: () => void
  children: string
}

/** One way to the customer, with its letter. */
export function DeliveryButton({
  icon,
  letter,
  isOff = false,
  isFirst = false,
  onPress,
  children,
}: DeliveryButtonProps) {
  return (
    <button
      type="button"
      className={isFirst ? 'btn btn--lg btn--tint' : 'btn btn--lg'}
      aria-disabled={isOff}
      aria-keyshortcuts={letter}
      onClick={() => !isOff && onPress()}
    >
      {icon} {children} {letter !== undefined && <kbd className="kbd">{letter}</kbd>}
    </button>
  )
}
