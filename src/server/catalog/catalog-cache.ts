import type { Tile } from '#domain/catalog/frontview.ts'
import type { Service } from '#domain/catalog/service.ts'
import type { ShopContext } from '../parts/shop-context.ts'
import { createParts, partOf, type PartRead, type PartReport } from './cached-parts.ts'
import { waitAtMost } from '../lib/concurrency.ts'
import type { Point, Wholesaler } from '../wholesaler/wholesaler.ts'

/** What terminals sell from. A part that was not read again is the same object as before. */
export type CatalogReading = {
  point: Point
  /** Empty if `frontview` names a reason, or if the wholesaler's list is empty. */
  tiles: Tile[]
  /** Why there are no tiles: the POS has no frontview, or it could not be read yet. */
  frontview?: 'none' | 'unreadable'
  services: Service[]
  currency: string
  /** When a part was last read or, if parts are overdue, when the oldest of them was (epoch ms). */
  asOf: number
}

type CatalogReport = { part: 'point' | 'frontview' | 'services' | 'currency'; report: PartReport }[]

export type CatalogCache = {
  /** The last catalog; due parts are read in the background. `undefined` if there is none and none can be read. */
  current: () => Promise<CatalogReading | undefined>
  /** Waits up to two seconds for services that are due. */
  forSale: () => Promise<CatalogReading | undefined>
  /** Reads all parts again. A part that cannot be read stays as it was. */
  refresh: () => Promise<CatalogReading | undefined>
  /** Makes no call to the provider. */
  latest: () => CatalogReading | undefined
  report: () => CatalogReport
}

const MINUTE_MS = 60_000
const FRONTVIEW_VALID_MS = 5 * MINUTE_MS
/** About hourly (spec 8). */
export const SERVICES_VALID_MS = 60 * MINUTE_MS
/** Short, because a cashier waits. Check also reports a product that no longer exists. */
const SALE_TIMEOUT_MS = 2_000

type Tiles = Pick<CatalogReading, 'tiles' | 'frontview'>
const NO_FRONTVIEW: Tiles = { tiles: [], frontview: 'none' }
/** No sale depends on its fields. */
const UNKNOWN_POINT: Point = { posId: '', agentName: '', receiptName: '', address: '' }
const UNREADABLE: Tiles = { tiles: [], frontview: 'unreadable' }

/** Kept for all terminals, even while the wholesaler is unreachable. */
export function createCatalogCache(
  context: Pick<ShopContext, 'clock' | 'timers' | 'log'>,
  wholesaler: Pick<Wholesaler, 'pointInfo' | 'frontview' | 'services' | 'currency'>,
): CatalogCache {
  const { createPart } = createParts(context)
  const point = createPart('point', FRONTVIEW_VALID_MS, async () => partOf(await wholesaler.pointInfo(), 'point'))
  const currency = createPart('currency', SERVICES_VALID_MS, wholesaler.currency)
  const services = createPart('services', SERVICES_VALID_MS, async () =>
    partOf(await wholesaler.services(), 'services'),
  )
  const frontview = createPart('frontview', FRONTVIEW_VALID_MS, async (): Promise<PartRead<Tiles>> => {
    // Another frontview may have been assigned.
    await point.refreshIfDue()
    const known = point.current()
    if (!known) return { ok: false, problem: 'the point of sale is not known yet', isNotSent: true }
    if (known.value.frontviewId === undefined) return { ok: true, value: NO_FRONTVIEW }
    const read = await wholesaler.frontview(known.value.frontviewId)
    if (!read.ok) return read
    const { tiles, ...skipped } = read.value
    return { ok: true, value: { tiles }, ...skipped }
  })
  const parts = { point, frontview, services, currency }
  const inOrder = Object.values(parts)

  function assemble(): CatalogReading | undefined {
    const [knownPoint, knownServices, knownCurrency] = [point.current(), services.current(), currency.current()]
    if (!knownServices || !knownCurrency) return undefined
    return {
      point: knownPoint?.value ?? UNKNOWN_POINT,
      ...(frontview.current()?.value ?? UNREADABLE),
      services: knownServices.value,
      currency: knownCurrency.value,
      asOf: asOf(),
    }
  }

  function asOf(): number {
    const timesOf = (some: typeof inOrder) => some.flatMap((part) => part.current()?.at ?? [])
    const overdue = timesOf(inOrder.filter((part) => part.isOverdue()))
    return overdue.length > 0 ? Math.min(...overdue) : Math.max(...timesOf(inOrder))
  }

  async function current(): Promise<CatalogReading | undefined> {
    // Once there is something to sell, no request waits for what is only shown.
    const isFirst = !services.current()
    const shown = [point, frontview].map((part) => (isFirst ? part.load() : part.tryOnce()))
    await Promise.all([services.load(), currency.load(), ...shown])
    for (const part of inOrder) if (part.isDue()) void part.refresh()
    return assemble()
  }

  return {
    latest: assemble,
    current,
    forSale: async () => {
      if (services.current() && !services.isFailing())
        await waitAtMost(context.timers, SALE_TIMEOUT_MS, services.refreshIfDue())
      return current()
    },
    refresh: async () => {
      await point.refresh()
      await Promise.all([frontview.refresh(), services.refresh(), currency.refresh()])
      return assemble()
    },
    report: () =>
      (['point', 'frontview', 'services', 'currency'] as const).map((part) => ({ part, report: parts[part].report() })),
  }
}
