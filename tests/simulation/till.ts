import type { SaleId } from '#domain/sale/id.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { Seller } from '#server/sales/sale-staff.ts'
import { aPayment } from './payment-watch.ts'
import { A_MINUTE, A_SECOND, cashierAt, supervisorAt, type People } from './people.ts'
import type { Random } from './random.ts'
import type { ReportedSale } from './handle-requests.ts'
import { PINS } from './shop-limits.ts'
import { requestOf } from './till-international.ts'
import { wantAgain, requestFromSale, type SimulatedRequest } from './requests.ts'

export function atAnotherTill({ person }: Seller, random: Random): Seller {
  const colleague = cashierAt(random.whole(0, 7))
  return random.chance(0.7) ? { ...colleague, person } : colleague
}

export async function serveCustomer(
  people: People,
  seller: Seller,
  random: Random,
  wish: SimulatedRequest,
): Promise<void> {
  if (people.left.sales <= 0) return
  people.left.sales -= 1
  const sale = await openSale(people, seller, random, people.mint(), wish)
  if (sale?.state !== 'checked') return
  const { world } = people
  // Most customers agree at once. Some walk away, and some come back when the quote has expired.
  if (random.chance(0.03)) return
  await world.sleep(
    random.chance(0.02) ? random.whole(9 * A_MINUTE, 11 * A_MINUTE) : random.whole(A_SECOND, 12 * A_SECOND),
  )
  if (random.chance(0.02)) return void (await people.shop.ask((sales) => sales.abandon(sale.id, seller)))
  if (random.chance(0.1)) void confirmFromAnOldTab(people, seller, random, sale)
  await confirmSale(people, seller, random, sale)
  await stayWithSale(people, seller, random, sale.id)
}

async function openSale(
  { world, shop, watch, trace, isOver }: People,
  seller: Seller,
  random: Random,
  id: SaleId,
  wish: SimulatedRequest,
): Promise<SaleRecord | undefined> {
  let wanted = wish
  for (let tries = 0; tries < 8 && !isOver(); tries += 1) {
    trace.note(id, 'till opens')
    const request = wanted.kind === 'international' ? requestOf(wanted) : wanted
    if (request.kind === 'international') watch.openAsked(id, request.shown)
    const opening = () => shop.ask((sales) => sales.open(id, request, seller))
    if (random.chance(0.05)) void opening()
    const told = await opening()
    if (told.kind === 'done' && told.value.state !== 'opened') return told.value
    if (told.kind === 'rejected') {
      trace.note(id, 'turned down', told.code)
      const again = await wantAgain(shop, random, wanted, told)
      if (!again) return undefined
      wanted = again
    }
    await world.sleep(random.whole(A_SECOND, 15 * A_SECOND))
  }
  return undefined
}

async function confirmSale(people: People, seller: Seller, random: Random, shown: SaleRecord): Promise<void> {
  const { world, isOver } = people
  let seen = shown
  // The number belongs to another provider. Many cashiers notice that, but some confirm without reading.
  const accept = shown.mismatch && random.chance(0.5) ? 'operator' : undefined
  for (let tries = 0; tries < 6 && !isOver(); tries += 1) {
    if (random.chance(0.08)) void confirmOnce(people, seller, seen, accept)
    const told = await confirmOnce(people, seller, seen, accept)
    if (told.kind === 'done') return
    if (told.kind === 'rejected' && told.code === 'operator-differs' && random.chance(0.7)) {
      return void (await people.shop.ask((sales) => sales.abandon(shown.id, seller)))
    }
    if (told.kind === 'rejected' && told.code !== 'stale-version') return
    await world.sleep(random.whole(A_SECOND, 10 * A_SECOND))
    const read = await readSale(people, seller, shown.id)
    if (!read) continue
    if (read.state !== 'checked') return
    seen = read
  }
}

async function confirmOnce(
  people: People,
  seller: Seller,
  seen: SaleRecord,
  accept?: 'operator',
): Promise<ReportedSale<SaleRecord>> {
  const { world, shop, watch, trace, approvals } = people
  const payment = aPayment(people.payments, Number(seen.pays.amount))
  const approval = { version: seen.version, accept, ...payment }
  trace.note(seen.id, 'till confirms', seen.version)
  watch.confirmAsked(seen.id, seen.version, accept)
  watch.paymentAsked(seen.id, payment)
  const told = await shop.ask((sales) => sales.confirm(seen.id, approval, seller))
  if (told.kind !== 'rejected' || told.code !== 'above-limit' || approvals.chance(0.4)) return told
  await world.sleep(approvals.whole(A_SECOND, 20 * A_SECOND))
  const approver = anApprover(approvals, seller)
  trace.note(seen.id, 'somebody approves', approver.staffId)
  watch.confirmAsked(seen.id, seen.version, accept)
  watch.approverAsked(seen.id, approver)
  return shop.ask((sales) => sales.confirm(seen.id, { ...approval, approver }, seller))
}

/**
 * The approver: mostly a supervisor, who may be the seller; sometimes with a wrong PIN, or a person who may not
 * approve.
 */
export const anApprover = (random: Random, { person }: Seller) => ({
  staffId: random.chance(0.8) ? aSupervisor(random, person.id) : `cashier-${random.whole(0, 7)}`,
  pin: random.chance(0.9) ? PINS.right : PINS.wrong,
})
const aSupervisor = (random: Random, seller: string) =>
  seller.startsWith('supervisor') && random.chance(0.5) ? seller : `supervisor-${random.whole(0, 2)}`

async function confirmFromAnOldTab(people: People, seller: Seller, random: Random, shown: SaleRecord): Promise<void> {
  const waitsMs = random.chance(0.5) ? random.whole(30 * A_SECOND, 3 * A_MINUTE) : random.whole(A_SECOND, 12 * A_MINUTE)
  await people.world.sleep(waitsMs)
  if (!people.isOver()) await confirmOnce(people, seller, shown)
}

async function readSale({ shop }: People, seller: Seller, id: SaleId): Promise<SaleRecord | undefined> {
  const told = await shop.ask((sales) => sales.read(id, seller.person))
  return told.kind === 'done' ? told.value.sale : undefined
}

/** Stays with a sale for as long as the customer waits. After that it is an open item. */
async function stayWithSale(people: People, seller: Seller, random: Random, id: SaleId): Promise<void> {
  const { world, shop, isOver } = people
  const until = world.now() + random.whole(20, 180) * A_SECOND
  let sale: SaleRecord | undefined
  while (world.now() < until && !isOver()) {
    sale = await readSale(people, seller, id)
    if (sale && isAtRest(sale)) break
    if (sale?.state === 'not-executed') return decide(people, seller, random, sale)
    if (sale?.voucher === 'coming' && random.chance(0.2)) await look(people, seller, random, id)
    if (sale && random.chance(0.2)) await shop.ask((sales) => sales.poll(id, seller))
    await world.sleep(random.whole(4, 20) * A_SECOND)
  }
  if (isOver() || sale?.state !== 'succeeded') return
  if (sale.kind === 'voucher' || sale.voucher) await deliver(people, seller, random, sale)
  else if (random.chance(sale.kind === 'international' ? 0.3 : 0.05)) {
    await look(people, random.pick([seller, seller, supervisorAt(1)]), random, id)
  }
}

const look = ({ shop }: People, seller: Seller, random: Random, id: SaleId) => {
  const request = { hasStepUp: random.chance(0.7), ...(random.chance(0.6) ? { reason: 'the paper was torn' } : {}) }
  return shop.ask((sales) => sales.reveal(id, request, seller))
}

/** Mostly reveals and delivers the code. Sometimes the code is forgotten, revealed again, or requested by others. */
export async function deliver(people: People, seller: Seller, random: Random, sale: SaleRecord): Promise<void> {
  const { world, shop, isOver } = people
  const { id } = sale
  if (random.chance(0.1)) return
  const seen = await look(people, seller, random, id)
  // There is no code although the customer has paid for one, so the cashier sells the same again.
  const same = requestFromSale(sale)
  if (seen.kind === 'done' && !seen.value.voucher && same && random.chance(0.3)) {
    void serveCustomer(people, seller, random, same)
  }
  if (random.chance(0.15)) void look(people, cashierAt(random.whole(0, 7)), random, id)
  if (random.chance(0.85)) {
    const method = random.pick(['printed', 'shared', 'copied', 'given'] as const)
    await shop.ask((sales) => sales.deliver(id, method, seller))
  }
  // The sale is polled again although it is sold, because support may have changed something.
  if (random.chance(0.15)) await shop.ask((sales) => sales.poll(id, seller))
  if (!random.chance(0.3)) return
  await world.sleep(random.whole(A_SECOND, 4 * A_MINUTE))
  const other = random.pick([seller, seller, supervisorAt(1), cashierAt(random.whole(0, 7))])
  if (!isOver()) await look(people, other, random, id)
}

const isAtRest = ({ state, voucher }: SaleRecord) =>
  !['opened', 'checked', 'confirming', 'unknown', 'pending', 'not-executed'].includes(state) && voucher !== 'coming'

export async function decide(people: People, seller: Seller, random: Random, sale: SaleRecord): Promise<void> {
  await people.world.sleep(random.whole(1, 20) * A_SECOND)
  const choice = random.next()
  if (choice < 0.5) {
    if (random.chance(0.3)) void confirmFromAnOldTab(people, seller, random, sale)
    await confirmOnce(people, seller, sale)
    await people.world.sleep(5 * A_SECOND)
  } else if (choice < 0.8) {
    await people.shop.ask((sales) => sales.abandon(sale.id, seller))
    if (random.chance(0.5)) await people.shop.ask((sales) => sales.markRefunded(sale.id, seller))
  }
}

/** A person works on open items: takes over, polls, finishes, abandons, resolves, marks refunds, and resumes selling. */
export async function workOpenItems(people: People, seller: Seller, random: Random): Promise<void> {
  const { world, shop, isOver } = people
  for (;;) {
    await world.sleep(random.whole(20, 180) * A_SECOND)
    if (isOver()) return
    const wholesaler = shop.serving()?.wholesaler
    if (wholesaler?.health().service === 'stopped') await shop.ask(() => wholesaler.tryResumeSelling())
    const told = await shop.ask((sales) => sales.openItems(seller.person))
    const desk = told.kind === 'done' ? told.value : []
    for (const sale of desk.filter(() => random.chance(0.3))) {
      if (isOver()) return
      await goOnWith(people, seller, random, sale)
    }
  }
}

async function goOnWith(people: People, seller: Seller, random: Random, sale: SaleRecord): Promise<void> {
  const { shop } = people
  const { id } = sale
  if (sale.refund && !sale.refund.done) return void (await shop.ask((sales) => sales.markRefunded(id, seller)))
  if (sale.unread) await shop.ask((sales) => sales.acknowledge(id, seller.person))
  if (seller.person.role === 'cashier' && sale.cashier.id !== seller.person.id) {
    if (isAtRest(sale) && sale.voucher !== 'ready') return
    await shop.ask((sales) => sales.takeOver(id, seller))
  }
  if (sale.voucher === 'ready') return deliver(people, seller, random, sale)
  if (sale.state === 'not-executed') return decide(people, seller, random, sale)
  if (seller.person.role === 'supervisor' && random.chance(0.2)) {
    const as = random.pick(['sold', 'not-sold'] as const)
    return void (await shop.ask((sales) => sales.resolve(id, { outcome: as, note: 'what support said' }, seller)))
  }
  await shop.ask((sales) => sales.poll(id, seller))
}
