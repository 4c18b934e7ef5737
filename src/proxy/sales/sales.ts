import { countDesk, isOnDeskOf, type DeskCounts } from '#domain/desk.ts'
import type { Person } from '#domain/person.ts'
import { isAnswered, isSettled, saleCan, type ProblemCode, type SaleEvent } from '#domain/sale.ts'
import type { SaleId } from '#domain/sale-id.ts'
import { newSale, type SaleRecord } from '#domain/sale-record.ts'
import type { stepSale } from '#domain/sale-step.ts'
import { Refused } from '../failures.ts'
import type { SalesStore } from '../journal/sales-store.ts'
import type { Ports } from '../ports.ts'
import type { Offers } from '../wholesaler/offers.ts'
import type { Wholesaler } from '../wholesaler/wholesaler.ts'
import { confirmSale, guardAgainstDuplicates } from './confirm-sale.ts'
import { deskDeeds, type DeskDeeds } from './desk-deeds.ts'
import { followSales, type SaleChange } from './follow-sales.ts'
import { freshHandouts } from './fresh-handouts.ts'
import { oneAtATime } from './one-at-a-time.ts'
import { handOutDeeds, type HandOutDeeds } from './reveal-sale.ts'
import { readContent, readOtherId, sameContent, type SaleRequest, type SellableSource } from './sale-content.ts'
import { saleLimits, type Approver } from './sale-limits.ts'
import { paceOf, type SalePace } from './sale-pace.ts'
import type { SalePeople, Seller } from './sale-people.ts'
import { refuseNewSales, refuseWhenEnding, type Disk } from './stopped-selling.ts'
import { maySee, refuseAbroad, refuseOthers, whoIs } from './whose-sale.ts'

export type ApprovalRequest = {
  version?: number | undefined
  duplicateOf?: string | undefined
  accept?: 'operator' | undefined
  approver?: Approver | undefined
}

export type Sales = DeskDeeds &
  HandOutDeeds & {
    open: (id: SaleId, request: SaleRequest, seller: Seller) => Promise<SaleRecord>
    confirm: (id: SaleId, approval: ApprovalRequest, seller: Seller) => Promise<SaleRecord>
    ask: (id: SaleId, seller: Seller) => Promise<SaleRecord>
    abandon: (id: SaleId, seller: Seller) => Promise<SaleRecord>
    read: (id: SaleId, person: Person) => Promise<{ sale: SaleRecord; events: SaleEvent[] }>
    /** The pending desk as this person sees it, oldest first. */
    desk: (person: Person) => Promise<SaleRecord[]>
    count: (person: Person) => Promise<DeskCounts>
    /** Takes up every sale an earlier process left unfinished (DESIGN rule 13). */
    recover: () => Promise<void>
    /** Begins nothing more; resolves when what was under way has been journaled. */
    stop: () => Promise<void>
  }

const PRODUCT_NOT_AVAILABLE: ProblemCode = 'service-101'
const OPEN_WAITS_MS = 20_000
const STEP_WAITS_MS = 10_000

type Deps = {
  store: SalesStore
  wholesaler: Wholesaler
  catalogue: SellableSource
  offers: Offers
  ports: Ports
  pace: SalePace
  people: SalePeople
  /** Of the shop, for what is limited by the day (IANA name). */
  timeZone: string
  disk?: Disk
  /** Told of every change of a sale, once it is durable. */
  announce?: (change: SaleChange) => void
  /** The rules; weaker ones only where they are to be caught. */
  step?: typeof stepSale
}

/** The money path behind the API (DESIGN sections 2 and 3). What is turned down throws `Refused`, `DuplicateSale`, `LineTaken` or `ForeignBatch`. */
export function createSales(deps: Deps): Sales {
  const { store, wholesaler, catalogue, offers, ports, pace, people, timeZone, disk, announce, step } = deps
  const limits = saleLimits({ people, clock: ports.clock, timeZone })
  const handouts = freshHandouts(ports)
  const follower = followSales({ store, wholesaler, ports, handouts, pace, announce: tell, ...(step ? { step } : {}) })
  const { inTurn } = oneAtATime<SaleId>()

  async function seen(id: SaleId, person: Person): Promise<SaleRecord> {
    const sale = await store.find(id)
    if (sale && maySee(sale, person)) return sale
    // A sale of somebody else is as unknown as one that is not there, but nobody is told that nothing moved.
    throw new Refused(404, 'unknown', 'There is no such sale here.', { moneyMoved: sale ? 'unknown' : 'no' })
  }

  async function owned(id: SaleId, person: Person): Promise<SaleRecord> {
    const sale = await seen(id, person)
    refuseOthers(sale, person)
    return sale
  }

  function tell(change: SaleChange): void {
    announce?.(change)
    // The product is not available any more: the list of products is older than that.
    if (change.sale.state === 'refused' && change.sale.problem?.code === PRODUCT_NOT_AVAILABLE) {
      void catalogue.refresh()
    }
  }

  async function openNew(id: SaleId, request: SaleRequest, { person, terminal }: Seller): Promise<SaleRecord> {
    refuseAbroad(request, person)
    // An offer is asked for: not while nobody is there to answer.
    if (request.kind === 'international') refuseNewSales(wholesaler, disk)
    const content = await readContent(request, { catalogue, offers })
    refuseWhenEnding(follower)
    refuseNewSales(wholesaler, disk)
    const sale = newSale(id, content, whoIs(person), whoIs(terminal), ports.clock.now())
    const events: SaleEvent[] = [{ at: sale.openedAt, kind: 'opened', by: person.name }]
    const guard = { duplicate: guardAgainstDuplicates(sale, sale.duplicateOf, ports.clock) }
    const written = await store.insert(sale, events, guard).catch(follower.dieUnlessForbidden)
    if (!written) throw new Error(`sale ${id} appeared beside its own turn`)
    tell({ sale: written, events })
    follower.follow(written)
    return written
  }

  /** Has find asked and waits for its answer, unless the last one left too short a while ago (rule 8). */
  async function askNow(id: SaleId, person: Person): Promise<SaleRecord> {
    let before = 0
    const sale = await follower.apply(id, (current) => {
      before = current.finds
      const isToAsk = saleCan.ask(current) && !wasJustAsked(current) && !isBeingAsked(current)
      return isToAsk ? { kind: 'asked', by: whoIs(person) } : undefined
    })
    if (sale.next?.do !== 'find' || sale.next.at > ports.clock.now()) return sale
    return follower.waitUntil(id, (now) => now.finds > before, STEP_WAITS_MS)
  }

  /** It is due or on its way: asked for once more it would only be written down once more. */
  const isBeingAsked = ({ next }: SaleRecord) => next?.do === 'find' && next.at <= ports.clock.now()

  function wasJustAsked({ lastFindAt, kind }: SaleRecord): boolean {
    if (lastFindAt === undefined) return false
    const age = ports.clock.now() - lastFindAt
    // An age that cannot be, as after a restart under another clock, counts as too old.
    return age >= 0 && age < paceOf(kind, pace).firstMs
  }

  return {
    open: async (id, request, seller) => {
      const sale = await inTurn(id, async () => {
        const known = await store.find(id)
        return known ? sameContent(known, request, seller.person) : openNew(id, request, seller)
      })
      return isAnswered(sale) ? sale : follower.waitUntil(id, isAnswered, OPEN_WAITS_MS)
    },

    confirm: async (id, { duplicateOf, ...request }, seller) => {
      await owned(id, seller.person)
      const approval = { ...request, duplicateOf: readOtherId(duplicateOf) }
      return confirmSale({ follower, wholesaler, people, limits, clock: ports.clock }, id, approval, seller)
    },

    ...deskDeeds({ follower, seen, clock: ports.clock }),

    ...handOutDeeds({ follower, handouts, seen, askNow, clock: ports.clock }),

    ask: async (id, { person }) => {
      await owned(id, person)
      return askNow(id, person)
    },

    abandon: async (id, { person }) => {
      await owned(id, person)
      return follower.apply(id, (current) => {
        refuseOthers(current, person)
        if (isSettled(current)) return undefined
        if (saleCan.abandon(current)) return { kind: 'given-up', by: whoIs(person) }
        throw new Refused(409, 'not-now', 'This sale is on its way and cannot be given up now.', {
          moneyMoved: 'unknown',
        })
      })
    },

    read: async (id, person) => ({ sale: await seen(id, person), events: await store.events(id) }),

    desk: async (person) => (await store.desk()).filter((sale) => isOnDeskOf(person, sale, ports.clock.now())),

    count: async (person) => ({
      ...countDesk(await store.desk(), person, ports.clock.now()),
      unhanded: await store.countToHandOver(),
    }),

    recover: async () => follower.takeUp(await store.unfinished()),

    stop: follower.stop,
  }
}
