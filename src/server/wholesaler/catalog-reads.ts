import { createHash } from 'node:crypto'

import { wholesalerPaths, type WholesalerPath } from '#wholesaler-api/paths.ts'
import { inTurns, type Chunks } from '../lib/cooperative.ts'
import type { CallPlan } from './caller.ts'
import type { JsonObject } from '../lib/json/parse-json.ts'
import type { PictureSource } from './picture.ts'
import { readFrontviewInPieces } from './read/read-frontview.ts'
import {
  readCategoriesInPieces,
  readCountriesInPieces,
  readProviderOfferInPieces,
  readProvidersInPieces,
} from './read/read-international.ts'
import { readPoint } from './read/read-point.ts'
import { readServicesInPieces } from './read/read-services.ts'
import type { Read, Wholesaler } from './wholesaler.ts'

type CatalogReads = Pick<
  Wholesaler,
  'pointInfo' | 'services' | 'frontview' | 'countries' | 'categories' | 'providers' | 'providerOffer'
>

type ReadOptions = Partial<Pick<CallPlan, 'priority' | 'withinMs' | 'isHealthNeutral'>>

/** `text` is the answer as received. */
type ToValue<T> = (answer: JsonObject, text: string) => Read<T> | Promise<Read<T>>

export type ReadCall = <T>(
  path: WholesalerPath,
  fields: object,
  toValue: ToValue<T>,
  options?: ReadOptions,
) => Promise<Read<T>>

/** A cashier waits, and hung reads of providers and denominations must not hold up anything else. */
const DISCOVERY = { priority: 'discovery', isHealthNeutral: true, withinMs: 15_000 } as const

/** Spec 4.1 to 4.8. Pictures from hosts other than the current `pictures` are dropped. */
export function catalogReads(read: ReadCall, pictures: () => PictureSource, posId: string): CatalogReads {
  const toPoint = onceForEach((answer) => readPoint(answer, posId))
  const toServices = onceForEach((answer) => inTurns(readServicesInPieces(answer)))
  const toFrontview = onceForEach((answer) => inTurns(readFrontviewInPieces(answer, pictures())), pictures)
  return {
    pointInfo: () => read(wholesalerPaths.pointInfo, {}, toPoint),
    services: () => read(wholesalerPaths.services, {}, toServices),
    frontview: (frontviewId) => read(wholesalerPaths.frontview, { frontview_id: frontviewId }, toFrontview),
    countries: () =>
      read(
        wholesalerPaths.internationalCountries,
        {},
        (answer) => inTurns(readCountriesInPieces(answer, pictures())),
        DISCOVERY,
      ),
    categories: () =>
      read(wholesalerPaths.internationalCategories, {}, (answer) => inTurns(readCategoriesInPieces(answer)), DISCOVERY),
    providers: (countryId) =>
      read(
        wholesalerPaths.internationalProviders,
        { country_id: countryId },
        (answer) => inTurns(readProvidersInPieces(answer, pictures())),
        DISCOVERY,
      ),
    providerOffer: (providerId, saleWithinMs) =>
      read(
        wholesalerPaths.internationalProvider,
        { provider_id: toWireId(providerId) },
        (answer) => inTurns(readProviderOfferInPieces(answer, pictures())),
        saleWithinMs === undefined ? DISCOVERY : { isHealthNeutral: true, withinMs: saleWithinMs },
      ),
  }
}

/**
 * Memoizes by the SHA-256 of the answer's text: an unchanged answer returns the same object, so everything derived from it stays cached. The answer is read
 * again if `dependency` returns another object.
 */
function onceForEach<T>(
  toValue: (answer: JsonObject) => Read<T> | Promise<Read<T>>,
  dependency: () => unknown = () => undefined,
): ToValue<T> {
  let last: { digest: string; read: Read<T>; by: unknown } | undefined
  return async (answer, text) => {
    const digest = await inTurns(digestOf(text))
    const by = dependency()
    if (last?.digest !== digest || last.by !== by) last = { digest, read: await toValue(answer), by }
    return last.read
  }
}

function* digestOf(text: string): Chunks<string> {
  const hash = createHash('sha256')
  for (let from = 0; from < text.length; from += SLICE) {
    hash.update(text.slice(from, from + SLICE), 'utf16le')
    yield SLICE
  }
  return hash.digest('base64')
}

const SLICE = 64 * 1024

/** The spec requires an integer. Any other id is sent unchanged. */
const toWireId = (id: string): number | string =>
  /^(0|[1-9]\d*)$/.test(id) && Number.isSafeInteger(Number(id)) ? Number(id) : id
