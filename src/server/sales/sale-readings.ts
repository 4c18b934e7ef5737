import type { Person } from '#domain/person.ts'
import { isContradiction } from '#domain/sale/steps/apply-answer.ts'
import type { SaleHistory } from '#domain/sale/event.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { countOpenItems, isOpenItemFor, type OpenItemCounts } from '#domain/sale/open-items.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { SaleParts } from './sale-parts.ts'

export type SaleReadings = ReturnType<typeof saleReadings>

/** Of the history of a sale, so that the answer stays short however often somebody looked at it. */
const MAX_EVENTS = 200

export function saleReadings({ store, clock, seen }: SaleParts) {
  return {
    read: async (id: SaleId, person: Person): Promise<{ sale: SaleRecord; history: SaleHistory }> => {
      const sale = await seen(id, person)
      const events = await store.events(id, MAX_EVENTS)
      const eventCount = events.length < MAX_EVENTS ? events.length : await store.eventCount(id)
      return { sale, history: { events, ...(eventCount > events.length && { eventCount }) } }
    },

    /** As the journal has them, for whoever has a link to it that was signed here, and for what a customer is shown at the till. */
    findForCustomer: store.find,
    findBatchForCustomer: store.batches.find,

    /** The open items as this person sees them, oldest first. */
    openItems: async (person: Person): Promise<SaleRecord[]> =>
      (await store.openItems()).filter((sale) => isOpenItemFor(person, sale, clock.now())),

    /** All open items of the shop, for what is expected in a drawer. */
    openItemsOfShop: store.openItems,
    unreadableItemsOfShop: store.unreadableItems,

    countOpenItems: async (person: Person): Promise<OpenItemCounts> => {
      const { openItems, ...counts } = countOpenItems(await store.openItems(), person, clock.now())
      const undelivered = await store.countUndelivered()
      return { ...counts, openItems: openItems + undelivered, undelivered }
    },

    /**
     * When the service last contradicted itself about a final sale that nobody has resolved since (epoch ms), as the journal has it. Where the sale
     * cannot be read, its history tells.
     */
    lastContradictionAt: async (): Promise<number | undefined> => {
      const times: number[] = []
      const conflicting = (await store.openItems()).filter((sale) => sale.conflicting)
      for (const sale of [...conflicting, ...(await store.unreadableItems())]) {
        const events = await store.events(sale.id)
        if (events.some(({ kind }) => kind === 'resolved')) continue
        for (const event of events) if (isContradiction(sale, [event])) times.push(event.at)
      }
      return times.length > 0 ? Math.max(...times) : undefined
    },
  }
}
