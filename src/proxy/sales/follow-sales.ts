import { decimal } from '#domain/money.ts'
import type { SaleId } from '#domain/sale-id.ts'
import type { SaleInput, StepContext } from '#domain/sale-input.ts'
import type { NextDeed, SaleRecord } from '#domain/sale-record.ts'
import { stepSale } from '#domain/sale-step.ts'
import { isOurs } from '#domain/transaction-step.ts'
import type { TimedAnswer } from '#domain/transaction.ts'
import type { SalesStore } from '../journal/sales-store.ts'
import type { Cancel, Ports } from '../ports.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'
import type { FreshReceipts } from './fresh-receipts.ts'
import { oneAtATime } from './one-at-a-time.ts'

export type SalePace = Pick<StepContext, 'pace' | 'settleMs'>

type Deps = { store: SalesStore; wholesaler: Wholesaler; ports: Ports; receipts: FreshReceipts; pace: SalePace }

/**
 * Drives every sale from step to step: the new record is durable first, then what it says is next is done (DESIGN rule 1). One step of a
 * sale at a time; its calls run beside it.
 */
export type FollowSales = {
  /** A new sale, or one of an earlier process: does what is next. */
  follow: (sale: SaleRecord) => void
  /** Lets `choose` see the sale as it stands and say what happens to it. Answers the sale after that step. */
  apply: (id: SaleId, choose: (sale: SaleRecord) => SaleInput | undefined) => Promise<SaleRecord>
  /** The sale once `isEnough`, or as it stands after `withinMs`. */
  waitUntil: (id: SaleId, isEnough: (sale: SaleRecord) => boolean, withinMs: number) => Promise<SaleRecord>
  /** No further deed is begun; resolves when those under way have been answered and journaled. */
  stop: () => Promise<void>
}

export function followSales({ store, wholesaler, ports, receipts, pace }: Deps): FollowSales {
  const { clock, timers } = ports
  const due = new Map<SaleId, Cancel>()
  const underWay = new Map<string, Promise<void>>()
  const watchers = new Map<SaleId, Set<(sale: SaleRecord) => void>>()
  const { inTurn, rest } = oneAtATime<SaleId>()
  let isStopped = false

  function plan(sale: SaleRecord): void {
    due.get(sale.id)?.()
    due.delete(sale.id)
    const { next } = sale
    if (!next || isStopped || underWay.has(deedName(sale.id, next))) return
    const wait = next.at - clock.now()
    if (wait <= 0) return begin(sale, next)
    due.set(
      sale.id,
      timers.after(wait, () => {
        due.delete(sale.id)
        void lookAgain(sale.id)
      }),
    )
  }

  const lookAgain = (id: SaleId) => inTurn(id, async () => plan(await get(id))).catch(ports.die)

  function begin(sale: SaleRecord, deed: NextDeed): void {
    const name = deedName(sale.id, deed)
    const done = doDeed(sale, deed).then(async (input) => {
      // Freed inside the sale's turn, with the step that follows: until then nobody may begin the same deed again.
      await applyInTurn(sale.id, () => (underWay.delete(name), input))
    })
    underWay.set(name, done.catch(ports.die))
  }

  async function doDeed(sale: SaleRecord, deed: NextDeed): Promise<SaleInput> {
    const amount = decimal(sale.amount.amount)
    switch (deed.do) {
      case 'check': {
        const { id, serviceId, account } = sale
        const answered = await wholesaler.check({ id, serviceId, account, amount }, deed.withinMs)
        return { kind: 'check-answered', answered }
      }
      case 'confirm': {
        const answered = await wholesaler.confirm({ id: sale.id, amount })
        keepReceipt(sale, answered)
        return { kind: 'confirm-answered', answered }
      }
      case 'find': {
        const by =
          sale.findsByTransactionId && sale.transactionId ? { transactionId: sale.transactionId } : { saleId: sale.id }
        const answered = await wholesaler.find(by, deed.withinMs)
        keepReceipt(sale, answered)
        return { kind: 'find-answered', answered }
      }
      case 'expire':
        return { kind: 'expired' }
    }
  }

  /** Rule 12: a receipt stays in memory for a while and is written nowhere; that of another transaction is for nobody here. */
  function keepReceipt(sale: SaleRecord, { answer }: TimedAnswer): void {
    if (answer.kind !== 'transaction' || !answer.receipt || !isOurs(sale, answer.transaction)) return
    if (answer.transaction.state === 1) receipts.keep(sale.id, answer.receipt)
  }

  async function get(id: SaleId): Promise<SaleRecord> {
    const sale = await store.find(id)
    if (!sale) throw new Error(`sale ${id} is not in the journal`)
    return sale
  }

  function applyInTurn(id: SaleId, choose: (sale: SaleRecord) => SaleInput | undefined): Promise<SaleRecord> {
    return inTurn(id, async () => {
      const sale = await get(id)
      const input = choose(sale)
      const step = input
        ? stepSale(sale, input, { now: clock.now(), jitter: ports.random(), ...pace })
        : { sale, events: [] }
      const saved = step.sale === sale ? sale : await saveOrDie(withStateSince(sale, step.sale), step.events)
      plan(saved)
      for (const tell of watchers.get(id) ?? []) tell(saved)
      return saved
    })
  }

  const saveOrDie = (sale: SaleRecord, events: Parameters<SalesStore['save']>[1]) =>
    store.save(sale, events).catch(ports.die)

  return {
    follow: plan,
    apply: applyInTurn,
    waitUntil: (id, isEnough, withinMs) =>
      new Promise((resolve, reject) => {
        const mine = watchers.get(id) ?? new Set()
        watchers.set(id, mine)
        const end = () => {
          cancel()
          mine.delete(look)
          if (mine.size === 0 && watchers.get(id) === mine) watchers.delete(id)
        }
        const look = (sale: SaleRecord) => {
          if (!isEnough(sale)) return
          end()
          resolve(sale)
        }
        const cancel = timers.after(withinMs, () => {
          end()
          get(id).then(resolve, reject)
        })
        mine.add(look)
        get(id).then(look, (error: unknown) => {
          end()
          reject(error instanceof Error ? error : new Error(String(error)))
        })
      }),
    stop: async () => {
      isStopped = true
      for (const cancel of due.values()) cancel()
      due.clear()
      await Promise.all(underWay.values())
      // A deed is no longer under way once it was answered, and its answer not yet in the journal.
      await rest()
    },
  }
}

const deedName = (id: SaleId, deed: NextDeed) => `${id} ${deed.do}`

const withStateSince = (before: SaleRecord, after: SaleRecord): SaleRecord =>
  after.state === before.state ? after : { ...after, stateSince: before.version + 1 }
