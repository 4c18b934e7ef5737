import { useLayoutEffect } from 'react'

import { isShortcut } from '../../shortcuts.ts'

/** Esc, pressed once. */
export function useEscape(onEscape: () => void): void {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.repeat && isShortcut(event)) onEscape()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  })
}
