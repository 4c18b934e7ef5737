import { isMasked, maskForGood } from '#domain/phone/contact.ts'
import { holdsOrder, orderLabel, ORDER_LIFE_MS, type Order } from '#domain/order.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { OrderStore } from '#server/orders/store.ts'
import { setIn } from './maps.ts'

type Done<T> = { value: T; undo: () => void; tell: () => void }
type OrderWriting = {
  read: <T>(port: string, run: () => T) => Promise<T>
  write: <T>(port: string, run: () => Done<T>) => Promise<T>
  sales: () => readonly SaleRecord[]
}

/**
 * The orders on the shop's disk. `onTakenFrom` receives an order that went from one person to another without being
 * released.
 */
export function createOrderRows(onTakenFrom: (order: Order, before: Order) => void) {
  const rows = new Map<string, Order>()

  const put = (order: Order): Done<Order> => {
    const before = rows.get(order.id)
    return {
      value: order,
      undo: setIn(rows, order.id, order),
      tell: () => {
        if (before?.taken && order.taken && before.taken.by.id !== order.taken.by.id) onTakenFrom(order, before)
      },
    }
  }
  const nothing = <T>(value: T): Done<T> => ({ value, undo: () => {}, tell: () => {} })
  const youngerThan = (since: number) => [...rows.values()].filter(({ placedAt }) => placedAt > since)

  return ({ read, write, sales }: OrderWriting): OrderStore => ({
    place: (order, _day, since, refuse) =>
      write('place order', () => {
        const before = rows.get(order.id)
        if (before) return nothing(before)
        const ofTerminal = youngerThan(since).filter(({ terminal }) => terminal.id === order.terminal.id).length
        refuse({ open: youngerThan(order.placedAt - ORDER_LIFE_MS).length, ofTerminal })
        return put({ ...order, label: orderLabel(rows.size + 1) })
      }),
    find: (id) => read('find order', () => rows.get(id)),
    listSince: (since) => read('orders', () => youngerThan(since)),
    change: (id, decide) =>
      write('change order', () => {
        const before = rows.get(id)
        const taken = decide(before)
        if (!before) throw new Error(`order ${id} is not in the journal`)
        const { taken: _, ...rest } = before
        return put({ ...rest, ...(taken && { taken }) })
      }),
    held: (ids) =>
      read('held orders', () => {
        const held = sales().filter(
          (sale) => sale.orderId !== undefined && ids.includes(sale.orderId) && holdsOrder(sale),
        )
        return new Set(held.flatMap(({ orderId }) => orderId ?? []))
      }),
    eraseNumber: () => Promise.reject(new Error('no number is erased here')),
    sweep: (now, deleteBefore) =>
      write('sweep orders', () => {
        const done = [...rows.values()].flatMap((order): Done<unknown>[] => {
          if (order.placedAt < deleteBefore) {
            rows.delete(order.id)
            return [{ ...nothing(undefined), undo: () => void rows.set(order.id, order) }]
          }
          const { account } = order
          const isDue = order.expiresAt <= now && account !== undefined && !isMasked(account)
          return isDue ? [put({ ...order, account: maskForGood(account) })] : []
        })
        return { ...nothing(rows.size > 0), undo: () => done.toReversed().forEach(({ undo }) => undo()) }
      }),
  })
}
