import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { sessionQuery, lock } from '../api/session.ts'
import { sendHeartbeat } from '../api/staff.ts'
import { isIdle, readLastActivityAt, storeLastActivityAt } from '../presence.ts'
import { clearCopied } from '../printing/share.ts'

const LOOK_EVERY_MS = 1_000
const ACTIVITY_EVENTS = ['pointerdown', 'click', 'keydown'] as const
const WAKES = ['visibilitychange', 'focus', 'pageshow'] as const

/** Locks a till that is left alone; the draft and the address stay for anyone who comes back. A sale that was sent goes on without a screen. */
export function IdleLock() {
  const queryClient = useQueryClient()
  const { data: idleMs } = useQuery({ ...sessionQuery, select: (session) => session.idleMs })

  useEffect(() => {
    if (idleMs === undefined) return
    let handAt = Date.now()
    let toldAt = handAt
    let isLocking = false
    storeLastActivityAt(handAt)

    const look = (): boolean => {
      if (isLocking) return true
      const now = Date.now()
      const lastHandAt = Math.max(handAt, readLastActivityAt())
      isLocking = isIdle(lastHandAt, now, idleMs)
      if (isLocking) {
        // A tablet that slept locks when it wakes, and was left alone since then.
        void lock(queryClient, 'idle', Math.min(now, lastHandAt + idleMs))
      } else if (isHeartbeatDue(handAt, toldAt, now, idleMs)) {
        toldAt = now
        storeLastActivityAt(handAt)
        void sendHeartbeat(queryClient)
      }
      return isLocking
    }
    const onHand = (event: Event) => {
      if (!look()) {
        handAt = Date.now()
        return
      }
      // The press that wakes a till which was left alone presses nothing.
      event.stopImmediatePropagation()
      event.preventDefault()
    }
    const onWake = () => void look()

    const timer = setInterval(onWake, LOOK_EVERY_MS)
    for (const hand of ACTIVITY_EVENTS) window.addEventListener(hand, onHand, { capture: true })
    for (const wake of WAKES) window.addEventListener(wake, onWake, { capture: true })
    return () => {
      clearInterval(timer)
      for (const hand of ACTIVITY_EVENTS) window.removeEventListener(hand, onHand, { capture: true })
      for (const wake of WAKES) window.removeEventListener(wake, onWake, { capture: true })
    }
  }, [queryClient, idleMs])

  // However the person leaves: what they copied is not the next one's.
  useEffect(() => () => void clearCopied(), [])
  return null
}

const TOLD_EVERY_MS = 60_000

/** Whether the proxy is to be told now that a hand was there: only when one was, and not at each key. */
export function isHeartbeatDue(handAt: number, toldAt: number, now: number, idleMs: number): boolean {
  return handAt > toldAt && Math.abs(now - toldAt) >= Math.min(TOLD_EVERY_MS, idleMs / 4)
}
