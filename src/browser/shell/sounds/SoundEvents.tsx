import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

import { batchQuery } from '../../api/batch.ts'
import { ordersQuery } from '../../api/orders.ts'
import { statusQuery } from '../../api/status.ts'
import { useCurrentUser } from '../../lib/current-user.ts'
import { recall, remember } from '../../lib/storage.ts'
import { hearSales } from './hear-sales.ts'
import { playSound, wakeAudio } from './play-sound.ts'
import { isOn, useSounds, type Sound } from './sound-preference.ts'

/** How often (ms) a running batch is read outside its own page. */
const READ_BATCH_MS = 5_000
const MAX_HEARD = 50

export function SoundEvents() {
  const queryClient = useQueryClient()
  const { person } = useCurrentUser()
  const hearsOrders = useSounds(({ choices }) => choices.order !== false)
  const hearsComplete = useSounds(({ choices }) => choices.complete !== false)
  const [running, setRunning] = useState<readonly string[]>([])
  useEffect(
    () =>
      hearSales(queryClient, {
        personId: person.id,
        hear: playOnce,
        onBatch: ({ id, state }) =>
          setRunning((now) => {
            const others = now.filter((each) => each !== id)
            if (state !== 'running') return others.length === now.length ? now : others
            return others.length === now.length ? [...now, id] : now
          }),
      }),
    [queryClient, person.id],
  )
  useQueries({
    queries: hearsComplete ? running.map((id) => ({ ...batchQuery(id), refetchInterval: READ_BATCH_MS })) : [],
  })
  useEffect(() => {
    // On each press, because the browser may suspend audio.
    window.addEventListener('pointerdown', wakeAudio)
    window.addEventListener('keydown', wakeAudio)
    return () => {
      window.removeEventListener('pointerdown', wakeAudio)
      window.removeEventListener('keydown', wakeAudio)
    }
  }, [])
  return hearsOrders ? <NewOrders /> : null
}

/** Orders placed since this page began to look, by the server's clock. */
function NewOrders() {
  const { data: status } = useQuery(statusQuery)
  const { data: orders } = useQuery({ ...ordersQuery, enabled: (status?.orders ?? 0) > 0 })
  const since = useRef<number>(undefined)
  const serverTime = status?.serverTime
  useEffect(() => {
    since.current ??= serverTime
  }, [serverTime])
  useEffect(() => {
    for (const { id, placedAt, taken } of orders ?? [])
      if (since.current !== undefined && placedAt > since.current && !taken) playOnce('order', id)
  }, [orders])
  useEffect(() => {
    // Orders that arrive while the page is hidden are silent; the person sees them when they return.
    const onVisibility = () => {
      if (document.visibilityState === 'hidden') since.current = undefined
    }
    document.addEventListener('visibilitychange', onVisibility)
    return () => document.removeEventListener('visibilitychange', onVisibility)
  }, [])
  return null
}

/** Plays once per event, even with several tabs. */
function playOnce(sound: Sound, event: string): void {
  if (!isOn(useSounds.getState(), sound, Date.now()) || document.visibilityState === 'hidden') return
  const heard = recall('heard', readEvents) ?? []
  if (heard.includes(event)) return
  remember('heard', [...heard, event].slice(-MAX_HEARD))
  void playSound(sound)
}

const readEvents = (stored: unknown) =>
  Array.isArray(stored) ? stored.filter((event): event is string => typeof event === 'string') : undefined
