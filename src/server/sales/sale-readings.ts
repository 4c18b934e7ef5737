import type { Person } from '#domain/person.ts'
import { isContradiction } from '#domain/sale/steps/apply-answer.ts'
import type { SaleHistory } from '#domain/sale/event.ts'
import type { SaleId } from '#domain/sale/id.ts'
import { countOpenItems, isOpenItemFor, type OpenItemCounts } from '#domain/sale/open-items.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import type { SaleParts } from './sale-parts.ts'

export type SaleReadings = ReturnType<typeof saleReadings>

/** The answer stays short however often a sale is viewed. */
const MAX_EVENTS = 200

export function saleReadings({ store, clock, readVisible }: SaleParts) {
  return {
    read: async (id: SaleId, person: Person): Promise<{ sale: SaleRecord; history: SaleHistory }> => {
      const sale = await readVisible(id, person)
      const events = await store.events(id, MAX_EVENTS)
      const eventCount = events.length < MAX_EVENTS ? events.length : await store.eventCount(id)
      return { sale, history: { events, ...(eventCount > events.length && { eventCount }) } }
    },

    /** For holders of a signed link and customer displays, without access checks. */
    findForCustomer: store.find,
    findBatchForCustomer: store.batches.find,

    /** As this person sees them, oldest first. */
    openItems: async (person: Person): Promise<SaleRecord[]> =>
      (await store.openItems()).filter((sale) => isOpenItemFor(person, sale, clock.now())),

    /** Needed for the expected cash of a drawer. */
    openItemsOfShop: store.openItems,

    /** The numbers of open items, and of the first sales of unfinished batches. */
    unreadableRecords: async () => ({
      sales: (await store.unreadableSales()).map(({ number }) => number),
      batches: await store.batches.unreadable(),
    }),

    countOpenItems: async (person: Person): Promise<OpenItemCounts> => {
      const { openItems, ...counts } = countOpenItems(await store.openItems(), person, clock.now())
      const undelivered = await store.countUndelivered()
      return { ...counts, openItems: openItems + undelivered, undelivered }
    },

    /** When the wholesaler last contradicted itself about a final sale that is unresolved (epoch ms). For unreadable sales, their history decides. */
    lastContradictionAt: async (): Promise<number | undefined> => {
      const times: number[] = []
      const conflicting = (await store.openItems()).filter((sale) => sale.conflicting)
      for (const sale of [...conflicting, ...(await store.unreadableSales())]) {
        const events = await store.events(sale.id)
        if (events.some(({ kind }) => kind === 'resolved')) continue
        for (const event of events) if (isContradiction(sale, [event])) times.push(event.at)
      }
      return times.length > 0 ? Math.max(...times) : undefined
    },
  }
}
