import type { SaleRecord } from '#domain/sale/record.ts'
import type { DurableWrite } from './journal.ts'
import type { Report } from './violation.ts'

type UnreadableWatchOptions = { readJournal: (id: string) => SaleRecord | undefined; report: Report }

export const UNREADABLE = { unreadable: true }
export const COMPARED = ['account', 'amount', 'amount_currency', 'service']

export const isUnreadable = (text: string) => text.includes(JSON.stringify(UNREADABLE))

/**
 * Checks that no sale becomes checked by an answer with an unreadable field, and that a sale has an event about such an
 * answer if the answer changed its state (rule 10).
 */
export function createUnreadableWatch({ readJournal, report }: UnreadableWatchOptions) {
  const unread = new Set<string>()
  /** Sales whose state such an answer changed: those that have no event about it yet, and those that have one. */
  const untold = new Set<string>()
  const told = new Set<string>()

  return {
    begun: () => untold.clear(),
    readable: (sale: string | undefined) => sale !== undefined && unread.delete(sale),
    damaged: (sale: string | undefined, body: Record<string, unknown>, text: string) => {
      if (sale === undefined) return
      unread.delete(sale)
      if (!isUnreadable(text)) return
      const { id, state } = body.transaction as { id: string; state: unknown }
      // If a damaged id was accepted as the transaction's, the correct id belongs to another sale.
      if (id !== (readJournal(sale)?.transactionId ?? id)) return
      if (Number(state) === -1) unread.add(sale)
      else if (!told.has(sale)) untold.add(sale)
    },
    wrote: ({ before, after, events }: DurableWrite) => {
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
