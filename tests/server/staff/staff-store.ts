import { onTestFinished } from 'vitest'

import { openDatabase } from '#server/database/database.ts'
import { openStaff } from '#server/staff/open-staff.ts'
import type { PinQueue } from '#server/staff/pins/pins.ts'
import { aJournalPlace } from '../../support/a-journal.ts'
import { CHEAP_PINS } from '../../support/start-shop.ts'
import { aFolder } from '../../support/folders.ts'

export const MORNING = 1_700_000_000_000

export function manualClock() {
  let time = MORNING
  return { now: () => time, wall: () => time, pass: (ms: number) => void (time += ms) }
}

/** Staff, terminals and sessions over a real database; `again` opens the same database as a restarted server would. */
export async function aStaffStore({
  dataFolder = aFolder(),
  clock = manualClock(),
  announce,
  pinQueue,
  timeZone,
}: {
  dataFolder?: string
  clock?: ReturnType<typeof manualClock>
  announce?: (line: string) => void
  pinQueue?: PinQueue
  timeZone?: string
} = {}) {
  const place = await aJournalPlace(dataFolder)
  let db = await openDatabase(place)
  onTestFinished(() => db.destroy())
  const staff = await openStaff({ db, clock, dataFolder, pinCost: CHEAP_PINS, pinQueue, announce, timeZone })
  const again = async () => {
    await db.destroy()
    db = await openDatabase(place)
    return openStaff({ db, clock, dataFolder, pinCost: CHEAP_PINS })
  }
  return { ...staff, db, clock, dataFolder, again }
}

export async function aStaffedStore() {
  const shop = await aStaffStore()
  const amal = await shop.people.add({ name: 'Amal', role: 'cashier', pin: '2580' })
  const hamad = await shop.people.add({ name: 'Hamad', role: 'supervisor', pin: '604918' })
  const { terminal, token: terminalToken } = await shop.terminals.enrolItself('Till 1')
  return { ...shop, amal, hamad, terminal, terminalToken }
}
