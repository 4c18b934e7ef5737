import type { Kysely } from 'kysely'

import type { Person } from '#domain/person.ts'
import type { Clock } from '../lib/clock.ts'
import type { Commit } from '../database/drivers/group-commit.ts'
import { hasSharedTables } from '../database/schema/shared-tables.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import { createNumberDigests } from '../lib/number-digests.ts'
import { createSeal } from '../lib/seal.ts'
import { statusKeyOf } from '../status-page/status-link.ts'
import { createAdmissions } from './shop-membership.ts'
import { createAuditLog } from '../audit/audit-log.ts'
import { createBadges } from './badges.ts'
import { createBadgeSignIn } from './badge-sign-in.ts'
import { createDisplays } from '../display/displays.ts'
import { createTillTickets } from '../display/till-tickets.ts'
import { createPhones } from './terminals/phones.ts'
import { createDemoStaff } from './demo-staff.ts'
import { createDenials } from './denials.ts'
import { soldOfDay, usageOfDay } from './overview.ts'
import { createOwners } from './owners.ts'
import { createPeople } from './people.ts'
import { createPinLocks } from './pins/pin-attempts.ts'
import { attemptsOfMinute, createPinGuard } from './pins/pin-guard.ts'
import { createPinQueue, openPepper, type PinCost, type PinQueue } from './pins/pins.ts'
import { createSessions } from './sessions.ts'
import { openSettings } from './settings.ts'
import { createShifts } from '../shifts/shifts.ts'
import { createSetup } from './setup.ts'
import { createTerminals } from './terminals/terminals.ts'

export type StaffServices = Awaited<ReturnType<typeof openStaff>>

export type StaffDeps = {
  db: Kysely<JournalTables>
  commit?: Commit | undefined
  clock: Clock
  dataFolder: string
  /** The id, if there are several shops. */
  shopId?: string | undefined
  /** Set by the administrator, instead of the one in the settings. */
  timeZone?: string | undefined
  pinCost?: PinCost | undefined
  /** Shared by all shops of a process. */
  pinQueue?: PinQueue | undefined
  /** Receives each audit entry as JSON once it is durable. */
  announce?: ((line: string) => void) | undefined
}

/** For one journal. Throws `InvalidOperation` if the pepper or the settings cannot be read. */
export async function openStaff({
  db,
  commit,
  clock,
  dataFolder,
  shopId,
  timeZone,
  pinCost,
  pinQueue = createPinQueue(),
  announce,
}: StaffDeps) {
  const somebody = await db.selectFrom('staff').select('id').limit(1).executeTakeFirst()
  const pepper = openPepper(dataFolder, somebody !== undefined)
  const audit = createAuditLog({ db, commit, clock, pepper, ...(announce && { announce }) })
  const settings = await openSettings({ db, audit, timeZone })
  const isShared = hasSharedTables(db, shopId)
  const owners = createOwners({ db, audit, isShared })
  await owners.catchUp()
  const locks = createPinLocks({ isShared })
  const people = await createPeople({ db, clock, pepper, pinCost, audit, turns: pinQueue, owners, locks })
  const minute = attemptsOfMinute()
  const pinGuard = createPinGuard({ db, clock, people, audit, turns: pinQueue, locks, minute })
  const badges = createBadges({ db, clock, audit, pepper, people, turns: pinQueue, minute })
  const sessions = createSessions({ db, clock, audit, pinGuard, idleMs: settings.idleMs })
  const terminals = createTerminals({ db, clock, audit, shopId })
  const displays = createDisplays({ db, clock, audit, shopId })
  const tickets = createTillTickets({ clock, paired: await displays.list() })
  const denials = createDenials({ clock, audit })
  const limitsFor = async ({ id, role }: Person) => ({
    person: role === 'cashier' ? await people.limitsOf(id) : undefined,
    shop: settings.current().limits ?? undefined,
  })
  return {
    audit,
    denials,
    /** Call before the journal is closed: it records the pending denials. */
    close: () => denials.flush({ everything: true }),
    settings,
    /** For secrets in the journal. */
    seal: createSeal(pepper),
    numberDigests: createNumberDigests(pepper),
    /** The key that signs the links by which customers follow their sales. */
    statusKey: statusKeyOf(pepper),
    people,
    owners,
    admissions: createAdmissions({ db, clock, pepper, audit, owners, locks }),
    pinGuard,
    terminals,
    displays,
    phones: createPhones({ pepper, shopId, clock, isOn: () => settings.current().phoneOrders }),
    tickets,
    shifts: createShifts({ db, clock, audit, settings }),
    sessions,
    badges,
    signInWithBadge: createBadgeSignIn({
      badges,
      pinGuard,
      sessions,
      isAloneAllowed: () => settings.current().badgeAlone,
    }),
    usageOfDay: usageOfDay({ db, clock }),
    soldOfDay: soldOfDay({ db, clock }),
    /** `SaleStaff`. */
    forSales: {
      limitsFor,
      verifyPin: (approver: { terminalId: string; staffId: string; pin: string }) =>
        pinGuard.identify({ ...approver, purpose: 'override' }),
      payments: () => settings.current().payments,
      fraudWarning: () => settings.current().fraudWarning,
      isNumberConfirmed: tickets.isConfirmed,
      asksForNumber: (terminalId: string) =>
        settings.current().requiresCustomerConfirmation &&
        (tickets.isWatched(terminalId) || (tickets.isUnplugged(terminalId) && ('without-display' as const))),
      audit: audit.append,
    },
    setup: createSetup({ clock, audit, people, terminals, shopId }),
    /** For practice only. */
    demo: createDemoStaff({ db, people, pepper }),
  }
}
