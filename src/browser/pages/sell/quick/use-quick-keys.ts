import { useLayoutEffect, type RefObject } from 'react'

import { isShortcut } from '../../../shortcuts.ts'

/** Alt with a digit of the main row presses the card in that place, whatever the keyboard writes there; one that is not on the screen is not pressed. */
export function useQuickKeys(row: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || event.shiftKey || event.repeat || !isShortcut(event)) return
      const place = /^Digit([1-5])$/.exec(event.code)?.[1]
      if (place === undefined) return
      const card = row.current?.querySelectorAll<HTMLElement>('.fav')[Number(place) - 1]
      // Also where nothing stands: the browser has uses of its own for these keys.
      event.preventDefault()
      if (card && (card.checkVisibility?.() ?? true)) card.click()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [row])
}
