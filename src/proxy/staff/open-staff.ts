import type { Kysely } from 'kysely'

import type { Clock } from '../clock.ts'
import type { JournalTables } from '../journal/tables.ts'
import { createDemoStaff } from './demo-staff.ts'
import { openPepper } from './pepper.ts'
import { createPeople } from './people.ts'
import { createSessions } from './sessions.ts'
import { createTerminals } from './terminals.ts'

export type Staff = Awaited<ReturnType<typeof openStaff>>

/** People, terminals and sessions over one journal. Throws `NotPossible` when the pepper of its PINs is not there. */
export async function openStaff({
  db,
  clock,
  dataFolder,
}: {
  db: Kysely<JournalTables>
  clock: Clock
  dataFolder: string
}) {
  const anybody = await db.selectFrom('staff').select('id').limit(1).executeTakeFirst()
  const pepper = openPepper(dataFolder, anybody !== undefined)
  const people = createPeople({ db, clock, pepper })
  return {
    people,
    terminals: createTerminals({ db, clock }),
    sessions: createSessions({ db, clock, people }),
    /** For practice alone. */
    demo: createDemoStaff({ db, people, pepper }),
  }
}
