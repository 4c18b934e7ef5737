import { useLayoutEffect, useRef } from 'react'

import { afterScanGap } from '../../scan-guard.ts'
import { isShortcut, isTypedInto } from '../../shortcuts.ts'

/** One letter does `onPress`, wherever one is on the screen, but not while something is typed or a dialog is open. Nothing without `onPress`. */
export function useKey(letter: string, onPress: (() => void) | undefined): void {
  const latest = useRef(onPress)
  // With the commit, not after it: a key pressed right after the paint would find what was there before.
  useLayoutEffect(() => {
    latest.current = onPress
  })
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!latest.current || event.repeat || event.altKey || !isShortcut(event)) return
      if (!isLetter(event, letter) || isTypedInto(event.target)) return
      event.preventDefault()
      afterScanGap(event, () => latest.current?.())
    }
    window.addEventListener('keydown', onKeyDown)
    return () => {
      window.removeEventListener('keydown', onKeyDown)
      // The screen is gone, and so is what the letter stood for.
      latest.current = undefined
    }
  }, [letter])
}

/** On a keyboard that writes another script the key in its place counts. */
const isLetter = ({ key, code }: KeyboardEvent, letter: string): boolean =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() === letter : code === `Key${letter.toUpperCase()}`
