import { useCallback, useEffect, useRef, useState } from 'react'

/** Without a hand for so long the till asks whether anybody is there, and so long it waits for an answer. */
export const IDLE_AFTER_MS = 60_000
export const COUNTDOWN_MS = 15_000

const LOOK_EVERY_MS = 1_000
const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

export type Idle = {
  /** What is left of the countdown; nothing while somebody is there. */
  leftMs: number | undefined
  isOver: boolean
  /** Somebody is there. */
  stay: () => void
}

/**
 * How long nobody touched the till. While a sale is on its way nothing counts, and all of the time begins when it was answered. Times are compared, so that a
 * tablet that slept is over at once.
 */
export function useIdle(isBusy: boolean): Idle {
  const lastHandAt = useRef(Date.now())
  const held = useRef(isBusy)
  const [idleMs, setIdleMs] = useState(0)

  const look = useCallback(() => {
    const now = Date.now()
    // A clock that was set back says nothing.
    if (held.current || now < lastHandAt.current) lastHandAt.current = now
    setIdleMs(Math.max(0, now - lastHandAt.current - IDLE_AFTER_MS))
  }, [])
  const stay = useCallback(() => {
    lastHandAt.current = Date.now()
    look()
  }, [look])

  useEffect(() => {
    held.current = isBusy
    look()
  }, [isBusy, look])

  useEffect(() => {
    const note = () => {
      // What slept through its countdown is over, whoever wakes it.
      if (Date.now() - lastHandAt.current < IDLE_AFTER_MS + COUNTDOWN_MS) lastHandAt.current = Date.now()
    }
    for (const kind of ACTIVITY_EVENTS) window.addEventListener(kind, note, { capture: true, passive: true })
    const timer = setInterval(look, LOOK_EVERY_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      for (const kind of ACTIVITY_EVENTS) window.removeEventListener(kind, note, { capture: true })
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [look])

  const isOver = idleMs >= COUNTDOWN_MS
  return { leftMs: idleMs > 0 && !isOver ? COUNTDOWN_MS - idleMs : undefined, isOver, stay }
}
