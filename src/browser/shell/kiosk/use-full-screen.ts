import { useEffect } from 'react'

/** Fills the screen with the first touch, and again with the next one after somebody left that: a browser wants a person's hand for it. */
export function useFullScreen(): void {
  useEffect(() => {
    const fill = () => {
      if (!document.fullscreenEnabled || document.fullscreenElement) return
      // Not allowed here, or not now: the till sells all the same.
      document.documentElement.requestFullscreen({ navigationUI: 'hide' }).catch(() => {})
    }
    document.addEventListener('pointerup', fill)
    return () => {
      document.removeEventListener('pointerup', fill)
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => {})
    }
  }, [])
}
