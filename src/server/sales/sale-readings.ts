import type { Person } from '#domain/person.ts'
import { isContradiction } from '#domain/sale/steps/apply-answer.ts'
import type { KnownBatch } from '#domain/sale/batch.ts'
import type { SaleHistory } from '#domain/sale/event.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { countOpenItems, isOpenItemFor, type OpenItemCounts } from '#domain/sale/open-items.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { SaleParts } from './sale-parts.ts'

export type SaleReadings = {
  read: (id: SaleId, person: Person) => Promise<{ sale: SaleRecord; history: SaleHistory }>
  /** As the journal has them, for whoever has a link to it that was signed here, and for what a customer is shown at the till. */
  findForCustomer: (id: SaleId) => Promise<SaleRecord | undefined>
  findBatchForCustomer: (id: string) => Promise<KnownBatch | undefined>
  /** The open items as this person sees them, oldest first. */
  openItems: (person: Person) => Promise<SaleRecord[]>
  /** All open items of the shop, for what is expected in a drawer. */
  openItemsOfShop: () => Promise<SaleRecord[]>
  countOpenItems: (person: Person) => Promise<OpenItemCounts>
  /** When the service last contradicted itself about a final sale that nobody has resolved since (epoch ms), as the journal has it. */
  lastContradictionAt: () => Promise<number | undefined>
}

/** Of the history of a sale, so that the answer stays short however often somebody looked at it. */
const MAX_EVENTS = 200

export function saleReadings({ store, clock, seen }: SaleParts): SaleReadings {
  return {
    read: async (id, person) => {
      const sale = await seen(id, person)
      const events = await store.events(id, MAX_EVENTS)
      const eventCount = events.length < MAX_EVENTS ? events.length : await store.eventCount(id)
      return { sale, history: { events, ...(eventCount > events.length && { eventCount }) } }
    },

    findForCustomer: store.find,
    findBatchForCustomer: store.batches.find,

    openItems: async (person) => (await store.openItems()).filter((sale) => isOpenItemFor(person, sale, clock.now())),

    openItemsOfShop: store.openItems,

    countOpenItems: async (person) => {
      const { openItems, ...counts } = countOpenItems(await store.openItems(), person, clock.now())
      const undelivered = await store.countUndelivered()
      return { ...counts, openItems: openItems + undelivered, undelivered }
    },

    lastContradictionAt: async () => {
      const times: number[] = []
      for (const sale of await store.openItems()) {
        if (!sale.conflicting) continue
        for (const event of await store.events(sale.id)) if (isContradiction(sale, [event])) times.push(event.at)
      }
      return times.length > 0 ? Math.max(...times) : undefined
    },
  }
}
