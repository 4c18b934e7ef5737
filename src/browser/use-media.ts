import { useState, useSyncExternalStore } from 'react'

/** A phone: narrower than `sm` in tailwind.config.ts. */
export const PHONE = '(width < 37.5em)'
/** One column: narrower than `md`. */
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
