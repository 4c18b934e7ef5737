import { queryOptions, type QueryClient, useQuery } from '@tanstack/react-query'
import { delMany, get, set, setMany } from 'idb-keyval'

import type { Catalog, CatalogContent, Marks } from '#api/catalog.ts'
import { CATALOG_AS_OF_HEADER } from '#api/headers.ts'
import { arrangeTiles, type Storefront, type Tile } from '#domain/frontview.ts'
import { decimal } from '#domain/money.ts'
import { tilesFromServices } from '#domain/service-tiles.ts'
import type { Service } from '#domain/service.ts'
import { call, exchange, pageVersion } from './request.ts'
import { sessionQuery } from './session.ts'
import { REFETCH_MS } from './refetch-ms.ts'

const OLD_AFTER_MS = 15 * 60_000

/** What was read last. The same text is the same tiles: only the age is new, and nothing is arranged, searched or stored again. */
let last: { text: string; content: CatalogContent; terminalId: string | undefined } | undefined
/** Whether the last answer was old when it came, by the proxy's own clock. */
let wasOld = false

/** What can be sold, and `asOf` when. Until the first answer it is what this terminal saw last; without answers the last one stays. */
export const catalogQuery = queryOptions({
  queryKey: ['catalog'],
  queryFn: async ({ signal, client, queryKey }): Promise<Catalog> => {
    const terminal = client.getQueryData(sessionQuery.queryKey)?.terminal
    // Practice has products of its own.
    const terminalId = terminal?.isPractice ? `${terminal.id} practice` : terminal?.id
    const kept = showKept(client, queryKey, terminalId).catch(() => {})
    // Kept by the browser itself, too, which asks whether it is still so: most answers are a few bytes.
    const { answer, text, headers } = await exchange('GET /api/catalog', { cache: 'no-cache', signal })
    const asOf = Number(headers.get(CATALOG_AS_OF_HEADER)) || Date.now()
    wasOld = isOld(asOf, Date.parse(headers.get('date') ?? '') || Date.now())
    const isSame = last?.text === text && last.terminalId === terminalId
    if (!last || !isSame) last = { text, content: answer, terminalId }
    // What could not be read takes no place of what could.
    // Behind the look at the kept one, which may find that it has to go.
    if (answer.frontview !== 'unreadable')
      void kept.then(() => cacheCatalog(terminalId, isSame ? undefined : text, asOf))
    return { ...last.content, asOf }
  },
  staleTime: REFETCH_MS.catalog,
  refetchInterval: ({ state: { data } }) =>
    !data
      ? REFETCH_MS.firstCatalog
      : data.frontview === 'unreadable' || wasOld
        ? REFETCH_MS.oldCatalog
        : REFETCH_MS.catalog,
  structuralSharing: false,
})

/** Whether a catalog of that time is so old by now that it is said, both epoch ms. */
export const isOld = (asOf: number, now: number): boolean => now - asOf > OLD_AFTER_MS

async function showKept(client: QueryClient, queryKey: readonly string[], terminalId: string | undefined) {
  if (client.getQueryData(queryKey)) return
  const kept = await findCachedCatalog(terminalId)
  // The network may have been faster: what it says is not taken back, and not made old.
  if (!kept || client.getQueryData(queryKey)) return
  const { content: text, asOf } = kept
  const content = JSON.parse(text) as CatalogContent
  last = { text, content, terminalId }
  client.setQueryData(queryKey, { ...content, asOf }, { updatedAt: 0 })
}

const CACHE_KEY = 'catalog'
const CACHE_AGE_KEY = 'catalog-as-of'

/** As text: it is written and read faster than what it says. */
type CachedCatalog = { content: string; owner: string }

/** A terminal belongs to one shop, and another build may read a catalog otherwise. */
const ownerOf = (terminalId: string | undefined) => [terminalId, ...Object.values(pageVersion())].join(' ')

/** The catalog this terminal saw last, or `undefined` where this browser has cached none, or keeps nothing. */
async function findCachedCatalog(
  terminalId: string | undefined,
): Promise<{ content: string; asOf: number } | undefined> {
  try {
    const [cached, asOf] = await Promise.all([get<CachedCatalog>(CACHE_KEY), get<number>(CACHE_AGE_KEY)])
    if (cached?.owner === ownerOf(terminalId) && asOf !== undefined) return { content: cached.content, asOf }
    if (cached) await forgetCatalog()
    return undefined
  } catch {
    return undefined
  }
}

/** Keeps a catalog, or only the age of the one that is cached, for the next time the page is opened. Without it that only takes longer, so a browser that refuses is not complained of. */
async function cacheCatalog(terminalId: string | undefined, content: string | undefined, asOf: number): Promise<void> {
  try {
    if (content === undefined) await set(CACHE_AGE_KEY, asOf)
    else
      await setMany([
        [CACHE_KEY, { content, owner: ownerOf(terminalId) } satisfies CachedCatalog],
        [CACHE_AGE_KEY, asOf],
      ])
  } catch {}
}

/** This browser becomes a till of a shop, which may be another one than before. */
export async function forgetCatalog(): Promise<void> {
  try {
    await delMany([CACHE_KEY, CACHE_AGE_KEY])
  } catch {}
}

export const skippedQuery = queryOptions({
  queryKey: ['catalog', 'left-out'],
  queryFn: ({ signal }) => call('GET /api/catalog/skipped', { signal }),
  refetchInterval: REFETCH_MS.catalogProblems,
})

/** The catalog, arranged for the screen: tiles in their tree, services by id with exact amounts. */
export type ArrangedCatalog = {
  storefront: Storefront
  services: ReadonlyMap<string, Service>
  /** The first tile at which one can buy a service: its picture, its warning, its place on the shelves. */
  tileSelling: (serviceId: string) => Tile | undefined
  currency: string
  point: Catalog['point']
  /** The person here may not sell international top-ups. */
  forbidsInternational?: true
}

/** By tiles and services: of the same lists read again only the age differs. */
const arranged = new WeakMap<Catalog['tiles'], { services: Catalog['services']; shop: ArrangedCatalog }>()

/** Arranges each catalog once; for `select` of the catalog query. */
export function arrangeCatalog(catalog: Catalog): ArrangedCatalog {
  const known = arranged.get(catalog.tiles)
  if (known?.services === catalog.services) return known.shop

  const services = new Map<string, Service>()
  for (const { rule, ...service } of catalog.services) {
    services.set(service.id, {
      ...service,
      rule: { min: decimal(rule.min), max: decimal(rule.max), step: decimal(rule.step) },
    })
  }
  const tiles = catalog.frontview === undefined ? catalog.tiles : tilesFromServices([...services.values()])
  const storefront = arrangeTiles(
    tiles.map((tile) => (tile.name === '' ? named(tile, services) : tile)),
    services,
  )
  const sellers = new Map<string, Tile>()
  for (const tile of storefront.placed) {
    if (tile.action.kind !== 'sell' || sellers.has(tile.action.serviceId)) continue
    if (storefront.isReachable(tile.id) && tile.isActive) sellers.set(tile.action.serviceId, tile)
  }

  const shop: ArrangedCatalog = {
    storefront,
    services,
    tileSelling: (serviceId) => sellers.get(serviceId),
    currency: catalog.currency,
    point: catalog.point,
  }
  arranged.set(catalog.tiles, { services: catalog.services, shop })
  return shop
}

/** A product without a name has its service's. */
function named(tile: Tile, services: ArrangedCatalog['services']): Tile {
  const service = tile.action.kind === 'sell' ? services.get(tile.action.serviceId) : undefined
  return service ? { ...tile, name: service.name } : tile
}

const marksQuery = queryOptions({
  queryKey: ['marks'],
  queryFn: ({ signal }) => call('GET /api/catalog/marks', { signal }),
  staleTime: 5_000,
  refetchInterval: REFETCH_MS.walletMarks,
})

/** As a set: thousands of tiles ask it. */
const arrangeMarks = ({ services, ...rest }: Marks) => ({ services: new Set(services), ...rest })

/** What the wallet may not cover, where the shop wants it to be told, and no customer looks on. */
export function useMarks(): ReturnType<typeof arrangeMarks> | undefined {
  const { data: isOn = false } = useQuery({
    ...sessionQuery,
    select: ({ settings, terminal }) => settings?.walletMarks === true && !terminal?.isKiosk,
  })
  const { data } = useQuery({ ...marksQuery, select: arrangeMarks, enabled: isOn })
  return isOn ? data : undefined
}

/** What the limits leave to the person who is signed in, read whenever a ticket opens. */
export const remainingLimitsQuery = queryOptions({
  queryKey: ['remaining-limits'],
  queryFn: ({ signal }) => call('GET /api/limits/remaining', { signal }),
  staleTime: 0,
  // A sale of somebody else may use them up meanwhile; the proxy decides in any case.
  gcTime: 0,
})

const COUNTRIES_LAST_MS = 10 * 60_000
const OPERATORS_LAST_MS = 60_000

export const countriesQuery = queryOptions({
  queryKey: ['international', 'countries'],
  queryFn: ({ signal }) => call('GET /api/international/countries', { signal }),
  staleTime: COUNTRIES_LAST_MS,
})

export const countryOfferQuery = (countryId: string) =>
  queryOptions({
    queryKey: ['international', 'country', countryId],
    queryFn: ({ signal }) => call('GET /api/international/countries/:id', { id: countryId, signal }),
    staleTime: OPERATORS_LAST_MS,
  })

/** What one operator offers: asked again for each sale and kept for none, as its amounts and prices are good for one sale only. */
export const providerOfferQuery = (countryId: string, providerId: string) =>
  queryOptions({
    queryKey: ['international', 'provider', countryId, providerId],
    queryFn: ({ signal }) =>
      call('GET /api/international/providers/:id', { id: providerId, query: { country: countryId }, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnMount: 'always',
    // Nothing moves under the finger; what is too old by then is noticed at the review.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  })
