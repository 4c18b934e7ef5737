import type { Kysely } from 'kysely'

import type { StaffEntry } from '#contract/proxy/staff.ts'
import { sumIn, type Use } from '#domain/limits.ts'
import { money } from '#domain/money.ts'
import { shopDayAt, shopDayBounds } from '#domain/shop-day.ts'
import type { Clock } from '../clock.ts'
import type { JournalTables } from '../journal/tables.ts'
import { usesToday } from '../journal/uses.ts'

export type UsesOfDay = (timeZone: string) => Promise<Map<string, StaffEntry['today']>>

/** What counts against the limits of each person (by id) on this day of the shop. */
export const usesOfDay =
  ({ db, clock }: { db: Kysely<JournalTables>; clock: Clock }): UsesOfDay =>
  async (timeZone) => {
    const now = clock.now()
    const uses = await usesToday(db, shopDayBounds(shopDayAt(now, timeZone), timeZone).from, now)
    const people = new Set(uses.map(({ by }) => by))
    return new Map([...people].map((id) => [id, inSum(uses.filter(({ by }) => by === id))]))
  }

function inSum(uses: Use[]): StaffEntry['today'] {
  const currencies = [...new Set(uses.map(({ pays }) => pays.currency))]
  return {
    pays: currencies.map((currency) => money(sumIn(currency, uses), currency)),
    count: uses.reduce((count, { times }) => count + times, 0),
  }
}
