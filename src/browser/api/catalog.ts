import { queryOptions, type QueryClient, useQuery } from '@tanstack/react-query'
import { delMany, get, set, setMany } from 'idb-keyval'

import type { Catalog, CatalogContent, Marks } from '#api/catalog.ts'
import { CATALOG_AS_OF_HEADER } from '#api/headers.ts'
import { arrangeTiles, type Storefront, type Tile } from '#domain/catalog/frontview.ts'
import { decimal } from '#domain/money/money.ts'
import { tilesFromServices } from '#domain/catalog/service-tiles.ts'
import type { Service } from '#domain/catalog/service.ts'
import { call, exchange, pageBuild } from './request.ts'
import { sessionQuery } from './session.ts'
import { REFETCH_MS } from './refetch-ms.ts'

const OLD_AFTER_MS = 15 * 60_000

/** If the same text is read again, only its age is updated; nothing is arranged, indexed or stored again. */
let last: { text: string; content: CatalogContent; terminalId: string | undefined } | undefined
/** Whether the last response was old on arrival, by the server's clock. */
let wasOld = false

/** The catalog, and when it was current (`asOf`). Starts with the catalog cached at this terminal; on errors, the last one stays. */
export const catalogQuery = queryOptions({
  queryKey: ['catalog'],
  queryFn: async ({ signal, client, queryKey }): Promise<Catalog> => {
    const terminal = client.getQueryData(sessionQuery.queryKey)?.terminal
    // Practice has its own products.
    const terminalId = terminal?.isPractice ? `${terminal.id} practice` : terminal?.id
    const kept = showKept(client, queryKey, terminalId).catch(() => {})
    // The browser revalidates its cached copy with the server, so most responses are a few bytes.
    const { answer, text, headers } = await exchange('GET /api/catalog', { cache: 'no-cache', signal })
    const asOf = Number(headers.get(CATALOG_AS_OF_HEADER)) || Date.now()
    wasOld = isOld(asOf, Date.parse(headers.get('date') ?? '') || Date.now())
    const isSame = last?.text === text && last.terminalId === terminalId
    if (!last || !isSame) last = { text, content: answer, terminalId }
    // An unreadable catalog never replaces a good one in the cache. Waits for `kept`, which may delete the cached catalog.
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

/** Both times in epoch ms. */
export const isOld = (asOf: number, now: number): boolean => now - asOf > OLD_AFTER_MS

async function showKept(client: QueryClient, queryKey: readonly string[], terminalId: string | undefined) {
  if (client.getQueryData(queryKey)) return
  const kept = await findCachedCatalog(terminalId)
  // The network was faster; keep the newer catalog.
  if (!kept || client.getQueryData(queryKey)) return
  const { content: text, asOf } = kept
  const content = JSON.parse(text) as CatalogContent
  last = { text, content, terminalId }
  client.setQueryData(queryKey, { ...content, asOf }, { updatedAt: 0 })
}

const CACHE_KEY = 'catalog'
const CACHE_AGE_KEY = 'catalog-as-of'

/** Stored as text, which is faster to write and read than objects. */
type CachedCatalog = { content: string; owner: string }

/** A terminal belongs to one shop, and another build may read a catalog differently. */
const ownerOf = (terminalId: string | undefined) => [terminalId, ...Object.values(pageBuild())].join(' ')

/** Returns `undefined` also if storage fails. */
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

/** Without `content`, only the age is stored. Failures only make the next start slower. */
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

/** Call when a browser becomes a till, which may belong to another shop. */
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

/** The catalog prepared for the screen: the tile tree, and services by id with exact amounts. */
export type ArrangedCatalog = {
  storefront: Storefront
  services: ReadonlyMap<string, Service>
  /** The first tile that sells a service; it provides picture, fraud warning and category. */
  tileSelling: (serviceId: string) => Tile | undefined
  currency: string
  point: Catalog['point']
  forbidsInternational?: true
}

/** Keyed by the tile list, which stays the same object if only the age changed. */
const arranged = new WeakMap<Catalog['tiles'], { services: Catalog['services']; shop: ArrangedCatalog }>()

/** Memoized; for `select` of the catalog query. */
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

/** A tile that sells a service shows the service's name. */
function named(tile: Tile, services: ArrangedCatalog['services']): Tile {
  const service = tile.action.kind === 'sell' ? services.get(tile.action.serviceId) : undefined
  return service ? { ...tile, name: service.name } : tile
}

const marksQuery = queryOptions({
  queryKey: ['marks'],
  queryFn: ({ signal }) => call('GET /api/catalog/affordability', { signal }),
  staleTime: 5_000,
  refetchInterval: REFETCH_MS.walletMarks,
})

/** A set, because thousands of tiles look it up. */
const arrangeMarks = ({ services, ...rest }: Marks) => ({ services: new Set(services), ...rest })

/** Absent unless the shop shows these marks, and at a kiosk, where customers would see them. */
export function useMarks(): ReturnType<typeof arrangeMarks> | undefined {
  const { data: isOn = false } = useQuery({
    ...sessionQuery,
    select: ({ settings, terminal }) => settings?.walletMarks === true && !terminal?.isKiosk,
  })
  const { data } = useQuery({ ...marksQuery, select: arrangeMarks, enabled: isOn })
  return isOn ? data : undefined
}

/** What the limits leave to the signed-in person. Read whenever a ticket opens. */
export const remainingLimitsQuery = queryOptions({
  queryKey: ['remaining-limits'],
  queryFn: ({ signal }) => call('GET /api/limits/remaining', { signal }),
  staleTime: 0,
  // Other sales may use up the limits meanwhile; the server decides in any case.
  gcTime: 0,
})
