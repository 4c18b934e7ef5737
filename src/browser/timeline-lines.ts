import type { SaleEvent } from '#domain/sale/sale.ts'
import { findVariant, isTold, type EventVariant, type ToldKind } from './event-words.ts'

/** One line of *What happened*: the same thing several times in a row is one line with its last time. */
export type TimelineLine = {
  at: number
  kind: ToldKind
  times: number
  by?: string
  note?: string
  variant?: EventVariant
}

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
