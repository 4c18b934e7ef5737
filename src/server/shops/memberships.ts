import type { Kysely } from 'kysely'

import type { PersonShop } from '#api/staff.ts'
import type { Language } from '#domain/language.ts'
import type { Role } from '#domain/person.ts'
import { InvalidOperation } from '../lib/failures.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import type { Timers } from '../lib/ports.ts'
import type { Admissions, RequestOrigin } from '../staff/shop-membership.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import { readPerson } from '../staff/people-store.ts'
import { createShared } from '../lib/concurrency.ts'
import type { ShopPlace } from './shop-place.ts'
import type { ShopReaders } from './shop-readers.ts'
import { knowsAll, messenger, type Asking, type Found, type RunAt } from './tell-shops.ts'

/** Timeout per shop. */
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

/** Which shops of the installation people are in. Each shop's journal is the only record of that. */
export type Memberships = ReturnType<typeof createMemberships>

export function createMemberships(deps: Deps) {
  const { here, places, readers, admissions } = deps
  const nameHere = places.find(({ id }) => id === here)?.name ?? here
  const lists = createShared<PersonShop[]>()
  const { tellEach, tellOrRefuse } = messenger(deps, lists.forget)
  const others = places.filter(({ id }) => id !== here)

  const senderOf = (asking: Asking): RequestOrigin =>
    asking
      ? {
          shop: nameHere,
          person: { id: asking.person.id, name: asking.person.name, isOwner: asking.person.isOwner === true },
        }
      : { shop: nameHere }

  /** Reads the person in each other shop, and whether the requester is a supervisor there. */
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
    ...pinRules(find, admissions),

    /** A new PIN, or whether the person is an owner. Returns the names of shops that were not reached or rejected it. */
    tellAll: async (id: string, what: 'pin' | 'isOwner', asking: Asking): Promise<string[]> => {
      const { name, ...person } = await admissions.read(id)
      const found = await find(id, asking)
      const concerned = found.filter(
        (one) =>
          one.state !== 'read' ||
          (knowsAll(asking) ? one.row !== undefined : one.row?.isBlocked === false && one.isMine),
      )
      // Never sends both: the PIN here may be older than in the other shop.
      const news = what === 'pin' ? { pin: person.pin } : { isOwner: person.isOwner }
      return tellEach(concerned, { action: 'staff admit', id, name, ...news, from: senderOf(asking) }, asking)
    },
  }
}

type Asked = ReturnType<typeof messenger> & {
  find: (id: string, asking: Asking, among?: ShopPlace[]) => Promise<Found[]>
  others: ShopPlace[]
  senderOf: (asking: Asking) => RequestOrigin
}

function admissionRequests({ admissions, audit }: Deps, { find, others, senderOf, tellEach, tellOrRefuse }: Asked) {
  /** Throws `InvalidOperation` if there is no such shop, or the requester may not know of it. */
  async function otherPlace(id: string, asking: NonNullable<Asking>): Promise<ShopPlace> {
    const place = others.find((one) => one.id === id)
    const [found] = place ? await find(asking.person.id, asking, [place]) : []
    if (place && (knowsAll(asking) || (found?.state === 'read' && found.isMine))) return place
    throw new InvalidOperation('There is no other shop with this id in which you are a supervisor.')
  }

  return {
    /**
     * Admits a person to another shop, or sends it the newest PIN again. The person gets no higher role there than here. Throws `InvalidOperation` if that shop
     * rejects the request or cannot be reached.
     */
    admit: async (id: string, shopId: string, wanted: Role, asking: NonNullable<Asking>): Promise<void> => {
      const place = await otherPlace(shopId, asking)
      const { role, ...person } = await admissions.read(id)
      const asRole = role === 'supervisor' ? wanted : role
      // This includes whether the person is an owner.
      await tellOrRefuse(place, { action: 'staff admit', ...person, role: asRole, from: senderOf(asking) })
      await audit.append({
        kind: 'staff-admitted',
        ...asking.actor,
        about: { id, name: person.name },
        detail: { shop: place.name, role: asRole },
      })
    },

    /** Returns the names of shops that were not reached or rejected it. */
    dismissEverywhere: async (id: string, asking: Asking): Promise<string[]> => {
      const found = await find(id, asking)
      const concerned = found.filter(
        (one) => one.state !== 'read' || (one.row?.isBlocked === false && (knowsAll(asking) || one.isMine)),
      )
      return tellEach(concerned, { action: 'staff dismiss', id, from: senderOf(asking) }, asking)
    },

    /** Throws like `admit`. */
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
     * All of them for an owner, those that they supervise for a supervisor. `pin`: the PIN there differs, because one of the two shops missed the last change.
     */
    list: (id: string, asking: NonNullable<Asking>): Promise<PersonShop[]> =>
      lists.run(JSON.stringify([id, asking.person.id, knowsAll(asking)]), () => readList(id, asking)),
  }
}

type FindPerson = (id: string, asking: Asking) => Promise<Found[]>

/** The PIN is valid in several shops. */
function pinRules(find: FindPerson, admissions: Admissions) {
  /**
   * Throws `InvalidOperation` if the person is not here, even if another shop knows them, and if they are, or may be, in a shop that the requester doesn't
   * supervise, or are an owner in one. If the requester is an owner, a shop that cannot be read decides for itself.
   */
  async function findInAll(id: string, asking: NonNullable<Asking>, todo: 'set the PIN' | 'unlock them') {
    await admissions.read(id)
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
     * A new PIN must be valid in all the person's shops. Throws `InvalidOperation` like `findInAll`, because a person who sets a PIN can sign in with it in
     * each of them.
     */
    ruleForPin: async (id: string, asking: NonNullable<Asking>): Promise<Role> =>
      (await findInAll(id, asking, 'set the PIN')).some(({ role }) => role === 'supervisor') ? 'supervisor' : 'cashier',

    /** Throws `InvalidOperation` like `findInAll`, because an unlock allows fifty more PIN guesses in each of those shops. */
    assertMayUnlock: async (id: string, asking: NonNullable<Asking>): Promise<void> => {
      if (!knowsAll(asking)) await findInAll(id, asking, 'unlock them')
    },
  }
}

/** Sends one change after the other. */
function languageNews(tellLanguageNow: (id: string, language: Language) => Promise<void>) {
  /** People whose language is being sent, with what they chose meanwhile. */
  const nextLanguages = new Map<string, Language | undefined>()

  return {
    /** A shop that is not reached keeps its language, which the person can change there. Of choices made meanwhile, only the newest is sent afterward. */
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
