import type { SaleEvent, SaleEventKind } from '#domain/sale.ts'

/** One line of *What happened*: the same thing several times in a row is one line with its last time. */
export type TimelineLine = { at: number; kind: ToldKind; times: number; by?: string }

/** What a person at the counter is told of. Cost is between the shop and the wholesaler. */
export type ToldKind = Exclude<SaleEventKind, 'cost-differs' | 'opened' | 'receipt-shown'>

const UNTOLD: readonly SaleEventKind[] = ['cost-differs', 'opened', 'receipt-shown']
const isTold = (event: SaleEvent): event is SaleEvent & { kind: ToldKind } => !UNTOLD.includes(event.kind)

/** The events of a sale as they are told, in order. */
export function tellEvents(events: readonly SaleEvent[]): TimelineLine[] {
  const lines: TimelineLine[] = []
  for (const event of events.filter(isTold)) {
    const last = lines.at(-1)
    if (last?.kind === event.kind) {
      last.at = event.at
      last.times++
    } else {
      lines.push({ at: event.at, kind: event.kind, times: 1, ...(event.by === undefined ? {} : { by: event.by }) })
    }
  }
  return lines
}

const DOUBTS: readonly ToldKind[] = [
  'check-lost',
  'confirm-lost',
  'confirm-refused',
  'ask-lost',
  'disputed',
  'moved-without-confirm',
]

/** True for what leaves something open. */
export const isDoubt = (kind: ToldKind): boolean => DOUBTS.includes(kind)
