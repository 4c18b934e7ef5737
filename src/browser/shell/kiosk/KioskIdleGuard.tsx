import { useIsMutating, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import { matchPath, useLocation, useNavigate } from 'react-router-dom'

import { findSaleId, type SaleId } from '#domain/sale/id.ts'
import { isComplete, isUndelivered, type Sale } from '#domain/sale/sale.ts'
import { sessionQuery, lock } from '../../api/session.ts'
import { saleQuery } from '../../api/sale.ts'
import { batchQuery, salesOfBatch } from '../../api/batch.ts'
import { isOutdated, takeUpdate } from '../../api/status.ts'
import { interceptKeys } from '../../lib/hotkeys.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths, routes } from '../../paths.ts'
import { forget } from '../../lib/storage.ts'
import { Button } from '../../ui/Button.tsx'
import { useModal } from '../../ui/Dialog.tsx'

/** Signs out a person who left the kiosk, and forgets their data. */
export function KioskIdleGuard() {
  const { data: personId } = useQuery({ ...sessionQuery, select: ({ person }) => person?.id })
  return personId === undefined ? <Unused /> : <Watch key={personId} />
}

/** How long (ms) an unused kiosk waits before it loads a new build. */
const UNUSED_MS = 30_000
const LOOK_FOR_UPDATE_MS = 60_000

/** Updates automatically, because no one is present to be asked and no sale is open. */
function Unused() {
  const { data: build } = useQuery({
    ...sessionQuery,
    refetchInterval: LOOK_FOR_UPDATE_MS,
    refetchOnMount: 'always',
    select: (session) => session.build,
  })
  useEffect(() => {
    if (build === undefined || !isOutdated(build)) return undefined
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      clearTimeout(timer)
      timer = setTimeout(() => takeUpdate(build), UNUSED_MS)
    }
    wait()
    for (const kind of ACTIVITY_EVENTS) window.addEventListener(kind, wait, { capture: true, passive: true })
    return () => {
      clearTimeout(timer)
      for (const kind of ACTIVITY_EVENTS) window.removeEventListener(kind, wait, { capture: true })
    }
  }, [build])
  return null
}

function Watch() {
  const t = useText()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { isBusy, isOpen } = useCurrentSale()
  const { leftMs, isOver, stay } = useIdle(isBusy)
  useWakeLock(leftMs === undefined && !isOver)

  const isAtProducts = pathname === paths.sell()
  useEffect(() => {
    if (!isOver) return
    forget('person')
    // The URL is changed first: the next person begins with the products, but the cashier of an open sale returns to the sale.
    if (!isAtProducts && !isOpen) void navigate(paths.sell(), { replace: true })
    else void lock(queryClient, 'locked')
  }, [isOver, isAtProducts, isOpen, navigate, queryClient])

  return leftMs === undefined ? null : <IdlePrompt leftMs={leftMs} lead={t('kiosk.stillHereNext')} onStay={stay} />
}

type IdlePromptProps = {
  leftMs: number
  lead: string
  onStay: () => void
}

/** Before a kiosk signs out or a tablet starts over. Any touch or key stops it and does nothing else. */
export function IdlePrompt({ leftMs, lead, onStay }: IdlePromptProps) {
  const t = useText()
  const dialog = useModal()
  const headingId = useId()
  useEffect(
    () =>
      interceptKeys((event) => {
        event.preventDefault()
        event.stopImmediatePropagation()
        onStay()
      }),
    [onStay],
  )
  return (
    <dialog
      ref={dialog}
      className="m-auto w-[640px] max-w-[calc(100%-2*theme(spacing.4))] rounded-3 bg-surface p-6 text-center text-ink shadow-2 backdrop:bg-scrim"
      aria-labelledby={headingId}
      onClick={onStay}
      onCancel={onStay}
    >
      <h2 id={headingId} className="text-7">
        {t('kiosk.stillHere')}
      </h2>
      <p className="text-[8rem] leading-none font-semibold text-act-ink" dir="ltr" aria-hidden="true">
        {Math.ceil(leftMs / 1_000)}
      </p>
      <p className="mt-2 mb-5 text-3 text-ink-2">{lead}</p>
      <Button variant="primary" size="xl">
        {t('kiosk.stay')}
      </Button>
    </dialog>
  )
}

/** The sale is not settled, or its code waits for the customer to return. */
const isOpen = (sale: Sale): boolean => (!isComplete(sale) && !sale.resolution) || isUndelivered(sale)
const isOnItsWay = ({ state }: Sale): boolean => state === 'opened' || state === 'confirming'

/** `isBusy`: a request of the sale on screen is pending. `isOpen`: the cashier returns to the sale after the next sign-in. */
function useCurrentSale(): { isBusy: boolean; isOpen: boolean } {
  const { pathname } = useLocation()
  const saleId = matchPath(routes.sale, pathname)?.params.saleId
  const batchId = matchPath(routes.batch, pathname)?.params.batchId
  const id = saleId === undefined ? undefined : findSaleId(saleId)
  // Reads the cache only.
  const { data: sale } = useQuery({ ...saleQuery(id ?? ('' as SaleId)), enabled: false })
  const { data: lines } = useQuery({ ...batchQuery(batchId ?? ''), enabled: false, select: salesOfBatch })
  const isWriting = useIsMutating() > 0
  const here = id !== undefined && sale ? [sale] : batchId !== undefined && lines ? lines : []
  const isSelling = id !== undefined || batchId !== undefined
  return { isBusy: isSelling && (isWriting || here.some(isOnItsWay)), isOpen: here.some(isOpen) }
}

/** The browser releases the lock when the page is hidden. */
export function useWakeLock(isUsed: boolean): void {
  useEffect(() => {
    if (!isUsed || !('wakeLock' in navigator)) return undefined
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const keepLit = async () => {
      if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
      // The request is refused if the battery is low.
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

/** How long (ms) until the till asks, and how long it waits for an answer. */
const IDLE_AFTER_MS = 60_000
const COUNTDOWN_MS = 15_000

const LOOK_EVERY_MS = 1_000
const ACTIVITY_EVENTS = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const

type Idle = {
  /** What is left of the countdown; `undefined` while the till is in use. */
  leftMs: number | undefined
  isOver: boolean
  stay: () => void
}

/** Paused while a sale is pending. Compares times, so the session on a tablet that slept ends at once. */
export function useIdle(isBusy: boolean): Idle {
  const lastHandAt = useRef(Date.now())
  const held = useRef(isBusy)
  const [idleMs, setIdleMs] = useState(0)

  const look = useCallback(() => {
    const now = Date.now()
    // If the clock was set back, counting starts over.
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
      // If the device slept past the countdown, the session ends when it wakes.
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
