import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { lock, sessionQuery } from '../../api/session.ts'
import { paths } from '../../paths.ts'
import { forget } from '../../storage.ts'
import { IdlePrompt } from './IdlePrompt.tsx'
import { useIdle } from './use-idle.ts'
import { useCurrentSale } from './use-current-sale.ts'
import { useWakeLock } from './use-wake-lock.ts'

/** Nobody stays signed in at a kiosk they left, and nothing of theirs does. */
export function KioskIdleGuard() {
  const { data: personId } = useQuery({ ...sessionQuery, select: ({ person }) => person?.id })
  return personId === undefined ? null : <Watch key={personId} />
}

function Watch() {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { isBusy, isOpen } = useCurrentSale()
  const { leftMs, isOver, stay } = useIdle(isBusy)
  useWakeLock(leftMs === undefined && !isOver)

  const isAtShelves = pathname === paths.sell()
  useEffect(() => {
    if (!isOver) return
    forget('person')
    // The address first: whoever signs in next begins at the shelves, but its cashier with a sale that is still open.
    if (!isAtShelves && !isOpen) void navigate(paths.sell(), { replace: true })
    else void lock(queryClient, 'locked')
  }, [isOver, isAtShelves, isOpen, navigate, queryClient])

  return leftMs === undefined ? null : <IdlePrompt leftMs={leftMs} onStay={stay} />
}
