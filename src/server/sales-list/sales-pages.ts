import { keyOfPayment, keysWith } from '#domain/money/payment.ts'
import type { NamedRef, Person } from '#domain/person.ts'
import { groupOfSale, SALE_GROUPS, type SaleGroup } from '#domain/sale/group.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { SaleSearch } from '#domain/sale/search.ts'
import { addUpSold, countOf, type CountedSales, type Sold } from '#domain/reports/sold.ts'
import { RequestRefused } from '../lib/failures.ts'
import { totalsFor, type RangeFilter } from './counted-sales.ts'
import type { SalesList } from './list.ts'
import type { NoteLookUp } from '../sales/colleague-sale-access.ts'
import type { Seller } from '../sales/sale-staff.ts'
import { mayView } from '../sales/sale-access.ts'

/** At most `limit` sales with numbers below `below`. */
export type PageRequest = Omit<RangeFilter, 'from' | 'to'> & {
  group?: SaleGroup
  openOnly?: boolean
  below?: number
  limit: number
}
type GroupCounts = Record<'all' | SaleGroup, number>
export type SaleRecordPage = {
  sales: SaleRecord[]
  next?: number
  counts?: GroupCounts
  sold?: Sold
  services?: NamedRef[]
  cashiers?: NamedRef[]
}

export type SalesPages = {
  ofRange: (range: { from: number; to: number }, wish: PageRequest, person: Person) => Promise<SaleRecordPage>
  /** Also finds a colleague's complete sale by number or id, and audits that lookup. Throws `RequestRefused` 429. */
  found: (search: SaleSearch, wish: PageRequest, seller: Seller) => Promise<SaleRecordPage>
}

/** Cashiers see their own sales, supervisors everyone's. */
export function salesPages(journal: SalesList, recordLookUp: NoteLookUp): SalesPages {
  return {
    ofRange: async (range, wish, person) => {
      const { group: _, openOnly, below, limit: __, ...wanted } = wish
      const cashierId = cashierFor(person, wish.cashierId)
      const filter = { ...range, ...wanted, ...cashierId }
      const page = await journal.list({ ...filter, ...wish, ...cashierId })
      // Later pages are added to the first, which has the counts.
      if (below !== undefined || openOnly) return page
      const counted = totalsFor(filter) && (await journal.count(filter))
      return {
        ...page,
        ...(counted ? { counts: countGroups(counted), sold: addUpSold(counted) } : {}),
        services: await journal.services({ ...range, ...cashierId }),
        ...(person.role === 'supervisor' ? { cashiers: await journal.cashiers(range) } : {}),
      }
    },

    found: async (search, wish, seller) => {
      const { person } = seller
      const { cashierId } = wish.cashierId === undefined ? {} : cashierFor(person, wish.cashierId)
      const only = person.role === 'supervisor' ? undefined : person.id
      const theirs = (await journal.search(search, only)).filter(
        (sale) => (!search.isPractice || sale.isPractice) && (mayView(sale, person) || isNamed(sale, search)),
      )
      // Recorded before any filter, because what a filter omits or counts also reveals something.
      for (const sale of theirs) if (!mayView(sale, person)) await recordLookUp(sale, seller)
      const found = theirs.filter(
        (sale) =>
          (cashierId === undefined || sale.cashier.id === cashierId) &&
          (wish.serviceId === undefined || sale.serviceId === wish.serviceId) &&
          (wish.brand === undefined || sale.brand === wish.brand) &&
          (wish.kind === undefined || sale.kind === wish.kind) &&
          (wish.paymentMethod === undefined || keysWith(wish.paymentMethod).includes(keyOfPayment(sale))) &&
          (wish.terminalId === undefined || (sale.approval?.terminal ?? sale.terminal).id === wish.terminalId),
      )
      const { group, below = Infinity } = wish
      const ofGroup = found.filter((sale) => group === undefined || groupOfSale(sale) === group)
      return {
        ...toPage(
          ofGroup.filter((sale) => sale.number < below),
          wish,
        ),
        counts: countGroups(found.map((sale) => ({ group: groupOfSale(sale), count: 1 }))),
      }
    },
  }
}

/** A person who knows a sale's number or id, for example from a slip, finds any colleague's sale. */
const isNamed = (sale: SaleRecord, { number, id }: SaleSearch) => sale.number === number || sale.id === id

function cashierFor({ id, role }: Person, wanted: string | undefined): { cashierId?: string } {
  if (role === 'supervisor') return wanted === undefined ? {} : { cashierId: wanted }
  if (wanted === undefined || wanted === id) return { cashierId: id }
  throw new RequestRefused(403, 'not-allowed', 'Only a supervisor may list the sales of another cashier.')
}

function toPage(found: readonly SaleRecord[], { limit }: PageRequest): SaleRecordPage {
  const sales = found.slice(0, limit)
  const last = sales.at(-1)
  return { sales, ...(found.length > limit && last ? { next: last.number } : {}) }
}

function countGroups(counted: readonly Pick<CountedSales, 'group' | 'count'>[]): GroupCounts {
  const counts: GroupCounts = { all: 0, sold: 0, waiting: 0, unknown: 0, 'not-sold': 0, 'not-confirmed': 0 }
  for (const group of SALE_GROUPS) {
    counts[group] = countOf(counted.filter((each) => each.group === group))
    counts.all += counts[group]
  }
  return counts
}
