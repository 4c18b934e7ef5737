import { useLayoutEffect, useRef } from 'react'

import { isScanKey } from '../../../scan-guard.ts'
import { isShortcut, isTypedInto } from '../../../shortcuts.ts'

type SearchKeys = { onSlash: () => void; onLetter?: (letter: string) => void }

/** `/` leads to the search from anywhere but a text, and a letter typed outside of a field begins one. */
export function useSearchKeys(keys: SearchKeys): void {
  const latest = useRef(keys)
  useLayoutEffect(() => {
    latest.current = keys
  })
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.altKey || !isShortcut(event)) return
      const { onSlash, onLetter } = latest.current
      // One in the middle of an address that is scanned leads nowhere.
      if (event.key === '/' && !isText(event.target) && !isScanKey(event)) onSlash()
      else if (onLetter && /^\p{L}$/u.test(event.key) && !isTypedInto(event.target)) onLetter(event.key)
      else return
      event.preventDefault()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [])
}

/** Numbers and amounts are typed beside a keypad; there a stroke says nothing. */
const isText = (target: EventTarget | null): boolean =>
  isTypedInto(target) && !(target instanceof HTMLInputElement && target.inputMode === 'none')
