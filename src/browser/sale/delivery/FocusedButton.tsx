import { useEffect, useRef, type ReactNode } from 'react'

/** The likely answer: Enter is enough. */
export function FocusedButton({ onPress, children }: { onPress: () => void; children: ReactNode }) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => button.current?.focus({ preventScroll: true }), [])
  return (
    <button ref={button} type="button" onClick={onPress}>
      {children}
    </button>
  )
}
