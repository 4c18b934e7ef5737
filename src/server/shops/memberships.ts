import type { Kysely } from 'kysely'

import type { PersonShop } from '#api/staff.ts'
import type { Language } from '#domain/language.ts'
import type { Role } from '#domain/person.ts'
import { InvalidOperation } from '../lib/failures.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import type { Timers } from '../lib/ports.ts'
import type { Admissions, AskedFrom } from '../staff/shop-membership.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import { readPerson } from '../staff/people-store.ts'
import { createShared } from '../lib/concurrency.ts'
import type { ShopPlace } from './shop-place.ts'
import type { ShopReaders } from './shop-readers.ts'
import { knowsAll, messenger, type Asking, type Found, type RunAt } from './tell-shops.ts'

/** How long a shop is read (ms). */
const READ_MS = 3_000

type Deps = {
  here: string
  places: readonly ShopPlace[]
  readers: ShopReaders
  admissions: Admissions
  audit: Pick<AuditLog, 'append'>
  runAt: RunAt
  timers: Timers
}

/** In which shops of the installation people are. What each shop says of a person is in its journal; nothing of it is remembered elsewhere. */
export type Memberships = ReturnType<typeof createMemberships>

export function createMemberships(deps: Deps) {
  const { here, places, readers, admissions } = deps
  const nameHere = places.find(({ id }) => id === here)?.name ?? here
  const lists = createShared<PersonShop[]>()
  const { tellEach, tellOrRefuse } = messenger(deps, lists.forget)
  const others = places.filter(({ id }) => id !== here)

  const senderOf = (asking: Asking): AskedFrom =>
    asking
      ? {
          shop: nameHere,
          person: { id: asking.person.id, name: asking.person.name, isOwner: asking.person.isOwner === true },
        }
      : { shop: nameHere }

  /** What each other shop has of a person, and whether who asks is a supervisor there. */
  async function find(id: string, asking: Asking, among = others): Promise<Found[]> {
    const readings = await readers.readEach(among, READ_MS, (db) => readRows(db, id, asking?.person.id))
    return readings.map(({ place, ...reading }) =>
      reading.state === 'read' ? { place, state: 'read', ...reading.value } : { place, state: reading.state },
    )
  }

  async function tellLanguageNow(id: string, language: Language): Promise<void> {
    const found = await find(id, undefined)
    const concerned = found.filter((one) => one.state === 'read' && one.row?.isBlocked === false)
    await tellEach(concerned, { action: 'staff language', id, language }, undefined)
  }

  return {
    ...admissionRequests(deps, { find, others, senderOf, tellEach, tellOrRefuse }),
    ...membershipList(find, admissions, lists),
    ...languageNews((id, language) => tellLanguageNow(id, language)),
    ...pinRules(find),

    /**
     * Tells all shops of a person what is new of them here: their PIN, or whether they are an owner. Returns the names of the shops that did not hear of
     * it, or did not take it.
     */
    tellAll: async (id: string, what: 'pin' | 'isOwner', asking: Asking): Promise<string[]> => {
      const { name, ...person } = await admissions.read(id)
      const found = await find(id, asking)
      const concerned = found.filter(
        (one) =>
          one.state !== 'read' ||
          (knowsAll(asking) ? one.row !== undefined : one.row?.isBlocked === false && one.isMine),
      )
      // Never both: the PIN here may be older than in the shop that is told.
      const news = what === 'pin' ? { pin: person.pin } : { isOwner: person.isOwner }
      return tellEach(concerned, { action: 'staff admit', id, name, ...news, from: senderOf(asking) }, asking)
    },
  }
}

type Asked = ReturnType<typeof messenger> & {
  find: (id: string, asking: Asking, among?: ShopPlace[]) => Promise<Found[]>
  others: ShopPlace[]
  senderOf: (asking: Asking) => AskedFrom
}

function admissionRequests({ admissions, audit }: Deps, { find, others, senderOf, tellEach, tellOrRefuse }: Asked) {
  /** Throws `InvalidOperation` where there is none, and where who asks may not know of it. */
  async function otherPlace(id: string, asking: NonNullable<Asking>): Promise<ShopPlace> {
    const place = others.find((one) => one.id === id)
    const [found] = place ? await find(asking.person.id, asking, [place]) : []
    if (place && (knowsAll(asking) || (found?.state === 'read' && found.isMine))) return place
    throw new InvalidOperation('There is no other shop with this id in which you are a supervisor.')
  }

  return {
    /**
     * Lets a person into another shop, or tells it the newest PIN again. They get no more power there than they have here. Throws `InvalidOperation`
     * if that shop refuses, or cannot be reached.
     */
    admit: async (id: string, shopId: string, wanted: Role, asking: NonNullable<Asking>): Promise<void> => {
      const place = await otherPlace(shopId, asking)
      const { role, ...person } = await admissions.read(id)
      const asRole = role === 'supervisor' ? wanted : role
      // Always with whether they are an owner, so that the shop sees whom it is asked to let in.
      await tellOrRefuse(place, { action: 'staff admit', ...person, role: asRole, from: senderOf(asking) })
      const detail = { shop: place.name, role: asRole }
      await audit.append({ kind: 'staff-admitted', ...asking.actor, about: { id, name: person.name }, detail })
    },

    /** Keeps a person out of all other shops they are in. Returns the names of those that did not hear of it, or did not take it. */
    dismissEverywhere: async (id: string, asking: Asking): Promise<string[]> => {
      const found = await find(id, asking)
      const concerned = found.filter(
        (one) => one.state !== 'read' || (one.row?.isBlocked === false && (knowsAll(asking) || one.isMine)),
      )
      return tellEach(concerned, { action: 'staff dismiss', id, from: senderOf(asking) }, asking)
    },

    /** Keeps a person out of another shop from now on. Throws as `admit` does. */
    dismiss: async (id: string, shopId: string, asking: NonNullable<Asking>): Promise<void> => {
      const place = await otherPlace(shopId, asking)
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

function membershipList(
  find: FindPerson,
  admissions: Admissions,
  lists: ReturnType<typeof createShared<PersonShop[]>>,
) {
  async function readList(id: string, asking: NonNullable<Asking>): Promise<PersonShop[]> {
    const own = await admissions.read(id)
    const found = await find(id, asking)
    return found.flatMap((one): PersonShop[] => {
      const { id: shopId, name } = one.place
      if (one.state !== 'read') return knowsAll(asking) ? [{ id: shopId, name, state: one.state }] : []
      if (!knowsAll(asking) && !one.isMine) return []
      if (!one.row || one.row.isBlocked) return [{ id: shopId, name, state: 'read' }]
      const { person, pin } = one.row
      const role = person.isOwner ? 'owner' : person.role
      const isOther = pin.hash !== own.pin.hash
      const age = pin.setAt > own.pin.setAt ? 'newer' : 'older'
      return [{ id: shopId, name, state: 'read', role, ...(isOther && { pin: age }) }]
    })
  }

  return {
    /**
     * The other shops, as far as who asks may know of them: an owner of all, a supervisor of those they are a supervisor in. `pin` where that shop has
     * another PIN, because it, or this one, did not hear of the newest.
     */
    list: (id: string, asking: NonNullable<Asking>): Promise<PersonShop[]> =>
      lists.run(JSON.stringify([id, asking.person.id, knowsAll(asking)]), () => readList(id, asking)),
  }
}

type FindPerson = (id: string, asking: Asking) => Promise<Found[]>

/** Which rules a PIN follows that is good in several shops, and who may change it there. */
function pinRules(find: FindPerson) {
  /**
   * A person in the other shops in which they may sign in. Throws `InvalidOperation` if they are, or may be, in one where who asks is no supervisor, or are
   * an owner in one. For an owner, a shop that cannot be read decides that for itself.
   */
  async function findInAll(id: string, asking: NonNullable<Asking>, todo: 'set the PIN' | 'unlock them') {
    const found = await find(id, asking)
    const rows = found.flatMap((one) =>
      one.state === 'read' && one.row && !one.row.isBlocked ? [{ ...one.row.person, isMine: one.isMine }] : [],
    )
    if (knowsAll(asking)) return rows
    if (found.some(({ state }) => state !== 'read'))
      throw new InvalidOperation(
        `Another shop cannot be read at the moment, and this person may be in it. Try again later, or ask an owner to ${todo}.`,
      )
    if (rows.some(({ isMine, isOwner }) => !isMine || isOwner))
      throw new InvalidOperation(
        `This person is also in a shop where you are not a supervisor. Ask an owner to ${todo}.`,
      )
    return rows
  }

  return {
    /**
     * Which rule a new PIN has to fulfill, so that it is good in all shops of the person. Throws `InvalidOperation` as `findInAll` does: a person who sets a PIN
     * can sign in with it in each of them.
     */
    ruleForPin: async (id: string, asking: NonNullable<Asking>): Promise<Role> =>
      (await findInAll(id, asking, 'set the PIN')).some(({ role }) => role === 'supervisor') ? 'supervisor' : 'cashier',

    /** Throws `InvalidOperation` as `findInAll` does: an unlock allows fifty more guesses at the PIN in each of those shops. */
    assertMayUnlock: async (id: string, asking: NonNullable<Asking>): Promise<void> => {
      if (!knowsAll(asking)) await findInAll(id, asking, 'unlock them')
    },
  }
}

/** What people chose to read, told to the other shops one after the other. */
function languageNews(tellLanguageNow: (id: string, language: Language) => Promise<void>) {
  /** The people whose language the other shops are being told, with what they have chosen since. */
  const nextLanguages = new Map<string, Language | undefined>()

  return {
    /**
     * Tells the other shops of a person what they chose to read. A shop that does not hear of it goes on with what it has; the person sees that there,
     * and chooses again. What they choose while the shops are being told follows after that, and only the newest of it.
     */
    tellLanguage: async (id: string, language: Language): Promise<void> => {
      if (nextLanguages.has(id)) {
        nextLanguages.set(id, language)
        return
      }
      try {
        let next: Language | undefined = language
        while (next !== undefined) {
          nextLanguages.set(id, undefined)
          await tellLanguageNow(id, next)
          next = nextLanguages.get(id)
        }
      } finally {
        nextLanguages.delete(id)
      }
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
    ...(row && {
      row: {
        person: readPerson(row),
        isBlocked: row.disabled_at !== null,
        pin: { hash: row.pin_hash, setAt: row.pin_set_at },
      },
    }),
    isMine: asking?.role === 'supervisor' && asking.disabled_at === null,
  }
}
