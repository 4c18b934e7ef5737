import { findAmountProblem } from '#domain/amount-rule.ts'
import { findDecimal, isSameMoney, money, type Decimal } from '#domain/money.ts'
import type { Person, Terminal } from '#domain/person.ts'
import { readUaeNumber } from '#domain/phone.ts'
import type { Receipt } from '#domain/receipt.ts'
import { isAnswered, isQuoteOver, isSettled, saleCan, type SaleEvent } from '#domain/sale.ts'
import type { SaleId } from '#domain/sale-id.ts'
import { newSale, type SaleContent, type SaleRecord } from '#domain/sale-record.ts'
import type { Service } from '#domain/service.ts'
import { Refused } from '../failures.ts'
import type { SalesFilter, SalesStore } from '../journal/sales-store.ts'
import type { Ports } from '../ports.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'
import { followSales, type SalePace } from './follow-sales.ts'
import { freshReceipts } from './fresh-receipts.ts'
import { oneAtATime } from './one-at-a-time.ts'

/** What may be sold, and in which currency. */
export type SellableSource = { current: () => Promise<{ services: readonly Service[]; currency: string } | undefined> }

export type SaleRequest = { serviceId: string; amount: string; account: string }
export type Seller = { person: Person; terminal: Terminal }

export type Sales = {
  open: (id: SaleId, request: SaleRequest, seller: Seller) => Promise<SaleRecord>
  confirm: (id: SaleId, seenVersion: number | undefined, seller: Seller) => Promise<SaleRecord>
  ask: (id: SaleId, seller: Seller) => Promise<SaleRecord>
  abandon: (id: SaleId, seller: Seller) => Promise<SaleRecord>
  read: (id: SaleId, person: Person) => Promise<{ sale: SaleRecord; events: SaleEvent[] }>
  list: (filter: Omit<SalesFilter, 'cashierId'>, person: Person) => Promise<SaleRecord[]>
  revealReceipt: (id: SaleId, seller: Seller) => Promise<Receipt | undefined>
  /** What waits for an answer or a person: a cashier's own, for supervisors the shop's, as in their list. */
  countWaiting: (person: Person) => Promise<number>
  /** Takes up every sale an earlier process left unfinished (DESIGN rule 13). */
  recover: () => Promise<void>
  /** Begins nothing more; resolves when what was under way has been journaled. */
  stop: () => Promise<void>
}

const OPEN_WAITS_MS = 20_000
const STEP_WAITS_MS = 10_000

type Deps = { store: SalesStore; wholesaler: Wholesaler; catalogue: SellableSource; ports: Ports; pace: SalePace }

/** The money path behind the API (DESIGN sections 2 and 3). What is turned down throws `Refused`. */
export function createSales({ store, wholesaler, catalogue, ports, pace }: Deps): Sales {
  const receipts = freshReceipts(ports)
  const follower = followSales({ store, wholesaler, ports, receipts, pace })
  const { inTurn } = oneAtATime<SaleId>()

  async function seen(id: SaleId, person: Person): Promise<SaleRecord> {
    const sale = await store.find(id)
    // A sale of somebody else is as unknown as one that is not there.
    if (!sale || !maySee(sale, person)) throw new Refused(404, 'unknown', 'There is no such sale here.')
    return sale
  }

  async function owned(id: SaleId, person: Person): Promise<SaleRecord> {
    const sale = await seen(id, person)
    if (!isTheirs(sale, person)) {
      throw new Refused(
        403,
        'not-allowed',
        `Sale ${sale.number} belongs to ${sale.cashier.name}. Ask them or a supervisor.`,
      )
    }
    return sale
  }

  async function openNew(id: SaleId, request: SaleRequest, { person, terminal }: Seller): Promise<SaleRecord> {
    const content = await readContent(request, catalogue)
    if (wholesaler.health().service === 'away') {
      throw new Refused(
        503,
        'service-away',
        'The service does not answer. Nothing was sent; try again when it is back.',
      )
    }
    const sale = newSale(id, content, whoIs(person), whoIs(terminal), ports.clock.now())
    const events: SaleEvent[] = [{ at: sale.openedAt, kind: 'opened', by: person.name }]
    const written = await store.insert(sale, events).catch(ports.die)
    if (!written) throw new Error(`sale ${id} appeared beside its own turn`)
    follower.follow(written)
    return written
  }

  /** Has find asked and waits for its answer, unless the last one left too short a while ago (rule 8). */
  async function askNow(id: SaleId, person: Person): Promise<SaleRecord> {
    let before = 0
    const sale = await follower.apply(id, (current) => {
      before = current.finds
      return saleCan.ask(current) && !wasJustAsked(current) ? { kind: 'asked', by: whoIs(person) } : undefined
    })
    if (sale.next?.do !== 'find' || sale.next.at > ports.clock.now()) return sale
    return follower.waitUntil(id, (now) => now.finds > before, STEP_WAITS_MS)
  }

  function wasJustAsked({ lastFindAt }: SaleRecord): boolean {
    if (lastFindAt === undefined) return false
    const age = ports.clock.now() - lastFindAt
    // An age that cannot be, as after a restart under another clock, counts as too old.
    return age >= 0 && age < pace.pace.firstMs
  }

  return {
    open: async (id, request, seller) => {
      const sale = await inTurn(id, async () => {
        const known = await store.find(id)
        return known ? sameContent(known, request, seller.person) : openNew(id, request, seller)
      })
      return isAnswered(sale) ? sale : follower.waitUntil(id, isAnswered, OPEN_WAITS_MS)
    },

    confirm: async (id, seenVersion, { person, terminal }) => {
      await owned(id, person)
      const sale = await follower.apply(id, (current) => {
        // A second tap, another tab, a re-sent request: the sale as it stands.
        if (!saleCan.confirm(current, ports.clock.now()))
          return current.state === 'checked' ? { kind: 'expired' } : undefined
        if (seenVersion !== undefined && seenVersion < current.stateSince) {
          throw new Refused(409, 'stale-version', 'This sale changed meanwhile. Look at it again before you confirm.')
        }
        return { kind: 'approved', by: whoIs(person), terminal: whoIs(terminal) }
      })
      if (sale.state === 'abandoned' && sale.confirmedAt === undefined && isQuoteOver(sale, ports.clock.now())) {
        throw new Refused(
          409,
          'quote-expired',
          'The check is over ten minutes old. Start the sale again; nothing was charged.',
        )
      }
      return follower.waitUntil(id, (now) => now.state !== 'confirming', STEP_WAITS_MS)
    },

    ask: async (id, { person }) => {
      await owned(id, person)
      return askNow(id, person)
    },

    abandon: async (id, { person }) => {
      await owned(id, person)
      return follower.apply(id, (current) => {
        if (isSettled(current)) return undefined
        if (saleCan.abandon(current)) return { kind: 'given-up', by: whoIs(person) }
        throw new Refused(409, 'not-now', 'This sale is on its way and cannot be given up now.', {
          moneyMoved: 'unknown',
        })
      })
    },

    read: async (id, person) => ({ sale: await seen(id, person), events: await store.events(id) }),

    list: (filter, person) => store.list(person.role === 'supervisor' ? filter : { ...filter, cashierId: person.id }),

    revealReceipt: async (id, { person }) => {
      const sale = await seen(id, person)
      if (sale.state !== 'succeeded') {
        throw new Refused(409, 'not-now', 'There is a receipt only for a sale that is sold.')
      }
      if (!receipts.find(id)) await askNow(id, person)
      const receipt = receipts.find(id)
      if (receipt)
        await store.append(id, { at: ports.clock.now(), kind: 'receipt-shown', by: person.name }).catch(ports.die)
      return receipt
    },

    countWaiting: (person) => store.countUnsettled(person.role === 'supervisor' ? undefined : person.id),

    recover: async () => {
      for (const sale of await store.unfinished()) await follower.apply(sale.id, () => ({ kind: 'restarted' }))
    },

    stop: follower.stop,
  }
}

const whoIs = ({ id, name }: { id: string; name: string }) => ({ id, name })
const isTheirs = (sale: SaleRecord, person: Person) => person.role === 'supervisor' || sale.cashier.id === person.id
/** Own sales and the shop's unsettled ones; supervisors all (DESIGN section 3). */
const maySee = (sale: SaleRecord, person: Person) => isTheirs(sale, person) || !isSettled(sale)

/** Rule 2: the same id with the same content is the same sale; with other content it is refused. */
function sameContent(known: SaleRecord, request: SaleRequest, person: Person): SaleRecord {
  const account = readUaeNumber(request.account)
  const isSame =
    isTheirs(known, person) &&
    known.serviceId === request.serviceId &&
    'account' in account &&
    known.account === account.account &&
    isSameMoney(known.amount, money(readAmount(request.amount), known.amount.currency))
  if (!isSame) throw new Refused(409, 'other-content', 'This sale exists already with other content. Start a new sale.')
  return known
}

/** What our own rules allow to be sold; 422 says which of them does not. */
async function readContent(request: SaleRequest, catalogue: SellableSource): Promise<SaleContent> {
  const sellable = await catalogue.current()
  if (!sellable) throw new Refused(503, 'not-ready', 'The list of products is not there yet. Try again in a moment.')
  const service = sellable.services.find(({ id }) => id === request.serviceId)
  if (!service) throw new Refused(422, 'service-unknown', 'This product is not in the list any more. Pick another one.')
  if (service.kind !== 'direct') throw new Refused(422, 'not-direct', 'Only direct recharges are sold here so far.')
  if (!service.isActive) throw new Refused(422, 'service-inactive', `${service.name} is not available now.`)

  const number = readUaeNumber(request.account)
  if (!('account' in number)) {
    throw new Refused(422, 'number-refused', 'This is not a UAE number: 971 and 8 or 9 digits.')
  }
  const amount = readAmount(request.amount)
  refuseAmount(amount, service)
  return {
    serviceId: service.id,
    serviceName: service.name,
    brand: service.brand,
    account: number.account,
    amount: money(amount, sellable.currency),
  }
}

function readAmount(text: string): Decimal {
  const amount = findDecimal(text)
  if (!amount) throw new Refused(422, 'amount-refused', 'The amount has too many digits.')
  return amount
}

function refuseAmount(amount: Decimal, service: Service): void {
  const problem = findAmountProblem(amount, service.rule)
  if (problem === undefined && amount.units > 0n) return
  const why = { 'below-min': 'is less than', 'above-max': 'is more than', 'off-step': 'is not a step of' }[
    problem ?? 'below-min'
  ]
  throw new Refused(422, 'amount-refused', `The amount ${why} what ${service.name} can be sold for.`)
}
