import type { Category, Country, Denomination } from '#domain/international.ts'
import type { Clock } from '../clock.ts'
import { SERVICES_VALID_MS } from './catalogue-cache.ts'
import { createParts } from './cached-parts.ts'
import type { LogWriter } from './caller.ts'
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
  isShown: (providerId: string, countryId?: string) => Promise<boolean | undefined>
  /** With `saleWithinMs` for a sale that is being opened, and no longer than that. */
  providerOffer: (providerId: string, saleWithinMs?: number) => Promise<Read<OperatorOffer>>
  /** An amount that a till was told of lately: its id may be another one in the next answer. */
  lastShown: (providerId: string, denominationId: string) => Denomination | undefined
}

/** What fifty tills look at in a while. */
const MAX_SHOWN = 20_000

/** Operators of the whole world, some ten times over. */
const MAX_PROVIDERS = 20_000

const nameOf = (providerId: string, denominationId: string) => `${providerId}\n${denominationId}`

type OffersOptions = {
  wholesaler: Pick<Wholesaler, 'countries' | 'categories' | 'providers' | 'providerOffer'>
  clock: Clock
  log?: LogWriter
}

export function createOffers({ wholesaler, clock, log = () => {} }: OffersOptions): Offers {
  const { note, recordSkipped, createPart } = createParts(clock, log)
  const countries = createPart('countries', SERVICES_VALID_MS, async () => {
    const read = await wholesaler.countries()
    if (!read.ok) return read
    recordSkipped('countries', read.value)
    return { ok: true, value: read.value.countries }
  })
  const categories = createPart('categories', SERVICES_VALID_MS, async () => {
    const read = await wholesaler.categories()
    if (!read.ok) return read
    recordSkipped('categories', read.value)
    return { ok: true, value: read.value.categories }
  })

  const told = new Map<string, Denomination>()

  function remember({ provider, denominations }: OperatorOffer, askedId: string): void {
    for (const denomination of denominations.slice(-MAX_SHOWN)) {
      for (const id of new Set([askedId, provider.id])) {
        told.delete(nameOf(id, denomination.id))
        told.set(nameOf(id, denomination.id), denomination)
      }
    }
    for (const oldest of told.keys()) {
      if (told.size <= MAX_SHOWN) break
      told.delete(oldest)
    }
  }

  const providersShown = new Set<string>()
  const listsRead = new Set<string>()

  function rememberList(countryId: string, { providers }: CountryProviders): void {
    listsRead.add(countryId)
    for (const { id } of providers) {
      providersShown.delete(id)
      providersShown.add(id)
    }
    for (const oldest of providersShown) {
      if (providersShown.size <= MAX_PROVIDERS) break
      providersShown.delete(oldest)
      // Whose it was is not known: the lists are read again when they are asked about.
      listsRead.clear()
    }
  }

  const providers = together(async (countryId: string) => {
    const read = await wholesaler.providers(countryId)
    if (read.ok) {
      recordSkipped('providers', read.value)
      rememberList(countryId, read.value)
    } else note('providers', read.problem)
    return read
  })

  async function readOffer(providerId: string, saleWithinMs?: number): Promise<Read<OperatorOffer>> {
    const read = await wholesaler.providerOffer(providerId, saleWithinMs)
    if (read.ok) recordSkipped('amounts', read.value)
    else note('amounts', read.problem)
    return read
  }

  const showOffer = together(async (providerId: string) => {
    const read = await readOffer(providerId)
    if (read.ok) remember(read.value, providerId)
    return read
  })

  return {
    countries: async () => {
      await countries.load()
      if (countries.isDue()) void countries.refresh()
      return countries.current()?.value
    },
    categories: async () => {
      if (!categories.current() && categories.isDue()) await categories.refresh()
      else if (categories.isDue()) void categories.refresh()
      return categories.current()?.value ?? []
    },
    providers,
    isShown: async (providerId, countryId) => {
      if (providersShown.has(providerId)) return true
      if (countryId === undefined || listsRead.has(countryId)) return false
      const read = await providers(countryId)
      // A service that has no list for the country has told no operator of it.
      if (!read.ok && read.reason !== 'refused') return undefined
      return providersShown.has(providerId)
    },
    providerOffer: (providerId, saleWithinMs) =>
      saleWithinMs === undefined ? showOffer(providerId) : readOffer(providerId, saleWithinMs),
    lastShown: (providerId, denominationId) => told.get(nameOf(providerId, denominationId)),
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
