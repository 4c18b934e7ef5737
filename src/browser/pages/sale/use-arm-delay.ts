import { useEffect, useState } from 'react'

/** Presses are ignored this long after a screen appeared: they were meant for the one before. */
const ARMS_AFTER_MS = 600

/** False at first, so that nothing is decided by a press that was on its way. */
export function useArmDelay(): boolean {
  const [isArmed, setIsArmed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setIsArmed(true), ARMS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return isArmed
}
