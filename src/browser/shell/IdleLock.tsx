import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'

import { sessionQuery, lock } from '../api/session.ts'
import { sendHeartbeat } from '../api/staff.ts'
import { isIdle, readLastActivityAt, storeLastActivityAt } from '../lib/presence.ts'
import { clearCopied } from '../printing/share.ts'

const LOOK_EVERY_MS = 1_000
const ACTIVITY_EVENTS = ['pointerdown', 'click', 'keydown'] as const
const WAKES = ['visibilitychange', 'focus', 'pageshow'] as const

/** The draft and URL stay for the same person. Sent sales continue without a screen. */
export function IdleLock() {
  const queryClient = useQueryClient()
  const { data: idleMs } = useQuery({ ...sessionQuery, select: (session) => session.idleMs })

  useEffect(() => {
    if (idleMs === undefined) return
    let handAt = Date.now()
    let sentAt = handAt
    let isLocking = false
    storeLastActivityAt(handAt)

    const look = (): boolean => {
      if (isLocking) return true
      const now = Date.now()
      const lastHandAt = Math.max(handAt, readLastActivityAt())
      isLocking = isIdle(lastHandAt, now, idleMs)
      if (isLocking) {
        // A device that slept locks when it wakes, with the time at which it became idle.
        void lock(queryClient, 'idle', Math.min(now, lastHandAt + idleMs))
      } else if (isHeartbeatDue(handAt, sentAt, now, idleMs)) {
        sentAt = now
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
      // The press that wakes an idle till does nothing else.
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

  // Clears copied codes for the next person, however the session ends.
  useEffect(() => () => void clearCopied(), [])
  return null
}

const TOLD_EVERY_MS = 60_000

/** Only if there was activity, and only rarely. */
export function isHeartbeatDue(handAt: number, sentAt: number, now: number, idleMs: number): boolean {
  return handAt > sentAt && Math.abs(now - sentAt) >= Math.min(TOLD_EVERY_MS, idleMs / 4)
}
