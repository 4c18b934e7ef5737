import type { Category, Country, Denomination, Provider } from '#domain/catalog/international.ts'
import { createShared } from '../lib/concurrency.ts'
import type { ShopContext } from '../parts/shop-context.ts'
import { SERVICES_VALID_MS } from './catalog-cache.ts'
import { createListReport, createParts, partOf, type PartReport } from './cached-parts.ts'
import type { Skipped } from '../wholesaler/read/read-list.ts'
import type { CountryProviders, OperatorOffer, Read, Wholesaler } from '../wholesaler/wholesaler.ts'

/** Spec 4.5 to 4.8. Countries and categories are cached, providers and denominations never. */
export type Offers = {
  /** `undefined` if none are cached and the wholesaler returns none. */
  countries: () => Promise<Country[] | undefined>
  /** Empty if none could be read yet; denominations are then sold without categories. */
  categories: () => Promise<Category[]>
  providers: (countryId: string) => Promise<Read<CountryProviders>>
  /** A list has named this provider, so no invented id is sent. Reads the list of `countryId` if it was never read; `undefined` if that fails. */
  isShown: (providerId: string, countryId?: string) => Promise<boolean | undefined>
  /** Makes no call to the provider. */
  providerShown: (providerId: string) => Provider | undefined
  /** `saleWithinMs`: time limit for a sale that is being opened. */
  providerOffer: (providerId: string, saleWithinMs?: number) => Promise<Read<OperatorOffer>>
  /** The denomination as a terminal last saw it. The next answer may give it another id. */
  lastShown: (providerId: string, denominationId: string) => Denomination | undefined
  report: () => OffersReport
}

type OffersReport = { part: 'countries' | 'categories' | 'providers' | 'amounts'; report: PartReport }[]

/** About what fifty terminals show in a few hours. */
const MAX_SHOWN = 20_000

/** About ten times the number of providers in the world. */
const MAX_PROVIDERS = 20_000

const keyOf = (providerId: string, denominationId: string) => `${providerId}\n${denominationId}`

export function createOffers(
  context: Pick<ShopContext, 'clock' | 'log'>,
  wholesaler: Pick<Wholesaler, 'countries' | 'categories' | 'providers' | 'providerOffer'>,
): Offers {
  const { clock } = context
  const { note, recordSkipped, createPart } = createParts(context)
  const countries = createPart('countries', SERVICES_VALID_MS, async () =>
    partOf(await wholesaler.countries(), 'countries'),
  )
  const categories = createPart('categories', SERVICES_VALID_MS, async () =>
    partOf(await wholesaler.categories(), 'categories'),
  )
  const [shown, named] = [createShown(), createProvidersShown()]
  const lists = { providers: createListReport(clock), amounts: createListReport(clock) }

  function record(part: keyof typeof lists, id: string, read: Read<Skipped>): void {
    lists[part].record(id, read)
    if (read.ok) recordSkipped(part, read.value)
    else note(part, read.problem)
  }

  const listsUnderWay = createShared<Read<CountryProviders>>()
  const providers = (countryId: string) =>
    listsUnderWay.run(countryId, async () => {
      const read = await wholesaler.providers(countryId)
      record('providers', countryId, read)
      if (read.ok) named.rememberList(countryId, read.value)
      return read
    })

  async function readOffer(providerId: string, saleWithinMs?: number): Promise<Read<OperatorOffer>> {
    const read = await wholesaler.providerOffer(providerId, saleWithinMs)
    record('amounts', providerId, read)
    return read
  }

  const offersUnderWay = createShared<Read<OperatorOffer>>()
  const showOffer = (providerId: string) =>
    offersUnderWay.run(providerId, async () => {
      const read = await readOffer(providerId)
      if (read.ok) shown.remember(read.value, providerId)
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
      if (named.find(providerId)) return true
      if (countryId === undefined || named.hasRead(countryId)) return false
      const read = await providers(countryId)
      // Refused: the wholesaler has no list for the country, so it has named no provider there.
      if (!read.ok && read.reason !== 'refused') return undefined
      return named.find(providerId) !== undefined
    },
    providerShown: named.find,
    providerOffer: (providerId, saleWithinMs) =>
      saleWithinMs === undefined ? showOffer(providerId) : readOffer(providerId, saleWithinMs),
    lastShown: shown.find,
    report: () =>
      (['countries', 'categories', 'providers', 'amounts'] as const)
        .map((part) => ({ part, report: { countries, categories, ...lists }[part].report() }))
        .filter(({ report }) => report.readAt !== undefined || report.problem),
  }
}

function createShown() {
  const shown = new Map<string, Denomination>()

  function remember({ provider, denominations }: OperatorOffer, requestedId: string): void {
    for (const denomination of denominations.slice(-MAX_SHOWN)) {
      for (const id of new Set([requestedId, provider.id])) {
        shown.delete(keyOf(id, denomination.id))
        shown.set(keyOf(id, denomination.id), denomination)
      }
    }
    for (const oldest of shown.keys()) {
      if (shown.size <= MAX_SHOWN) break
      shown.delete(oldest)
    }
  }

  return {
    remember,
    find: (providerId: string, denominationId: string) => shown.get(keyOf(providerId, denominationId)),
  }
}

function createProvidersShown() {
  const providersShown = new Map<string, Provider>()
  const listsRead = new Set<string>()

  function rememberList(countryId: string, { providers }: CountryProviders): void {
    listsRead.add(countryId)
    for (const provider of providers) {
      providersShown.delete(provider.id)
      providersShown.set(provider.id, provider)
    }
    for (const oldest of providersShown.keys()) {
      if (providersShown.size <= MAX_PROVIDERS) break
      providersShown.delete(oldest)
      // We don't know which list had it, so every list is read again when needed.
      listsRead.clear()
    }
  }

  return {
    rememberList,
    find: (id: string) => providersShown.get(id),
    hasRead: (countryId: string) => listsRead.has(countryId),
  }
}
