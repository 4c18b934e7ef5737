import { useEffect, useEffectEvent } from 'react'

/** Longer than any code. */
const MAX_LENGTH = 100

/** The code after the `#`, which is not sent to any server, and is removed from the URL at once. */
export function useCodeOfFragment(take: (code: string) => void): void {
  const takeNow = useEffectEvent(take)
  useEffect(() => {
    const takeCode = () => {
      const code = window.location.hash.slice(1, 1 + MAX_LENGTH)
      if (code === '') return
      window.history.replaceState(null, '', window.location.pathname)
      takeNow(code)
    }
    takeCode()
    window.addEventListener('hashchange', takeCode)
    return () => window.removeEventListener('hashchange', takeCode)
  }, [])
}
