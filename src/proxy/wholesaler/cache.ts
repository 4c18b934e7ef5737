import type { Tile } from '#domain/frontview.ts'
import type { Service } from '#domain/service.ts'
import type { Clock } from '../clock.ts'
import type { Log } from './caller.ts'
import type { Point, Read, Wholesaler } from './wholesaler.ts'

/** What a till sells from, in domain words. */
export type CatalogueReading = {
  point: Point
  /** Empty when the POS has no frontview, or none could be read so far. */
  tiles: Tile[]
  services: Service[]
  currency: string
  /** When the oldest part was read, epoch ms. */
  asOf: number
}

export type CatalogueCache = {
  /** The catalogue as last read; older parts are read anew behind it. Nothing when there is none and the wholesaler gives none. */
  current: () => Promise<CatalogueReading | undefined>
  /** As `current`, with everything read anew first. What cannot be read stays as it was. */
  refresh: () => Promise<CatalogueReading | undefined>
  /** As last read, asking nobody. */
  latest: () => CatalogueReading | undefined
}

type CacheOptions = {
  wholesaler: Pick<Wholesaler, 'pointInfo' | 'frontview' | 'services' | 'currency'>
  clock: Clock
  log?: Log
}

const MINUTE_MS = 60_000
const FRONTVIEW_LIVES_MS = 5 * MINUTE_MS
/** About hourly (spec 8). */
const SERVICES_LIVE_MS = 60 * MINUTE_MS
/** A part that could not be read is not asked for again sooner, while an older one stands. */
const TRY_AGAIN_MS = 15_000
const NO_TILES: Tile[] = []

/** Point, frontview, services and currency, read once for everybody and kept while the wholesaler is away. */
export function createCatalogueCache({ wholesaler, clock, log = () => {} }: CacheOptions): CatalogueCache {
  const note = (part: string, problem: string) => log({ what: 'catalogue', part, problem })
  const point = createPart('point', FRONTVIEW_LIVES_MS, wholesaler.pointInfo)
  const currency = createPart('currency', SERVICES_LIVE_MS, wholesaler.currency)
  const services = createPart('services', SERVICES_LIVE_MS, async () => {
    const read = await wholesaler.services()
    if (read.ok) for (const problem of read.value.leftOut) note('services', problem)
    return read.ok ? { ok: true, value: read.value.services } : read
  })
  const tiles = createPart<Tile[]>('frontview', FRONTVIEW_LIVES_MS, async () => {
    // Another frontview may have been assigned in the meantime.
    await point.freshen()
    const known = point.look()
    if (!known) return { ok: false, reason: 'away', problem: 'the point of sale is not known yet' }
    if (known.value.frontviewId === undefined) return { ok: true, value: NO_TILES }
    const read = await wholesaler.frontview(known.value.frontviewId)
    if (read.ok) for (const problem of read.value.leftOut) note('frontview', problem)
    return read.ok ? { ok: true, value: read.value.tiles } : read
  })
  const parts = [point, tiles, services, currency]

  function createPart<T>(name: string, livesMs: number, read: () => Promise<Read<T>>) {
    let held: { value: T; at: number } | undefined
    let askedAt = Number.NEGATIVE_INFINITY
    let asking: Promise<void> | undefined
    let hasTried = false

    async function ask(): Promise<void> {
      askedAt = clock.now()
      const answer = await read()
      hasTried = true
      if (answer.ok) held = { value: answer.value, at: clock.now() }
      else note(name, answer.problem)
    }

    const readAnew = (): Promise<void> => {
      asking ??= ask().finally(() => {
        asking = undefined
      })
      return asking
    }
    const isDue = () => (!held || clock.now() - held.at >= livesMs) && clock.now() - askedAt >= TRY_AGAIN_MS
    return {
      look: () => held,
      readAnew,
      fill: async () => {
        if (!held) await readAnew()
      },
      /** Waits for the first attempt only: what may be missing must not keep the rest waiting. */
      tryOnce: async () => {
        if (!hasTried) await readAnew()
      },
      isDue,
      freshen: async () => {
        if (!held || asking || isDue()) await readAnew()
      },
    }
  }

  function assemble(): CatalogueReading | undefined {
    const [knownPoint, knownTiles, knownServices, knownCurrency] = [
      point.look(),
      tiles.look(),
      services.look(),
      currency.look(),
    ]
    if (!knownPoint || !knownServices || !knownCurrency) return undefined
    const times = [knownPoint, knownServices, knownCurrency, ...(knownTiles ? [knownTiles] : [])].map(({ at }) => at)
    return {
      point: knownPoint.value,
      tiles: knownTiles?.value ?? NO_TILES,
      services: knownServices.value,
      currency: knownCurrency.value,
      asOf: Math.min(...times),
    }
  }

  return {
    latest: assemble,
    current: async () => {
      await Promise.all([point.fill(), services.fill(), currency.fill(), tiles.tryOnce()])
      for (const part of parts) if (part.isDue()) void part.readAnew()
      return assemble()
    },
    refresh: async () => {
      await point.readAnew()
      await Promise.all([tiles.readAnew(), services.readAnew(), currency.readAnew()])
      return assemble()
    },
  }
}
