import type { SaleEvent, SaleEventKind } from '#domain/sale.ts'
import type { HandedHow } from '#domain/voucher.ts'

/** One line of *What happened*: the same thing several times in a row is one line with its last time. */
export type TimelineLine = {
  at: number
  kind: ToldKind
  times: number
  by?: string
  note?: string
  /** How the customer got it. */
  how?: HandedHow
}

/** What a person at the counter is told of. Cost is between the shop and the wholesaler; who looked says nothing of the sale. */
export type ToldKind = Exclude<SaleEventKind, Untold>
type Untold = 'cost-differs' | 'opened' | 'receipt-shown' | 'seen'

const UNTOLD: readonly SaleEventKind[] = ['cost-differs', 'opened', 'receipt-shown', 'seen'] satisfies Untold[]
/** What of a sale a person at the counter is told. */
export const isTold = (event: SaleEvent): event is SaleEvent & { kind: ToldKind } => !UNTOLD.includes(event.kind)

/** The events of a sale as they are told, in order. */
export function tellEvents(events: readonly SaleEvent[]): TimelineLine[] {
  const lines: TimelineLine[] = []
  for (const event of events.filter(isTold)) {
    const { at, kind, by, note } = event
    const how = findHow(event)
    const last = lines.at(-1)
    if (last?.kind === kind && last.by === by && last.note === note && last.how === how) {
      last.at = at
      last.times++
    } else {
      lines.push({
        at,
        kind,
        times: 1,
        ...(by === undefined ? {} : { by }),
        ...(note === undefined ? {} : { note }),
        ...(how === undefined ? {} : { how }),
      })
    }
  }
  return lines
}

const WAYS: readonly string[] = ['printed', 'shared', 'copied', 'given'] satisfies HandedHow[]

function findHow({ kind, reason = '' }: SaleEvent): HandedHow | undefined {
  return kind === 'handed-over' && WAYS.includes(reason) ? (reason as HandedHow) : undefined
}

const DOUBTS: readonly ToldKind[] = [
  'check-lost',
  'confirm-lost',
  'confirm-refused',
  'ask-lost',
  'disputed',
  'moved-without-confirm',
  'answer-differs',
  'request-wrong',
  'odd-answers',
]

/** True for what leaves something open. */
export const isDoubt = (kind: ToldKind): boolean => DOUBTS.includes(kind)
