import { useEffect, useRef } from 'react'

const WRITES = 'input, textarea, select, [contenteditable]'

/** One letter does `onPress`, wherever one is on the screen, but not while something is typed or a dialog is open. Nothing without `onPress`. */
export function useKey(letter: string, onPress: (() => void) | undefined): void {
  const latest = useRef(onPress)
  useEffect(() => {
    latest.current = onPress
  })
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!latest.current || event.repeat || event.ctrlKey || event.altKey || event.metaKey) return
      if (!isLetter(event, letter)) return
      const { target } = event
      if (target instanceof Element && target.closest(WRITES)) return
      if (document.querySelector('dialog[open]')) return
      event.preventDefault()
      latest.current()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [letter])
}

/** On a keyboard that writes another script the key in its place counts. */
const isLetter = ({ key, code }: KeyboardEvent, letter: string): boolean =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() === letter : code === `Key${letter.toUpperCase()}`
