import type { Tile } from '#domain/frontview.ts'
import type { Service } from '#domain/service.ts'
import type { Clock } from '../clock.ts'
import type { Timers } from '../ports.ts'
import { createParts, type PartRead, type PartReport } from './cached-parts.ts'
import type { LogWriter } from './caller.ts'
import { waitAtMost } from './timeout.ts'
import type { Point, Wholesaler } from './wholesaler.ts'

/** What a till sells from, in domain words. What was not read anew is the very same value. */
export type CatalogueReading = {
  point: Point
  /** Empty where `frontview` says why, or where the wholesaler's list is. */
  tiles: Tile[]
  /** The POS has none, or one of which none could be read so far. */
  frontview?: 'none' | 'unreadable'
  services: Service[]
  currency: string
  /** Epoch ms: when anything of it was last read or, where parts are overdue, when the oldest of those was. */
  asOf: number
}

/** How each part stands: what could not be read of it, and why. */
export type CatalogueReport = { part: 'point' | 'frontview' | 'services' | 'currency'; report: PartReport }[]

export type CatalogueCache = {
  /** The catalogue as last read; older parts are read anew behind it. Nothing when there is none and the wholesaler gives none. */
  current: () => Promise<CatalogueReading | undefined>
  /** As `current`, for a sale: services that are due are read anew first, as long as that takes no more than two seconds. */
  forSale: () => Promise<CatalogueReading | undefined>
  /** As `current`, with everything read anew first. What cannot be read stays as it was. */
  refresh: () => Promise<CatalogueReading | undefined>
  /** As last read, asking nobody. */
  latest: () => CatalogueReading | undefined
  report: () => CatalogueReport
}

type CacheOptions = {
  wholesaler: Pick<Wholesaler, 'pointInfo' | 'frontview' | 'services' | 'currency'>
  clock: Clock
  timers: Timers
  log?: LogWriter
}

const MINUTE_MS = 60_000
const FRONTVIEW_VALID_MS = 5 * MINUTE_MS
/** About hourly (spec 8). */
export const SERVICES_VALID_MS = 60 * MINUTE_MS
/** A cashier stands before it, and check will tell of a service that is gone, too. */
const SALE_TIMEOUT_MS = 2_000

type Tiles = Pick<CatalogueReading, 'tiles' | 'frontview'>
const NO_FRONTVIEW: Tiles = { tiles: [], frontview: 'none' }
const UNREADABLE: Tiles = { tiles: [], frontview: 'unreadable' }

/** Point, frontview, services and currency, read once for everybody and kept while the wholesaler is away. */
export function createCatalogueCache({ wholesaler, clock, timers, log = () => {} }: CacheOptions): CatalogueCache {
  const { createPart } = createParts(clock, log)
  const point = createPart('point', FRONTVIEW_VALID_MS, wholesaler.pointInfo)
  const currency = createPart('currency', SERVICES_VALID_MS, wholesaler.currency)
  const services = createPart('services', SERVICES_VALID_MS, async (): Promise<PartRead<Service[]>> => {
    const read = await wholesaler.services()
    if (!read.ok) return read
    const { services: value, ...skipped } = read.value
    return { ok: true, value, ...skipped }
  })
  const frontview = createPart('frontview', FRONTVIEW_VALID_MS, async (): Promise<PartRead<Tiles>> => {
    // Another frontview may have been assigned in the meantime.
    await point.refreshIfDue()
    const known = point.current()
    if (!known) return { ok: false, problem: 'the point of sale is not known yet', isUnasked: true }
    if (known.value.frontviewId === undefined) return { ok: true, value: NO_FRONTVIEW }
    const read = await wholesaler.frontview(known.value.frontviewId)
    if (!read.ok) return read
    const { tiles, ...skipped } = read.value
    return { ok: true, value: { tiles }, ...skipped }
  })
  const parts = { point, frontview, services, currency }
  const inOrder = Object.values(parts)

  function assemble(): CatalogueReading | undefined {
    const [knownPoint, knownServices, knownCurrency] = [point.current(), services.current(), currency.current()]
    if (!knownPoint || !knownServices || !knownCurrency) return undefined
    return {
      point: knownPoint.value,
      ...(frontview.current()?.value ?? UNREADABLE),
      services: knownServices.value,
      currency: knownCurrency.value,
      asOf: standsAsOf(),
    }
  }

  function standsAsOf(): number {
    const timesOf = (some: typeof inOrder) => some.flatMap((part) => part.current()?.at ?? [])
    const overdue = timesOf(inOrder.filter((part) => part.isOverdue()))
    return overdue.length > 0 ? Math.min(...overdue) : Math.max(...timesOf(inOrder))
  }

  async function current(): Promise<CatalogueReading | undefined> {
    await Promise.all([point.load(), services.load(), currency.load(), frontview.tryOnce()])
    for (const part of inOrder) if (part.isDue()) void part.refresh()
    return assemble()
  }

  return {
    latest: assemble,
    current,
    forSale: async () => {
      if (services.current() && !services.isFailing())
        await waitAtMost(timers, SALE_TIMEOUT_MS, services.refreshIfDue())
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
