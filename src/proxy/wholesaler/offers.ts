import type { Category, Country, Denomination } from '#domain/international.ts'
import type { Clock } from '../clock.ts'
import { SERVICES_LIVE_MS } from './cache.ts'
import { createParts } from './cached-parts.ts'
import type { Log } from './caller.ts'
import type { CountryProviders, OperatorOffer, Read, Wholesaler } from './wholesaler.ts'

/** What international top-ups are sold from (spec 4.5 to 4.8). Countries and the names of groups are kept; operators and amounts never are. */
export type Offers = {
  /** Nothing when there are none and the wholesaler gives none. */
  countries: () => Promise<Country[] | undefined>
  /** Empty when none could be read so far: amounts are sold without their groups. */
  categories: () => Promise<Category[]>
  providers: (countryId: string) => Promise<Read<CountryProviders>>
  /**
   * Whether a list of operators has told this one, so that no id goes out that somebody made up. The list of `countryId`, which has to be one of
   * `countries`, is read first where none was since the start; nothing when it cannot be read.
   */
  isTold: (providerId: string, countryId?: string) => Promise<boolean | undefined>
  /** With `saleWithinMs` for a sale that is being opened, and no longer than that. */
  providerOffer: (providerId: string, saleWithinMs?: number) => Promise<Read<OperatorOffer>>
  /** An amount that a till was told of lately: its id may be another one in the next answer. */
  told: (providerId: string, denominationId: string) => Denomination | undefined
}

/** What fifty tills look at in a while. */
const MOST_TOLD = 20_000

/** Operators of the whole world, some ten times over. */
const MOST_OPERATORS = 20_000

const nameOf = (providerId: string, denominationId: string) => `${providerId}\n${denominationId}`

type OffersOptions = {
  wholesaler: Pick<Wholesaler, 'countries' | 'categories' | 'providers' | 'providerOffer'>
  clock: Clock
  log?: Log
}

export function createOffers({ wholesaler, clock, log = () => {} }: OffersOptions): Offers {
  const { note, noteLeftOut, createPart } = createParts(clock, log)
  const countries = createPart('countries', SERVICES_LIVE_MS, async () => {
    const read = await wholesaler.countries()
    if (!read.ok) return read
    noteLeftOut('countries', read.value)
    return { ok: true, value: read.value.countries }
  })
  const categories = createPart('categories', SERVICES_LIVE_MS, async () => {
    const read = await wholesaler.categories()
    if (!read.ok) return read
    noteLeftOut('categories', read.value)
    return { ok: true, value: read.value.categories }
  })

  const told = new Map<string, Denomination>()

  function remember({ provider, denominations }: OperatorOffer, askedId: string): void {
    for (const denomination of denominations.slice(-MOST_TOLD)) {
      for (const id of new Set([askedId, provider.id])) {
        told.delete(nameOf(id, denomination.id))
        told.set(nameOf(id, denomination.id), denomination)
      }
    }
    for (const oldest of told.keys()) {
      if (told.size <= MOST_TOLD) break
      told.delete(oldest)
    }
  }

  const operatorsTold = new Set<string>()
  const listsRead = new Set<string>()

  function rememberList(countryId: string, { providers }: CountryProviders): void {
    listsRead.add(countryId)
    for (const { id } of providers) {
      operatorsTold.delete(id)
      operatorsTold.add(id)
    }
    for (const oldest of operatorsTold) {
      if (operatorsTold.size <= MOST_OPERATORS) break
      operatorsTold.delete(oldest)
      // Whose it was is not known: the lists are read again when they are asked about.
      listsRead.clear()
    }
  }

  const providers = together(async (countryId: string) => {
    const read = await wholesaler.providers(countryId)
    if (read.ok) {
      noteLeftOut('providers', read.value)
      rememberList(countryId, read.value)
    } else note('providers', read.problem)
    return read
  })

  async function askOffer(providerId: string, saleWithinMs?: number): Promise<Read<OperatorOffer>> {
    const read = await wholesaler.providerOffer(providerId, saleWithinMs)
    if (read.ok) noteLeftOut('amounts', read.value)
    else note('amounts', read.problem)
    return read
  }

  const tellOffer = together(async (providerId: string) => {
    const read = await askOffer(providerId)
    if (read.ok) remember(read.value, providerId)
    return read
  })

  return {
    countries: async () => {
      await countries.fill()
      if (countries.isDue()) void countries.readAnew()
      return countries.look()?.value
    },
    categories: async () => {
      if (!categories.look() && categories.isDue()) await categories.readAnew()
      else if (categories.isDue()) void categories.readAnew()
      return categories.look()?.value ?? []
    },
    providers,
    isTold: async (providerId, countryId) => {
      if (operatorsTold.has(providerId)) return true
      if (countryId === undefined || listsRead.has(countryId)) return false
      const read = await providers(countryId)
      // A service that has no list for the country has told no operator of it.
      if (!read.ok && read.reason !== 'refused') return undefined
      return operatorsTold.has(providerId)
    },
    providerOffer: (providerId, saleWithinMs) =>
      saleWithinMs === undefined ? tellOffer(providerId) : askOffer(providerId, saleWithinMs),
    told: (providerId, denominationId) => told.get(nameOf(providerId, denominationId)),
  }
}

/** Who asks for the same while it is being asked gets the same answer. */
function together<T>(ask: (id: string) => Promise<T>): (id: string) => Promise<T> {
  const underWay = new Map<string, Promise<T>>()
  return (id) => {
    const known = underWay.get(id)
    if (known) return known
    const asked = ask(id).finally(() => underWay.delete(id))
    underWay.set(id, asked)
    return asked
  }
}
