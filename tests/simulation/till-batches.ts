import type { BatchReading } from '#server/sales/batches/batch.ts'
import type { OpenBatchRequest } from '#server/sales/batches/open-batch.ts'
import type { ServiceRequest } from '#server/sales/sale-content.ts'
import type { Seller } from '#server/sales/sale-staff.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { aPayment } from './payment-watch.ts'
import { A_MINUTE, A_SECOND, cashierAt, supervisorAt, type People } from './people.ts'
import type { Random } from './random.ts'
import { aRecharge, aVoucher, pickRequest, wantAgain } from './requests.ts'
import type { ReportedSale } from './handle-requests.ts'
import { anApprover, atAnotherTill, decide, deliver, serveCustomer } from './till.ts'
import { serveOrder } from './till-orders.ts'

type Batch = BatchReading['batch']

export async function sellAllDay(people: People, seller: Seller, random: Random): Promise<void> {
  const { world, left, isOver } = people
  await world.sleep(random.whole(0, 30 * A_SECOND))
  while (!isOver() && left.sales > 0) {
    if (wantsBasket(people)) await sellBasket(people, seller, people.baskets)
    else if (random.chance(people.shareBatches)) await sellQuantity(people, seller, random)
    else if (!(wantsOrder(people) && (await serveOrder(people, seller)))) {
      const wish = await pickRequest(people, random)
      if (wish) await serveCustomer(people, seller, random, wish)
    }
    await world.sleep(random.whole(A_SECOND, 40 * A_SECOND))
  }
}

/** Without baskets or orders, nothing is drawn, so that the days of such shops stay the same as before those existed. */
const wantsBasket = ({ shareBaskets, baskets }: People) => shareBaskets > 0 && baskets.chance(shareBaskets)
const wantsOrder = ({ shareOrders, orders }: People) => shareOrders > 0 && orders.chance(shareOrders)

async function sellQuantity(people: People, seller: Seller, random: Random): Promise<void> {
  const { world, left } = people
  const [id, count] = [people.mint(), random.whole(2, 5)]
  const wish = { ...(random.chance(0.8) ? aVoucher(random) : aRecharge(random)), count }
  left.sales -= count
  const opened = await openBatch(people, seller, random, id, wish)
  if (!opened || random.chance(0.04)) return
  await world.sleep(random.whole(A_SECOND, random.chance(0.05) ? 11 * A_MINUTE : 12 * A_SECOND))
  await sellOpened(people, seller, random, opened)
}

/** Mostly a basket, sometimes a list. The cashier looks at the checks of its lines, and may leave or stop them. */
async function sellBasket(people: People, seller: Seller, random: Random): Promise<void> {
  const { world, left, isOver } = people
  const id = people.mint()
  const count = random.chance(0.15) ? random.whole(8, 30) : random.whole(1, 5)
  const lines = Array.from({ length: count }, () => (random.chance(0.4) ? aVoucher(random) : aRecharge(random)))
  left.sales -= count
  let opened = await openBatch(people, seller, random, id, {
    lines: random.chance(0.02) ? lines : withoutRepeats(lines),
  })
  if (!opened || random.chance(0.04)) return
  const until = world.now() + random.whole(20, 120) * A_SECOND
  if (random.chance(0.05)) await stop(people, seller, id)
  while (isBeingChecked(opened) && world.now() < until && !isOver()) {
    await world.sleep(random.whole(A_SECOND, 3 * A_SECOND))
    opened = (await readBatch(people, seller, id)) ?? opened
  }
  await world.sleep(random.whole(A_SECOND, random.chance(0.05) ? 11 * A_MINUTE : 12 * A_SECOND))
  await sellOpened(people, seller, random, opened)
}

const isBeingChecked = ({ batch, sales }: BatchReading) =>
  batch.state === 'checked' &&
  batch.lines.some(
    ({ saleId, skip }) => !skip && (sales.find(({ id }) => id === saleId)?.state ?? 'opened') === 'opened',
  )

const withoutRepeats = (lines: readonly ServiceRequest[]) => [
  ...new Map(lines.map((line, index) => [line.account ? JSON.stringify(line) : index, line])).values(),
]

/**
 * Sells one batch at a till. Requests may get lost, a second till may join in, or the cashier may leave the batch alone
 * for a while.
 */
async function sellOpened(people: People, seller: Seller, random: Random, opened: BatchReading): Promise<void> {
  const { world, isOver } = people
  const { id } = opened.batch
  let lines = linesLeft(opened, random)
  let seen: BatchReading = opened
  for (let round = 0; round < 6 && !isOver() && lines.length > 0; round += 1) {
    if (random.chance(0.1)) void confirmFromAnOldTab(people, atAnotherTill(seller, random), random, seen)
    if (random.chance(0.1)) await approve(people, cashierAt(random.whole(0, 7)), seen, lines)
    await confirmBatch(people, seller, random, seen, lines)
    await stayWithBatch(people, seller, random, id)
    if (isOver()) return
    const now = await readBatch(people, seller, id)
    if (!now) return
    await deliverAll(people, seller, random, now)
    if (now.batch.state === 'complete' || random.chance(0.15)) return
    seen = now
    lines = linesLeft(now, random)
    await decideLines(people, seller, random, now)
    await world.sleep(random.whole(A_SECOND, random.chance(0.2) ? 3 * A_MINUTE : 20 * A_SECOND))
  }
}

async function openBatch(
  people: People,
  seller: Seller,
  random: Random,
  id: string,
  request: OpenBatchRequest,
): Promise<BatchReading | undefined> {
  const { world, shop, trace, isOver } = people
  let wanted = request
  for (let tries = 0; tries < 8 && !isOver(); tries += 1) {
    trace.note(id, 'till opens a batch', 'count' in wanted ? wanted.count : wanted.lines.length)
    const opening = (by: Seller) => shop.ask((sales) => sales.batches.open(id, wanted, by))
    // The request is sent again, from another till or by a colleague who does not own the batch.
    if (random.chance(0.15)) void opening(atAnotherTill(seller, random))
    const told = await opening(seller)
    if (told.kind === 'done' && ('lines' in wanted || told.value.sales[0]?.state !== 'opened')) return told.value
    if (told.kind === 'rejected') {
      if ('lines' in wanted) return undefined
      const again = await wantAgain(shop, random, wanted, told)
      if (!again || again.kind === 'international') return undefined
      wanted = { ...again, count: wanted.count }
    }
    await world.sleep(random.whole(A_SECOND, 15 * A_SECOND))
  }
  return undefined
}

async function confirmBatch(
  people: People,
  seller: Seller,
  random: Random,
  shown: BatchReading,
  lines: readonly number[],
): Promise<void> {
  const { world, isOver, approvals } = people
  let seen = shown
  let more: Pick<Parameters<typeof approve>[4] & object, 'duplicateOf' | 'again'> = linesAgain(shown, lines, random)
  for (let tries = 0; tries < 5 && !isOver(); tries += 1) {
    if (random.chance(0.1)) void approve(people, seller, seen, lines, more)
    const told = await approve(people, seller, seen, lines, more)
    if (told.kind === 'done') return
    if (told.kind === 'rejected') {
      if (told.code === 'above-limit' && approvals.chance(0.6)) {
        await world.sleep(approvals.whole(A_SECOND, 20 * A_SECOND))
        return void (await approve(people, seller, seen, lines, { ...more, approver: anApprover(approvals, seller) }))
      }
      if (told.code === 'confirm-duplicate' && told.other && random.chance(0.7)) more = { duplicateOf: told.other }
      else if (told.code !== 'stale-version') return
    }
    await world.sleep(random.whole(A_SECOND, 10 * A_SECOND))
    const read = await readBatch(people, seller, shown.batch.id)
    if (!read) continue
    if (read.batch.state === 'running' || read.batch.approvals.length > shown.batch.approvals.length) return
    seen = read
  }
}

function approve(
  { shop, watch, trace, payments }: People,
  seller: Seller,
  { batch }: BatchReading,
  lines: readonly number[],
  more: { duplicateOf?: string; again?: readonly number[]; approver?: ReturnType<typeof anApprover> } = {},
): Promise<ReportedSale<BatchReading>> {
  const { id, version } = batch
  trace.note(id, `till confirms lines ${lines.join()}`, version)
  watch.batchConfirmAsked(id, { version, lines }, seller.person.id)
  if (more.approver) watch.approverAsked(id, more.approver)
  const amounts = lines.map((line) => Number((batch.lines[line - 1]?.content ?? batch.content).amount.amount))
  const payment = aPayment(
    payments,
    amounts.reduce((sum, amount) => sum + amount, 0),
  )
  watch.paymentAsked(id, payment)
  return shop.ask((sales) => sales.batches.confirm(id, { version, lines, ...payment, ...more }, seller))
}

async function confirmFromAnOldTab(people: People, seller: Seller, random: Random, shown: BatchReading): Promise<void> {
  await people.world.sleep(random.chance(0.5) ? random.whole(0, 5 * A_SECOND) : random.whole(A_SECOND, 5 * A_MINUTE))
  if (!people.isOver()) await approve(people, seller, shown, linesOf(shown.batch))
}

/** Watches until the batch is not running, delivers each code as it arrives, and sometimes stops the batch. */
async function stayWithBatch(people: People, seller: Seller, random: Random, id: string): Promise<void> {
  const { world, shop, isOver } = people
  const until = world.now() + random.whole(20, 200) * A_SECOND
  const stopsAfter = random.chance(0.25) ? random.whole(0, 30) * A_SECOND : undefined
  const startedAt = world.now()
  let isStopped = false
  // The tablet stops working, and the cashier later continues with the batch in whatever state it is.
  if (random.chance(0.15)) return world.sleep(random.whole(5 * A_SECOND, 10 * A_MINUTE))
  while (world.now() < until && !isOver()) {
    if (stopsAfter !== undefined && world.now() - startedAt >= stopsAfter && !isStopped) {
      isStopped = await stop(people, random.chance(0.7) ? seller : supervisorAt(random.whole(0, 2)), id)
    }
    // A cashier who does not own the batch can neither see nor stop it.
    if (random.chance(0.03)) await stop(people, cashierAt(random.whole(0, 7)), id)
    const now = await readBatch(people, seller, id)
    if (now && now.batch.state !== 'running') return
    const open = now?.sales.find(({ state }) => state === 'pending' || state === 'unknown')
    if (open && random.chance(0.1)) await shop.ask((sales) => sales.takeOver(open.id, cashierAt(random.whole(0, 7))))
    if (now && random.chance(0.3)) await deliverAll(people, seller, random, now)
    await world.sleep(random.whole(A_SECOND / 2, 10 * A_SECOND))
  }
}

async function stop({ shop, watch, trace }: People, seller: Seller, id: string): Promise<boolean> {
  trace.note(id, 'somebody stops it', seller.person.id)
  const answered = watch.batchStopAsked(id)
  const told = await shop.ask((sales) => sales.batches.stop(id, seller))
  if (told.kind === 'done') answered()
  return told.kind === 'done'
}

async function readBatch({ shop, watch }: People, seller: Seller, id: string): Promise<BatchReading | undefined> {
  const told = await shop.ask((sales) => sales.batches.read(id, seller.person))
  if (told.kind !== 'done') return undefined
  watch.chargeTold(told.value)
  return told.value
}

async function deliverAll(people: People, seller: Seller, random: Random, { sales }: BatchReading): Promise<void> {
  for (const sale of sales)
    if (sale.voucher === 'ready' && sale.cashier.id === seller.person.id && !people.isOver())
      await deliver(people, seller, random, sale)
}

/** Decides about lines that were not executed: each is finished or abandoned as a single sale, or left to the next approval. */
async function decideLines(people: People, seller: Seller, random: Random, { sales }: BatchReading): Promise<void> {
  for (const sale of sales)
    if (sale.state === 'not-executed' && random.chance(0.5)) await decide(people, seller, random, sale)
}

/** The lines that are likely duplicates, if the customer wants them all the same. */
function linesAgain({ batch }: BatchReading, lines: readonly number[], random: Random): { again?: number[] } {
  const likely = lines.filter((line) => batch.lines[line - 1]?.skip?.reason === 'confirm-duplicate')
  return likely.length > 0 && random.chance(0.7) ? { again: likely } : {}
}

const linesOf = ({ lines }: Batch) => lines.map((_, index) => index + 1)

/** The lines that a person approves next: mostly all remaining ones, sometimes fewer, or lines that cannot be approved. */
function linesLeft({ batch, sales }: BatchReading, random: Random): number[] {
  const all = linesOf(batch)
  if (random.chance(0.02)) return all
  const left = all.filter((line) => {
    const sale = sales.find(({ id }) => id === batch.lines[line - 1]?.saleId)
    return !sale || mayBegin(sale)
  })
  return random.chance(0.2) ? left.slice(0, random.whole(1, left.length || 1)) : left
}

const mayBegin = ({ state, confirmedAt }: SaleRecord) =>
  ['checked', 'not-executed', 'refused', 'failed'].includes(state) || (state === 'abandoned' && !confirmedAt)
