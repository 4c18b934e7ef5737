import type { SaleRecord } from '#domain/sale/record.ts'
import type { DurableWrite } from './journal.ts'
import type { ViolationName } from './violation.ts'

export type UnreadableWatch = {
  /** Another process serves from here on: what the one before it did not write down is lost. */
  begun: () => void
  /** An answer of which somebody could read all came back. */
  readable: (sale: string | undefined) => void
  /** This text came back instead of the answer. */
  damaged: (sale: string | undefined, body: Record<string, unknown>, text: string) => void
  wrote: (write: DurableWrite) => void
  checkRest: () => void
}

type UnreadableWatchOptions = {
  readJournal: (id: string) => SaleRecord | undefined
  report: (name: ViolationName, sale: string, detail: string) => void
}

/** What the fault makes of a field: it is there, and says nothing. */
export const UNREADABLE = { unreadable: true }
/** The fields a sale is compared with (DESIGN rule 10). */
export const COMPARED = ['account', 'amount', 'amount_currency', 'service']

export const isUnreadable = (text: string) => text.includes(JSON.stringify(UNREADABLE))

/** Sees to it that what nobody can read is never sold, and is told of where it was (DESIGN rule 10). */
export function createUnreadableWatch({ readJournal, report }: UnreadableWatchOptions): UnreadableWatch {
  /** Sales whose last answer to a check, or to the find that looks for one, had such a field. */
  const unread = new Set<string>()
  /** Sales that moved by such an answer, until somebody is told; and those of which somebody was. */
  const untold = new Set<string>()
  const told = new Set<string>()

  return {
    begun: () => untold.clear(),
    readable: (sale) => sale !== undefined && unread.delete(sale),
    damaged: (sale, body, text) => {
      if (sale === undefined) return
      unread.delete(sale)
      if (!isUnreadable(text)) return
      const { id, state } = body.transaction as { id: string; state: unknown }
      // Once a damaged id was taken for the right one, the right one is another sale's.
      if (id !== (readJournal(sale)?.transactionId ?? id)) return
      if (Number(state) === -1) unread.add(sale)
      else if (!told.has(sale)) untold.add(sale)
    },
    wrote: ({ before, after, events }) => {
      if (after.state === 'checked' && before?.state !== 'checked' && unread.has(after.id)) {
        report('checked against what nobody can read', after.id, '')
      }
      if (!events.some(({ kind }) => kind === 'answer-differs')) return
      told.add(after.id)
      untold.delete(after.id)
    },
    checkRest: () => {
      for (const sale of untold) report('nobody is told of what cannot be read', sale, '')
    },
  }
}
