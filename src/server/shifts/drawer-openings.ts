import type { Kysely } from 'kysely'

import type { Clock } from '../lib/clock.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import type { AtDrawer } from './shift-reports.ts'

/** The longest time (ms) from entering the reason to the printer's pulse. */
const VALID_MS = 60_000

/** This person has just entered a reason to open this till's drawer without a sale. Each entry opens it once. */
export function drawerOpenings(db: Kysely<JournalTables>, clock: Clock): (at: AtDrawer) => Promise<boolean> {
  const used = new Map<string, string>()
  return async ({ person, terminal }) => {
    const written = await db
      .selectFrom('drawer_movements')
      .innerJoin('shifts', 'shifts.id', 'drawer_movements.shift_id')
      .select('drawer_movements.id')
      .where('shifts.terminal_id', '=', terminal.id)
      .where('shifts.closed_at', 'is', null)
      .where('drawer_movements.kind', '=', 'no-sale')
      .where('drawer_movements.by_id', '=', person.id)
      .where('drawer_movements.at', '>=', Math.floor(clock.now()) - VALID_MS)
      .orderBy('drawer_movements.number', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!written || used.get(terminal.id) === written.id) return false
    used.set(terminal.id, written.id)
    return true
  }
}
