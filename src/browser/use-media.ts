import { useState, useSyncExternalStore } from 'react'

/** A phone: below `sm` of tailwind.config.ts. */
export const PHONE = '(width < 37.5em)'
/** One column: below `md`. */
export const ONE_COLUMN = '(width < 64em)'

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
