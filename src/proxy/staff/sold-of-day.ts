import type { Kysely } from 'kysely'

import { shopDayAt, shopDayBounds } from '#domain/shop-day.ts'
import { addUpSold, type Sold } from '#domain/sold.ts'
import type { Clock } from '../clock.ts'
import { salesList } from '../journal/sales-list.ts'
import type { JournalTables } from '../journal/tables.ts'

/** What each person (by id) sold on this day of the shop: the sales that the sales list shows under their name. */
export const soldOfDay =
  ({ db, clock }: { db: Kysely<JournalTables>; clock: Clock }) =>
  async (timeZone: string): Promise<Map<string, Sold>> => {
    const tallies = await salesList(db).tally(shopDayBounds(shopDayAt(clock.now(), timeZone), timeZone))
    const people = new Set(tallies.map(({ cashier }) => cashier.id))
    return new Map([...people].map((id) => [id, addUpSold(tallies.filter(({ cashier }) => cashier.id === id))]))
  }
