import type { Order } from '#domain/order.ts'
import type { ServiceRequest } from '#server/sales/sale-content.ts'
import type { Seller } from '#server/sales/sale-staff.ts'
import { A_MINUTE, A_SECOND, cashierAt, type People } from './people.ts'
import type { Random } from './random.ts'
import { aRecharge, aVoucher } from './requests.ts'
import { atAnotherTill, serveCustomer } from './till.ts'

const TABLET = { id: 'tablet-1', name: 'Tablet' }

/** Lets customers place orders at a tablet, more than the cashiers take: some expire before they are taken. */
export async function orderAllDay({ world, shop, mint, trace, isOver }: People, random: Random): Promise<void> {
  while (!isOver()) {
    await world.sleep(random.whole(2 * A_SECOND, 3 * A_MINUTE))
    const { customer: _, ...wish } = random.chance(0.5) ? aRecharge(random) : aVoucher(random)
    const id = mint()
    trace.note(id, 'tablet orders')
    const place = () => shop.ask((_sales, _offers, orders) => orders.place(id, wish, TABLET))
    if (random.chance(0.1)) void place()
    // The answer was lost, so the customer presses again.
    if ((await place()).kind === 'no-answer') await place()
  }
}

/** Serves a customer who comes to the counter with an order. Returns false if there is none. */
export async function serveOrder(people: People, seller: Seller): Promise<boolean> {
  const { world, shop, orders: random } = people
  const told = await shop.ask((_sales, _offers, orders) => orders.list())
  if (told.kind !== 'done' || told.value.length === 0) return false
  const order = random.pick(told.value)
  // In rare cases, the order has expired when it is taken.
  await world.sleep(random.chance(0.03) ? random.whole(20 * A_MINUTE, 40 * A_MINUTE) : random.whole(0, 5 * A_SECOND))
  // Two tills take the order at the same time: both tills of one person, to whom it belongs at either, or tills of two
  // people.
  const rivals = random.chance(0.4) ? [seller, atAnotherTill(seller, random)] : [seller]
  await Promise.all(rivals.map((by) => sellOrder(people, by, order)))
  // The customer returns with what is on their screen, or a page still has the order on its ticket.
  if (random.chance(0.3)) await sellOrder(people, random.chance(0.7) ? seller : cashierAt(random.whole(0, 7)), order)
  return true
}

async function sellOrder(people: People, seller: Seller, order: Order): Promise<void> {
  const { shop, orders: random } = people
  const taken = await shop.ask((_sales, _offers, orders) => orders.take(order.id, seller.person))
  // Some cashiers continue with a ticket for an order that their till did not get.
  if (taken.kind !== 'done' && random.chance(0.7)) return
  if (random.chance(0.05)) {
    await shop.ask((_sales, _offers, orders) => orders.release(order.id, seller.person))
    if (random.chance(0.5)) return
  }
  await serveCustomer(people, seller, random, { ...orderRequestOf(order, random), orderId: order.id })
}

/** The content of the ticket. Customers change number and amount at the counter, so the sale is not a duplicate. */
function orderRequestOf({ kind, serviceId, account, amount }: Order, random: Random): ServiceRequest {
  const isChanged = random.chance(0.3)
  const { account: another = account } = isChanged ? aRecharge(random) : { account }
  return {
    kind: kind === 'voucher' ? kind : 'direct',
    serviceId,
    amount: isChanged ? random.pick(['5', '10', '25', '50']) : amount.amount,
    ...(account === undefined || another === undefined ? {} : { account: another }),
  }
}
