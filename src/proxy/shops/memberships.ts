import type { Kysely } from 'kysely'

import type { PersonShop } from '#contract/proxy/staff.ts'
import type { Person, Role } from '#domain/person.ts'
import type { ShopProblem } from '#domain/shops.ts'
import { InvalidOperation } from '../failures.ts'
import type { JournalTables } from '../journal/tables.ts'
import type { Timers } from '../ports.ts'
import type { Admissions, AskedFrom, PeopleMessage } from '../staff/admissions.ts'
import type { Actor, AuditLog } from '../staff/audit-log.ts'
import { readPerson } from '../staff/people-store.ts'
import type { ShopPlace } from './shop-place.ts'
import type { ShopReaders } from './shop-readers.ts'

/** How long a shop is read, and how long it may take to do what it is told (ms). */
const READ_MS = 3_000
const TELL_MS = 10_000

/** What a shop answered, in a sentence. */
type Said = { ok: boolean; text: string }
/** Tells it the process that leads a shop. */
type RunAt = (shopId: string, message: PeopleMessage) => Promise<Said>

type Deps = {
  here: string
  places: readonly ShopPlace[]
  readers: ShopReaders
  admissions: Admissions
  audit: Pick<AuditLog, 'append'>
  runAt: RunAt
  timers: Timers
}

/** The person who asks, as they are signed in; `undefined` for the administrator. */
type Asking = { person: Person; actor: Actor } | undefined

type Found = { place: ShopPlace } & (
  | { state: ShopProblem }
  | { state: 'read'; row?: { person: Person; isBlocked: boolean; pinHash: string }; isMine: boolean }
)

/** In which shops of the installation people are. What each shop says of a person is in its journal; nothing of it is remembered elsewhere. */
export type Memberships = ReturnType<typeof createMemberships>

export function createMemberships({ here, places, readers, admissions, audit, runAt, timers }: Deps) {
  const nameHere = places.find(({ id }) => id === here)?.name ?? here
  const others = places.filter(({ id }) => id !== here)

  const senderOf = (asking: Asking): AskedFrom =>
    asking
      ? {
          shop: nameHere,
          person: { id: asking.person.id, name: asking.person.name, isOwner: asking.person.isOwner === true },
        }
      : { shop: nameHere }

  /** What each other shop has of a person, and whether who asks is a supervisor there. */
  async function find(id: string, askingId: string | undefined): Promise<Found[]> {
    const readings = await readers.readEach(others, READ_MS, (db) => readRows(db, id, askingId))
    return readings.map(({ place, ...reading }) =>
      reading.state === 'read' ? { place, state: 'read', ...reading.value } : { place, state: reading.state },
    )
  }

  async function tell(place: ShopPlace, message: PeopleMessage): Promise<Said> {
    let cancel = () => {}
    const late = new Promise<Said>((resolve) => {
      cancel = timers.after(TELL_MS, () => resolve({ ok: false, text: `${place.name} did not answer in time.` }))
    })
    try {
      return await Promise.race([runAt(place.id, message), late])
    } catch {
      return { ok: false, text: `${place.name} was not reached.` }
    } finally {
      cancel()
    }
  }

  /** Returns the names of the shops that did not hear of it, or did not take it. */
  async function tellEach(concerned: readonly Found[], message: PeopleMessage): Promise<string[]> {
    const told = await Promise.all(concerned.map(async ({ place }) => ({ place, said: await tell(place, message) })))
    return told.filter(({ said }) => !said.ok).map(({ place }) => place.name)
  }

  function otherPlace(id: string): ShopPlace {
    const place = others.find((one) => one.id === id)
    if (place) return place
    throw new InvalidOperation('There is no other shop with this id.')
  }

  /** Throws `InvalidOperation` with what that shop said. */
  async function tellOrRefuse(place: ShopPlace, message: PeopleMessage): Promise<void> {
    const { ok, text } = await tell(place, message)
    if (!ok) throw new InvalidOperation(text)
  }

  return {
    /**
     * The other shops, as far as `person` may know of them: an owner of all, a supervisor of those they are a supervisor in. `isBehind` where that shop
     * has another PIN, because it did not hear of the newest.
     */
    list: async (id: string, { person }: NonNullable<Asking>): Promise<PersonShop[]> => {
      const own = await admissions.read(id)
      const found = await find(id, person.id)
      return found.flatMap((one): PersonShop[] => {
        const { id: shopId, name } = one.place
        if (one.state !== 'read') return person.isOwner ? [{ id: shopId, name, state: one.state }] : []
        if (!person.isOwner && !one.isMine) return []
        const { row } = one
        const role = row && !row.isBlocked ? (row.person.isOwner ? ('owner' as const) : row.person.role) : undefined
        const isBehind = role !== undefined && row?.pinHash !== own.pin.hash
        return [{ id: shopId, name, state: 'read', ...(role && { role }), ...(isBehind && { isBehind: true }) }]
      })
    },

    /**
     * Which rule a new PIN has to fulfil, so that it is good in all shops of the person. Throws `InvalidOperation` if they are in one where who asks is
     * no supervisor: whoever sets a PIN can sign in with it there. A shop that cannot be read decides that for itself.
     */
    ruleForPin: async (id: string, { person }: NonNullable<Asking>): Promise<Role> => {
      const found = (await find(id, person.id)).flatMap((one) =>
        one.state === 'read' && one.row && !one.row.isBlocked
          ? [{ role: one.row.person.role, isMine: one.isMine }]
          : [],
      )
      if (!person.isOwner && found.some(({ isMine }) => !isMine))
        throw new InvalidOperation(
          'This person is also in a shop in which you are no supervisor. Ask an owner to set the PIN.',
        )
      return found.some(({ role }) => role === 'supervisor') ? 'supervisor' : 'cashier'
    },

    /**
     * Tells all shops of a person what is new of them here: their PIN, and with `isOwnerToo` whether they are an owner. Returns the names of the shops
     * that did not hear of it, or did not take it.
     */
    tellAll: async (id: string, asking: Asking, { isOwnerToo = false } = {}): Promise<string[]> => {
      const { role: _, isOwner, ...person } = await admissions.read(id)
      const found = await find(id, undefined)
      const concerned = found.filter((one) => one.state !== 'read' || one.row !== undefined)
      const message = {
        action: 'staff admit' as const,
        ...person,
        ...(isOwnerToo && { isOwner }),
        from: senderOf(asking),
      }
      return tellEach(concerned, message)
    },

    /**
     * Lets a person into another shop, or tells it the newest PIN again. They get no more power there than they have here. Throws `InvalidOperation`
     * if that shop refuses, or cannot be reached.
     */
    admit: async (id: string, shopId: string, wanted: Role, asking: NonNullable<Asking>): Promise<void> => {
      const place = otherPlace(shopId)
      const { role, isOwner, ...person } = await admissions.read(id)
      const asRole = role === 'supervisor' ? wanted : role
      const from = senderOf(asking)
      const said = { ...person, ...(asking.person.isOwner && { isOwner }) }
      await tellOrRefuse(place, { action: 'staff admit', ...said, role: asRole, from })
      const detail = { shop: place.name, role: asRole }
      await audit.append({ kind: 'staff-admitted', ...asking.actor, about: { id, name: person.name }, detail })
    },

    /** Keeps a person out of all other shops they are in. Returns the names of those that did not hear of it, or did not take it. */
    dismissEverywhere: async (id: string, asking: NonNullable<Asking>): Promise<string[]> => {
      const found = await find(id, undefined)
      const concerned = found.filter((one) => one.state !== 'read' || one.row?.isBlocked === false)
      return tellEach(concerned, { action: 'staff dismiss', id, from: senderOf(asking) })
    },

    /** Keeps a person out of another shop from now on. Throws as `admit` does. */
    dismiss: async (id: string, shopId: string, asking: NonNullable<Asking>): Promise<void> => {
      const place = otherPlace(shopId)
      const { name } = await admissions.read(id)
      await tellOrRefuse(place, { action: 'staff dismiss', id, from: senderOf(asking) })
      await audit.append({
        kind: 'staff-dismissed',
        ...asking.actor,
        about: { id, name },
        detail: { shop: place.name },
      })
    },
  }
}

async function readRows(db: Kysely<JournalTables>, id: string, askingId: string | undefined) {
  const rows = await db
    .selectFrom('staff')
    .selectAll()
    .where('id', 'in', askingId === undefined ? [id] : [id, askingId])
    .execute()
  const row = rows.find((one) => one.id === id)
  const asking = rows.find((one) => one.id === askingId)
  return {
    ...(row && { row: { person: readPerson(row), isBlocked: row.disabled_at !== null, pinHash: row.pin_hash } }),
    isMine: asking?.role === 'supervisor' && asking.disabled_at === null,
  }
}
