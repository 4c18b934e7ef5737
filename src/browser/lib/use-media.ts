import { useState, useSyncExternalStore } from 'react'

/** A phone: narrower than `sm` in tailwind.config.ts. */
export const PHONE = '(width < 37.5em)'
/** One column: narrower than `md`. */
export const ONE_COLUMN = '(width < 64em)'

/** A tablet that is held upright: one column, with room for products and ticket. */
export const UPRIGHT = '(37.5em <= width < 64em) and (height >= 60em)'
/** Room for a third column beside products and ticket: from `wide` on. */
export const THREE_COLUMNS = '(width >= 100em)'

export function useMedia(query: string): boolean {
  const [media] = useState(() => window.matchMedia(query))
  return useSyncExternalStore(
    (onChange) => {
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    () => media.matches,
  )
}
