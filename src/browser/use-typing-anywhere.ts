import { useLayoutEffect, useRef } from 'react'

import { toWesternDigits } from '#domain/phone.ts'
import { isShortcut, isTypedInto } from './shortcuts.ts'

type TypingAnywhere = {
  /** A digit, or the plus a number may begin with. */
  onDigit: (key: string) => void
  onDelete: () => void
  onEnter?: () => void
  onEscape?: () => void
}

/** A till's keys work wherever the focus is: digits, Backspace, Enter and Esc outside of a field go to the ticket. */
export function useTypingAnywhere(keys: TypingAnywhere): void {
  const latest = useRef(keys)
  // With the commit, not after it: a key pressed while one screen gives way to the next would meet what the last one still knew.
  useLayoutEffect(() => {
    latest.current = keys
  })
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event) || event.altKey) return
      if (event.key === 'Escape') return latest.current.onEscape?.()
      if (isTypedInto(event.target)) return

      const key = toWesternDigits(event.key)
      if (/^[\d+]$/.test(key)) latest.current.onDigit(key)
      else if (event.key === 'Backspace') latest.current.onDelete()
      // A focused button or link keeps its own Enter.
      else if (event.key === 'Enter' && !event.repeat && event.target === document.body) latest.current.onEnter?.()
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}
