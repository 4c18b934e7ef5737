import type { SaleTimes } from '#domain/reports/sale-times.ts'
import { call } from '../api/request.ts'
import { onForget } from '../lib/storage.ts'

/** After a result, how long (ms) to wait for the next sale before the times are sent without it. */
const WAITS_MS = 30_000

type Measured = { id: string; sentAt: number; entry: number | undefined; resultAt?: number; isSold?: boolean }

/** When the input for the next sale began, by the page's clock. Nothing is stored: after a reload, the sale is not measured. */
let begunAt: number | undefined
let reviewed: string | undefined
/** The last sale sent from here, until the next one begins. */
let last: Measured | undefined
let waiting: ReturnType<typeof setTimeout> | undefined

/** The first key or tap of a sale: something was entered into an empty ticket, or its product was chosen. */
export function noteFirstTouch(): void {
  begunAt = performance.now()
  const sold = last?.isSold ? last.resultAt : undefined
  if (sold !== undefined) finish({ next: begunAt - sold })
}

/** *Review*: what was entered belongs to this sale. */
export function noteReview(id: string): void {
  reviewed = id
}

/** *Send*. If the sale is sent again, the first time counts. */
export function noteSend(id: string): void {
  if (last?.id === id) return
  finish()
  const sentAt = performance.now()
  const isMeasured = reviewed === id && begunAt !== undefined
  last = { id, sentAt, entry: isMeasured && begunAt !== undefined ? sentAt - begunAt : undefined }
  begunAt = undefined
}

export function noteResult(id: string, isSold: boolean): void {
  if (last?.id !== id || last.resultAt !== undefined) return
  last = { ...last, resultAt: performance.now(), isSold }
  waiting = setTimeout(report, WAITS_MS)
}

function finish(more: SaleTimes = {}): void {
  if (last?.resultAt !== undefined && (waiting !== undefined || more.next !== undefined)) report(more)
  last = undefined
}

/** Not repeated: a lost measurement changes nothing, and no sale waits for it. */
function report(more: SaleTimes = {}): void {
  clearTimeout(waiting)
  waiting = undefined
  if (last?.resultAt === undefined) return
  const { id, entry, sentAt, resultAt } = last
  const body = { ...(entry !== undefined && { entry }), answer: resultAt - sentAt, ...more }
  call('POST /api/sales/:id/times', { id, body }).catch(() => {})
}

// The next person's first key has nothing to do with this person's sale.
onForget('visit', () => {
  clearTimeout(waiting)
  waiting = begunAt = reviewed = last = undefined
})
