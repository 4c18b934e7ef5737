import type { Query, QueryClient } from '@tanstack/react-query'

import type { BatchAnswer } from '#api/batches.ts'
import { isSummary } from '#domain/sale/summary.ts'
import { isComplete, isWaiting, moneyMoved, type Sale } from '#domain/sale/sale.ts'
import { salesIn, type SalesAnswer } from '../../api/sale-lists.ts'
import { OPEN } from '../../api/sale.ts'
import type { Sound } from './sound-preference.ts'

/** The last known state of a sale or batch, and when (epoch ms). `begun`: nothing is pending yet. */
type Known = { version: number; is: 'begun' | 'waiting' | 'over'; at: number }

/** A result that arrives later than this (ms) after it was last seen open is not an event. */
const FRESH_MS = 90_000

type Hear = (sound: Sound, event: string) => void

type HearOptions = {
  personId: string
  hear: Hear
  onBatch: (batch: Pick<BatchAnswer, 'id' | 'state'>) => void
}

/** Silent while the page is hidden, and for sales that are complete when first read, as after a reload. Returns a function that stops it. */
export function hearSales(queryClient: QueryClient, { personId, hear, onBatch }: HearOptions): () => void {
  const known = new Map<string, Known>()
  let isListening = false
  const isHidden = () => document.visibilityState === 'hidden'
  const tell: Hear = (sound, event) => isListening && hear(sound, event)

  /** Returns the earlier state, or `undefined` if this is not news. */
  function note(id: string, { version, is, at }: Known): Known | undefined {
    const before = known.get(id)
    if (before && before.version > version) return undefined
    known.set(id, { version, is, at })
    return before && before.version < version && at - before.at < FRESH_MS ? before : undefined
  }

  function hearSale(sale: Sale, at: number): void {
    // The batch plays for its lines.
    if (sale.cashier.id !== personId || sale.batch) return
    const is = isComplete(sale) ? 'over' : isWaiting(sale) && sale.state !== 'confirming' ? 'waiting' : 'begun'
    const before = note(sale.id, { version: sale.version, is, at })
    const sound = before && before.is !== 'over' ? soundOfSale(sale, before.is) : undefined
    if (sound) tell(sound, `${sale.id} ${sound}`)
  }

  function hearBatch(batch: BatchAnswer, at: number): void {
    if (batch.cashier.id !== personId) return
    onBatch(batch)
    const is = batch.state === 'complete' ? 'over' : batch.state === 'stopped' ? 'waiting' : 'begun'
    const before = note(batch.id, { version: batch.version, is, at })
    if (!before || before.is === is) return
    const isUnsold = batch.state === 'stopped' && batch.stop?.reason === 'not-sold'
    if (is === 'over') tell('complete', `${batch.id} complete`)
    else if (isUnsold) tell('failed', `${batch.id} ${batch.version}`)
  }

  function read({ state }: Query): void {
    const data = state.data as SalesAnswer
    if (data && 'lines' in data) hearBatch(data, state.dataUpdatedAt)
    else for (const sale of salesIn(data)) if (!isSummary(sale)) hearSale(sale, state.dataUpdatedAt)
  }

  const queries = queryClient.getQueryCache()
  for (const query of queries.findAll({ queryKey: ['sales'] })) read(query)
  isListening = true
  const ends = [
    queries.subscribe((event) => {
      const isRead = event.type === 'updated' && event.action.type === 'success' && event.query.queryKey[0] === 'sales'
      if (isRead && !isHidden()) read(event.query)
    }),
    queryClient.getMutationCache().subscribe(({ type, mutation }) => {
      const isOpening = type === 'updated' && mutation.state.status === 'pending'
      if (!isOpening || mutation.options.mutationKey?.[0] !== OPEN[0] || isHidden()) return
      // Started here, so an immediate refusal counts as news.
      const { id } = mutation.state.variables as { id: string }
      if (!known.has(id)) known.set(id, { version: 0, is: 'begun', at: Date.now() })
    }),
  ]
  const onVisibility = () => isHidden() && known.clear()
  document.addEventListener('visibilitychange', onVisibility)
  return () => {
    document.removeEventListener('visibilitychange', onVisibility)
    for (const end of ends) end()
  }
}

/** No sound for a person's own decision or an unknown result. */
function soundOfSale(sale: Sale, before: 'begun' | 'waiting'): Sound | undefined {
  if (sale.resolution || !isComplete(sale) || sale.state === 'abandoned') return undefined
  switch (moneyMoved(sale)) {
    case 'yes':
      return before === 'begun' ? 'sold' : 'complete'
    case 'no':
      return 'failed'
    case 'unknown':
      return undefined
  }
}
