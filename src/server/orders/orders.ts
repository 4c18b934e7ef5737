import type { PlaceOrder } from '#api/orders.ts'
import { isOrderOpen, ORDER_LIFE_MS, type Order } from '#domain/order.ts'
import { refOf, type NamedRef, type Person } from '#domain/person.ts'
import type { SaleContent } from '#domain/sale/record.ts'
import { shopDays } from '#domain/shop-calendar.ts'
import { RequestRefused } from '../lib/failures.ts'
import type { NewOrder, OrderStore } from './store.ts'
import type { Cancel } from '../lib/ports.ts'
import type { ShopContext } from '../parts/shop-context.ts'
import type { Offers } from '../catalog/offers.ts'
import { readShownInternational } from '../sales/international-content.ts'
import { readServiceContent, type SellableSource } from '../sales/sale-content.ts'

/** Above this, customers are sent to the counter. */
const MAX_OPEN_ORDERS = 200
/** More than people place by hand at one tablet. */
const MAX_ORDERS_AT_TERMINAL = 20
const TERMINAL_WINDOW_MS = 10 * 60_000
/** Rows are deleted after this time (ms). */
const ORDER_KEPT_MS = 24 * 60 * 60_000
const SWEEP_EVERY_MS = 60_000

type Context = Pick<ShopContext, 'clock' | 'timers' | 'calendar'>
type Sources = {
  store: OrderStore
  catalog: Pick<SellableSource, 'current'>
  offers: Pick<Offers, 'countries' | 'providerShown' | 'lastShown'>
}

export type Orders = ReturnType<typeof createOrders>

/** Orders wait until a cashier takes them. Nothing is sold here, and the wholesaler is not called. */
export function createOrders(context: Context, { store, catalog, offers }: Sources) {
  const { clock } = context
  const { sweep, plan, stop, eraseNumber } = orderSweep(context, store)
  const days = shopDays(context.calendar)

  /** Open orders, oldest first. */
  const list = async (): Promise<Order[]> => {
    const now = clock.now()
    const open = (await store.listSince(now - ORDER_LIFE_MS)).filter((order) => isOrderOpen(order, now))
    const held = await store.held(open.map(({ id }) => id))
    return open.filter(({ id }) => !held.has(id))
  }

  return {
    /** The id is from the tablet. A repeat returns the same order until it is over. Throws `RequestRefused`. */
    place: async (id: string, request: PlaceOrder, terminal: NamedRef): Promise<Order> => {
      const content =
        request.kind === 'international'
          ? await readShownInternational(request, { catalog, offers })
          : await readServiceContent(request, catalog)
      const placedAt = clock.now()
      const wish = { id, kind: request.kind, ...orderRequestOf(content), terminal: refOf(terminal) }
      const order: NewOrder = { ...wish, placedAt, expiresAt: placedAt + ORDER_LIFE_MS }
      const placed = await store.place(
        order,
        days.boundsAt(placedAt).from,
        placedAt - TERMINAL_WINDOW_MS,
        refuseTooMany,
      )
      plan()
      if (!isOrderOpen(placed, placedAt)) throw orderOver(placed)
      if (isSameWish(placed, order)) return placed
      throw new RequestRefused(
        409,
        'content-mismatch',
        'This order already exists with different content. Start a new one.',
      )
    },

    list,

    /** Counts the orders that are free or taken by this person. */
    countFor: async ({ id }: Person): Promise<number> =>
      (await list()).filter(({ taken }) => !taken || taken.by.id === id).length,

    /** If two people try, the second learns who has it. Throws `RequestRefused`. */
    take: (id: string, person: Person): Promise<Order> =>
      store.change(id, (order) => {
        const now = clock.now()
        if (!order || !isOrderOpen(order, now)) throw orderOver(order)
        if (order.taken && order.taken.by.id !== person.id) throw takenBy(order, order.taken.by)
        return order.taken ?? { by: refOf(person), at: now }
      }),

    /** Releases an order that this person has taken; a supervisor may release anyone's. Throws `RequestRefused`. */
    release: async (id: string, person: Person): Promise<Order> => {
      const isHeld = (await store.held([id])).has(id)
      return store.change(id, (order) => {
        if (!order) throw orderOver(order)
        if (isHeld) throw new RequestRefused(409, 'order-taken', `Order ${order.label} is being sold, or was.`)
        const { taken } = order
        if (taken && taken.by.id !== person.id && person.role !== 'supervisor') throw takenBy(order, taken.by)
        return undefined
      })
    },

    /** Throws `RequestRefused` unless this person has taken the order, and it is for what is about to be sold. */
    requireTaken: async (id: string, person: Person, content: OrderedContent): Promise<void> =>
      refuseUnlessTaken(await store.find(id), person, content),

    /** Masks and deletes what is due, periodically while there are orders. */
    start: sweep,
    sweep,
    eraseNumber,
    stop,
  }
}

function refuseUnlessTaken(order: Order | undefined, person: Person, content: OrderedContent): void {
  if (!order) throw orderOver(order)
  const { label, taken } = order
  if (!taken) throw new RequestRefused(409, 'order-taken', `Order ${label} isn't taken yet. Take it first.`)
  if (taken.by.id !== person.id) throw takenBy(order, taken.by)
  if (isForSame(order, content)) return
  throw new RequestRefused(409, 'content-mismatch', `Order ${label} is for something else. Sell this without it.`)
}

function orderSweep({ clock, timers }: Context, store: OrderStore) {
  let cancelNext: Cancel | undefined
  let isStopped = false

  async function sweep(): Promise<void> {
    const now = clock.now()
    if (await store.sweep(now, now - ORDER_KEPT_MS)) plan()
  }

  function plan(): void {
    if (isStopped) return
    cancelNext?.()
    // A failed sweep is repeated later.
    cancelNext = timers.after(SWEEP_EVERY_MS, () => void sweep().catch(plan))
  }

  return {
    sweep,
    plan,
    eraseNumber: (number: string): Promise<void> => store.eraseNumber(number, clock.now()),
    stop: () => {
      isStopped = true
      cancelNext?.()
    },
  }
}

const orderRequestOf = ({ serviceId, serviceName, brand, account, amount, pays, international }: SaleContent) => ({
  serviceId,
  serviceName,
  brand,
  ...(account === undefined ? {} : { account }),
  amount,
  ...(pays && international && { pays, international }),
})

function refuseTooMany({ open, ofTerminal }: { open: number; ofTerminal: number }): void {
  if (open < MAX_OPEN_ORDERS && ofTerminal < MAX_ORDERS_AT_TERMINAL) return
  throw new RequestRefused(429, 'rate-limited', 'Too many orders are waiting. Please go to the counter.', {
    retryAfterMs: TERMINAL_WINDOW_MS,
  })
}

/** What has to match the order; the price may have changed. */
type OrderedContent = Pick<Order, 'kind' | 'serviceId'> & {
  account?: string | undefined
  international?: Order['international'] | undefined
}

const isForSame = (order: OrderedContent, sold: OrderedContent): boolean =>
  order.kind === sold.kind &&
  order.serviceId === sold.serviceId &&
  (order.account === undefined || order.account === sold.account) &&
  order.international?.country.id === sold.international?.country.id &&
  order.international?.provider.id === sold.international?.provider.id

/** True if the orders are from one tablet and for the same content. */
const isSameWish = (placed: Order, order: NewOrder): boolean =>
  placed.terminal.id === order.terminal.id &&
  isForSame(placed, order) &&
  placed.account === order.account &&
  placed.international?.denomination.id === order.international?.denomination.id &&
  placed.amount.amount === order.amount.amount &&
  placed.amount.currency === order.amount.currency

const orderOver = (order: Order | undefined) =>
  new RequestRefused(
    409,
    'order-taken',
    order ? `Order ${order.label} has expired. The customer has to order again.` : 'This order no longer exists here.',
  )

const takenBy = ({ label }: Order, { name }: NamedRef) =>
  new RequestRefused(409, 'order-taken', `${name} has taken order ${label}. Ask them, or a supervisor.`)
