import type { SaleId } from '#domain/sale/id.ts'
import type { NextAction, SaleRecord } from '#domain/sale/record.ts'
import { inBackground, type Cancel, type Ports } from '../../lib/ports.ts'
import type { ShopContext } from '../../shop-context.ts'

type Actions = {
  /** Reads the sale in its turn and plans it again. */
  reconsider: (id: SaleId) => Promise<void>
  /** Performs an action and applies its answer. A confirm asks `isDue` in the instant before it leaves; `end` is called in the turn of the step. */
  perform: (sale: SaleRecord, action: NextAction, isDue: () => boolean, end: () => void) => Promise<unknown>
  /** Called for an action that is planned and does not begin, because the scheduler is stopped. */
  cancel: (id: SaleId, action: NextAction) => void
}

/** When the next action of each sale begins, and which are under way. One kind of action of a sale runs once at a time. */
export function createActionScheduler(
  { clock, timers, ...ends }: Ports & Pick<ShopContext, 'log'>,
  { reconsider, perform, cancel }: Actions,
) {
  const due = new Map<SaleId, { action: NextAction; cancel: Cancel }>()
  const underWay = new Map<string, Promise<unknown>>()
  const confirmsNotDue = new Set<SaleId>()
  let isStopped = false

  const isUnderWay = (id: SaleId, action: Pick<NextAction, 'kind'>): boolean => underWay.has(actionName(id, action))

  /** Begins the next action of a sale as the journal has it, or sets its timer. It replaces what was planned before. */
  function plan(sale: SaleRecord): void {
    due.get(sale.id)?.cancel()
    due.delete(sale.id)
    const { next } = sale
    if (!next || isUnderWay(sale.id, next)) return
    if (isStopped) return cancel(sale.id, next)
    const wait = next.at - clock.now()
    if (wait <= 0) return begin(sale, next)
    const cancelTimer = timers.after(wait, () => {
      due.delete(sale.id)
      void inBackground(reconsider(sale.id), ends)
    })
    due.set(sale.id, { action: next, cancel: cancelTimer })
  }

  function begin(sale: SaleRecord, action: NextAction): void {
    const name = actionName(sale.id, action)
    const end = () => {
      if (underWay.get(name) !== done) return
      underWay.delete(name)
      if (action.kind === 'confirm') confirmsNotDue.delete(sale.id)
    }
    const performed = perform(sale, action, () => !confirmsNotDue.has(sale.id), end)
    // Also when the sale could not be read, so that it goes on once it is repaired.
    const done = inBackground(performed, ends).then(end)
    underWay.set(name, done)
  }

  return {
    plan,
    isUnderWay,
    /** The sale left `confirming`, as when a find saw the confirm before at work. A confirm that still waits for its turn does not leave. */
    withdrawConfirm: (id: SaleId): void => {
      if (isUnderWay(id, { kind: 'confirm' })) confirmsNotDue.add(id)
    },
    isStopped: () => isStopped,
    /** Begins nothing more. Resolves when every action under way has been answered. */
    stop: async (): Promise<void> => {
      isStopped = true
      for (const [id, planned] of due) {
        planned.cancel()
        cancel(id, planned.action)
      }
      due.clear()
      await Promise.all(underWay.values())
    },
  }
}

const actionName = (id: SaleId, { kind }: Pick<NextAction, 'kind'>) => `${id} ${kind}`
