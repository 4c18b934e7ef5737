import type { Kysely } from 'kysely'

import type { StaffEntry } from '#contract/proxy/staff.ts'
import { sumIn, type LimitUse } from '#domain/sales-limits.ts'
import { money } from '#domain/money.ts'
import { shopDayAt, shopDayBounds } from '#domain/shop-day.ts'
import type { Clock } from '../clock.ts'
import type { JournalTables } from '../journal/tables.ts'
import { usageToday } from '../journal/limit-usage.ts'

export type UsageOfDay = (timeZone: string) => Promise<Map<string, StaffEntry['usedToday']>>

/** What counts against the limits of each person (by id) on this day of the shop. */
export const usageOfDay =
  ({ db, clock }: { db: Kysely<JournalTables>; clock: Clock }): UsageOfDay =>
  async (timeZone) => {
    const now = clock.now()
    const uses = await usageToday(db, shopDayBounds(shopDayAt(now, timeZone), timeZone).from, now)
    const people = new Set(uses.map(({ by }) => by))
    return new Map([...people].map((id) => [id, addUp(uses.filter(({ by }) => by === id))]))
  }

function addUp(usage: LimitUse[]): StaffEntry['usedToday'] {
  const currencies = [...new Set(usage.map(({ pays }) => pays.currency))]
  return {
    pays: currencies.map((currency) => money(sumIn(currency, usage), currency)),
    count: usage.reduce((count, { times }) => count + times, 0),
  }
}
