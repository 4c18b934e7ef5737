import { createHash } from 'node:crypto'

import { wholesalerPaths, type WholesalerPath } from '#contract/wholesaler/paths.ts'
import type { CallPlan } from './caller.ts'
import type { JsonObject } from './parse-json.ts'
import type { PictureSource } from './picture.ts'
import { readFrontview } from './read-frontview.ts'
import { readCategories, readCountries, readProviderOffer, readProviders } from './read-international.ts'
import { readPoint } from './read-point.ts'
import { readServices } from './read-services.ts'
import type { Read, Wholesaler } from './wholesaler.ts'

type CatalogueReads = Pick<
  Wholesaler,
  'pointInfo' | 'services' | 'frontview' | 'countries' | 'categories' | 'providers' | 'providerOffer'
>

/** What is not as for every read of the catalogue. */
export type ReadHow = Partial<Pick<CallPlan, 'rank' | 'withinMs' | 'isAside'>>

/** What an answer says; `text` is the answer as it came. */
export type ToValue<T> = (answer: JsonObject, text: string) => Read<T>

type ReadCall = <T>(path: WholesalerPath, fields: object, toValue: ToValue<T>, how?: ReadHow) => Promise<Read<T>>

/** A cashier stands before it; and when operators and amounts hang, nothing else is to wait for them. */
const DISCOVERY = { rank: 'discovery', isAside: true, withinMs: 15_000 } as const

/** What can be sold, call by call (spec 4.1 to 4.8). Pictures from elsewhere than `pictures` are left away. */
export function catalogueReads(read: ReadCall, pictures: PictureSource, posId: string): CatalogueReads {
  const toPoint = onceForEach((answer) => readPoint(answer, posId))
  const toServices = onceForEach(readServices)
  const toFrontview = onceForEach((answer) => readFrontview(answer, pictures))
  return {
    pointInfo: () => read(wholesalerPaths.pointInfo, {}, toPoint),
    services: () => read(wholesalerPaths.services, {}, toServices),
    frontview: (frontviewId) => read(wholesalerPaths.frontview, { frontview_id: frontviewId }, toFrontview),
    countries: () =>
      read(wholesalerPaths.internationalCountries, {}, (answer) => readCountries(answer, pictures), DISCOVERY),
    categories: () => read(wholesalerPaths.internationalCategories, {}, readCategories, DISCOVERY),
    providers: (countryId) =>
      read(
        wholesalerPaths.internationalProviders,
        { country_id: countryId },
        (answer) => readProviders(answer, pictures),
        DISCOVERY,
      ),
    providerOffer: (providerId, saleWithinMs) =>
      read(
        wholesalerPaths.internationalProvider,
        { provider_id: toWireId(providerId) },
        (answer) => readProviderOffer(answer, pictures),
        saleWithinMs === undefined ? DISCOVERY : { isAside: true, withinMs: saleWithinMs },
      ),
  }
}

/** An answer that is the same to the letter is not read again: the very same value stands, and all that was made of it. */
function onceForEach<T>(toValue: (answer: JsonObject) => Read<T>): ToValue<T> {
  let last: { digest: string; read: Read<T> } | undefined
  return (answer, text) => {
    const digest = createHash('sha256').update(text).digest('base64')
    if (last?.digest !== digest) last = { digest, read: toValue(answer) }
    return last.read
  }
}

/** The spec asks for an integer; an id that is none goes as it came. */
const toWireId = (id: string): number | string =>
  /^(0|[1-9]\d*)$/.test(id) && Number.isSafeInteger(Number(id)) ? Number(id) : id
