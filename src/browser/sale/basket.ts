import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import type { BatchLineContent } from '#api/batches.ts'
import { MAX_LINES } from '#api/sales.ts'
import { isRecord, onForget, persistIn } from '../lib/storage.ts'
import { findSaleRequest, isContent } from './sale-request.ts'

/** `name` is shown; the request has only ids. */
export type BasketLine = BatchLineContent & { name: string }

type Stored = {
  lines: readonly BasketLine[]
  /** The batch or, for one line, the sale requested with these lines, which are kept for the way back from its review. */
  requestedAs?: string | undefined
}

/** What one customer buys in one payment, until it is opened as a batch. Like the draft, it belongs to its person and survives a reload. */
type Basket = Stored & {
  add: (lines: readonly BasketLine[]) => void
  remove: (index: number) => void
  fill: (lines: readonly BasketLine[]) => void
  noteRequest: (id: string) => void
  clear: () => void
}

const EMPTY: Stored = { lines: [], requestedAs: undefined }

export const useBasket = create<Basket>()(
  persist(
    (set) => ({
      ...EMPTY,
      add: (added) => set(({ lines }) => ({ ...EMPTY, lines: [...lines, ...added].slice(0, MAX_LINES) })),
      remove: (index) => set(({ lines }) => ({ ...EMPTY, lines: lines.filter((_, at) => at !== index) })),
      fill: (lines) => set({ ...EMPTY, lines: lines.slice(0, MAX_LINES) }),
      noteRequest: (requestedAs) => set({ requestedAs }),
      clear: () => set(EMPTY),
    }),
    {
      name: 'basket',
      storage: persistIn('basket', readStored),
      partialize: ({ lines, requestedAs }): Stored => ({ lines, requestedAs }),
    },
  ),
)
onForget('person', () => useBasket.getState().clear())

/** Empties the basket once its batch was sent here or is the `stopped` one, or its only line has its sale, whose draft is kept instead. */
export function settleBasket(stopped?: string): void {
  const { requestedAs, clear } = useBasket.getState()
  if (requestedAs === undefined) return
  const request = findSaleRequest(requestedAs)
  const isKept = request?.stage === 'asked' || (request?.stage === 'answered' && request.isBasket)
  if (!isKept || requestedAs === stopped) clear()
}

/** The same is sold to the same account already, or only so many more lines fit. */
export function findBasketProblem(
  lines: readonly BasketLine[],
  content: BatchLineContent,
  count: number,
): 'repeated' | { fits: number } | undefined {
  const fits = MAX_LINES - lines.length
  if (count > fits) return { fits }
  return content.account !== undefined && lines.some((each) => isSame(each, content)) ? 'repeated' : undefined
}

const isSame = (one: BatchLineContent, other: BatchLineContent): boolean =>
  one.serviceId === other.serviceId && one.account === other.account && one.amount === other.amount

function readStored(stored: unknown): Stored | undefined {
  if (!isRecord(stored) || !Array.isArray(stored['lines']) || stored['lines'].length > MAX_LINES) return undefined
  const { lines, requestedAs } = stored
  const isRead = lines.every(
    (line) => isContent(line) && line.kind !== 'international' && 'name' in line && typeof line.name === 'string',
  )
  return isRead && (requestedAs === undefined || typeof requestedAs === 'string') ? (stored as Stored) : undefined
}
