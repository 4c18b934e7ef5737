import type { SaleId } from '#domain/sale/id.ts'
import type { NextAction, SaleRecord } from '#domain/sale/record.ts'
import { inBackground, type Cancel, type Ports } from '../../lib/ports.ts'
import type { ShopContext } from '../../parts/shop-context.ts'

type Actions = {
  /** Reads the sale in its turn and plans its next action again. */
  reconsider: (id: SaleId) => Promise<void>
  /** A confirm checks `isDue` right before it is sent; `end` is called in the turn of the step. */
  perform: (sale: SaleRecord, action: NextAction, isDue: () => boolean, end: () => void) => Promise<unknown>
  /** Called for a planned action that doesn't begin because the scheduler is stopped. */
  cancel: (id: SaleId, action: NextAction) => void
}

/** Each kind of action runs at most once at a time for a sale. */
export function createActionScheduler(
  { clock, timers, ...ends }: Ports & Pick<ShopContext, 'log'>,
  { reconsider, perform, cancel }: Actions,
) {
  const due = new Map<SaleId, { action?: NextAction; cancel: Cancel }>()
  const underWay = new Map<string, Promise<unknown>>()
  const confirmsNotDue = new Set<SaleId>()
  let isStopped = false

  const isUnderWay = (id: SaleId, action: Pick<NextAction, 'kind'>): boolean => underWay.has(actionName(id, action))

  /** Starts the next action of the stored sale or sets its timer, and replaces what was planned before. */
  function plan(sale: SaleRecord): void {
    due.get(sale.id)?.cancel()
    due.delete(sale.id)
    const { next } = sale
    if (!next || isUnderWay(sale.id, next)) return
    if (isStopped) return cancel(sale.id, next)
    const wait = next.at - clock.now()
    if (wait <= 0) return begin(sale, next)
    due.set(sale.id, { action: next, cancel: reconsiderAfter(wait, sale.id) })
  }

  const reconsiderAfter = (ms: number, id: SaleId): Cancel =>
    timers.after(ms, () => {
      due.delete(id)
      void inBackground(reconsider(id), ends)
    })

  function begin(sale: SaleRecord, action: NextAction): void {
    const name = actionName(sale.id, action)
    const end = () => {
      if (underWay.get(name) !== done) return
      underWay.delete(name)
      if (action.kind === 'confirm') confirmsNotDue.delete(sale.id)
    }
    const performed = perform(sale, action, () => !confirmsNotDue.has(sale.id), end)
    // The action also ends if the sale could not be read, so the sale continues once it is repaired.
    const done = inBackground(performed, ends).then(end)
    underWay.set(name, done)
  }

  return {
    plan,
    /** Reads an unreadable sale again later, in case it is repaired. */
    retry: (id: SaleId): void => {
      due.get(id)?.cancel()
      due.delete(id)
      if (!isStopped) due.set(id, { cancel: reconsiderAfter(UNREADABLE_RETRY_MS, id) })
    },
    isUnderWay,
    /** Call when the sale left `confirming`. A confirm that still waits for its turn is not sent. */
    withdrawConfirm: (id: SaleId): void => {
      if (isUnderWay(id, { kind: 'confirm' })) confirmsNotDue.add(id)
    },
    isStopped: () => isStopped,
    /** Starts nothing new. Resolves when every running action has been answered. */
    stop: async (): Promise<void> => {
      isStopped = true
      for (const [id, planned] of due) {
        planned.cancel()
        if (planned.action) cancel(id, planned.action)
      }
      due.clear()
      await Promise.all(underWay.values())
    },
  }
}

const UNREADABLE_RETRY_MS = 60_000

const actionName = (id: SaleId, { kind }: Pick<NextAction, 'kind'>) => `${id} ${kind}`
