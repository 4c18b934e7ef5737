import { useEffect } from 'react'

/** Keeps the screen lit while the till is used. The browser lets go of it whenever the page is hidden. */
export function useWakeLock(isUsed: boolean): void {
  useEffect(() => {
    if (!isUsed || !('wakeLock' in navigator)) return undefined
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const keepLit = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
      // A battery that is low may be reason enough not to.
      const got = await navigator.wakeLock.request('screen').catch(() => undefined)
      if (isOver) void got?.release()
      else lock = got
    }
    void keepLit()
    const onVisible = () => void keepLit()
    document.addEventListener('visibilitychange', onVisible)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', onVisible)
      void lock?.release()
    }
  }, [isUsed])
}
