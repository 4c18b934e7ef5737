import type { SaleEvent, SaleEventKind } from '#domain/sale/sale.ts'
import { findVariant, type EventVariant } from './event-words.ts'

/** One line of *What happened*: the same thing several times in a row is one line with its last time. */
export type TimelineLine = {
  at: number
  kind: ToldKind
  times: number
  by?: string
  note?: string
  variant?: EventVariant
}

/** What a person at the counter is told of; who looked says nothing of the sale. A cashier's sale carries no event of its cost. */
export type ToldKind = Exclude<SaleEventKind, Untold>
type Untold = 'opened' | 'receipt-revealed' | 'acknowledged'

const UNTOLD: readonly SaleEventKind[] = ['opened', 'receipt-revealed', 'acknowledged'] satisfies Untold[]
/** What of a sale a person at the counter is told. */
export const isTold = (event: SaleEvent): event is SaleEvent & { kind: ToldKind } => !UNTOLD.includes(event.kind)

/** The events of a sale as they are told, in order. */
export function tellEvents(events: readonly SaleEvent[]): TimelineLine[] {
  const lines: TimelineLine[] = []
  for (const event of events.filter(isTold)) {
    const { at, kind, by, note } = event
    const variant = findVariant(event)
    const last = lines.at(-1)
    if (last?.kind === kind && last.by === by && last.note === note && last.variant?.as === variant?.as) {
      last.at = at
      last.times++
    } else {
      lines.push({
        at,
        kind,
        times: 1,
        ...(by === undefined ? {} : { by }),
        ...(note === undefined ? {} : { note }),
        ...(variant ? { variant } : {}),
      })
    }
  }
  return lines
}
