import type { Kysely } from 'kysely'

import type { Clock } from '../clock.ts'
import type { Commit } from '../journal/group-commit.ts'
import type { JournalTables } from '../journal/tables.ts'
import { createAuditLog } from './audit-log.ts'
import { createDemoStaff } from './demo-staff.ts'
import { createDenials } from './denials.ts'
import { openPepper } from './pepper.ts'
import { createPeople } from './people.ts'
import { createPinGuard } from './pin-guard.ts'
import { createPinQueue } from './pin-queue.ts'
import type { PinCost } from './pins.ts'
import { createSessions } from './sessions.ts'
import { openSettings } from './settings.ts'
import { createSetup } from './setup.ts'
import { createTerminals } from './terminals.ts'
import { soldOfDay } from './sold-of-day.ts'
import { usageOfDay } from './usage-of-day.ts'

export type StaffServices = Awaited<ReturnType<typeof openStaff>>

export type StaffDeps = {
  db: Kysely<JournalTables>
  commit?: Commit | undefined
  clock: Clock
  dataFolder: string
  pinCost?: PinCost | undefined
  /** Takes each line of the audit log as JSON once it is durable. */
  announce?: ((line: string) => void) | undefined
}

/** People, terminals, sessions, settings and what is written down of them, over one journal. Throws `InvalidOperation` when it cannot be trusted. */
export async function openStaff({ db, commit, clock, dataFolder, pinCost, announce }: StaffDeps) {
  const anybody = await db.selectFrom('staff').select('id').limit(1).executeTakeFirst()
  const pepper = openPepper(dataFolder, anybody !== undefined)
  const audit = createAuditLog({ db, commit, clock, pepper, ...(announce && { announce }) })
  const settings = await openSettings({ db, audit })
  const pinQueue = createPinQueue()
  const people = await createPeople({ db, clock, pepper, pinCost, audit, turns: pinQueue })
  const pinGuard = createPinGuard({ db, clock, people, audit, turns: pinQueue })
  const terminals = createTerminals({ db, clock, audit })
  const denials = createDenials({ clock, audit })
  return {
    audit,
    denials,
    /** Before the journal is closed: writes down what waited for its minute to end. */
    close: () => denials.flush({ everything: true }),
    settings,
    people,
    pinGuard,
    terminals,
    sessions: createSessions({ db, clock, audit, pinGuard, idleMs: settings.idleMs }),
    usageOfDay: usageOfDay({ db, clock }),
    soldOfDay: soldOfDay({ db, clock }),
    setup: createSetup({ clock, audit, people, terminals }),
    /** For practice alone. */
    demo: createDemoStaff({ db, people, pepper }),
  }
}
