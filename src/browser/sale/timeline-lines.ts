import type { SaleEvent } from '#domain/sale/sale.ts'
import { findVariant, isVisibleEvent, type EventVariant, type VisibleEventKind } from './event-words.ts'

/** One line of *What happened*: the same thing several times in a row is one line with its last time. */
export type TimelineLine = {
  at: number
  kind: VisibleEventKind
  times: number
  by?: string
  note?: string
  variant?: EventVariant
}

/** The events of a sale as they are told, in order. */
export function toTimeline(events: readonly SaleEvent[]): TimelineLine[] {
  const lines: TimelineLine[] = []
  for (const event of events.filter(isVisibleEvent)) {
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
