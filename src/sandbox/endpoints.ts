import * as v from 'valibot'

import { wholesalerPaths, type WholesalerPath } from '#contract/wholesaler/paths.ts'
import type { Account } from './auth.ts'
import type { LedgerStore } from './ledger-store.ts'
import { filsNumber, filsText } from './fils.ts'
import { frontviewAnswer, frontviewIdOf, servicesFor, type FrontviewChoice } from './frontview.ts'
import { checkInternational as checkAbroad } from './international/check.ts'
import { createDiscovery } from './international/discovery.ts'
import { pointAnswer } from './point.ts'
import { json } from './reply.ts'
import {
  CheckRequest,
  ConfirmRequest,
  FindRequest,
  FrontviewRequest,
  InternationalCheckRequest,
  NamesInternational,
  PlainRequest,
  ProviderRequest,
  ProvidersRequest,
} from './requests.ts'
import { check, confirm, find, refuse, type EndpointResult, type RequestContext } from './transactions.ts'

export type EndpointDeps = {
  store: LedgerStore
  account: Account
  context: () => RequestContext
  /** Where the service is reached: scheme, host and port. Known once it listens. */
  origin: () => string
  basePath: string
  countryGroups: boolean
  /** What lies on the shelves at this moment. */
  frontview: () => FrontviewChoice
}

/** Answers the body of one call whose auth is right. */
export type Endpoint = (body: unknown) => EndpointResult

/** The calls of spec 4, each with the request it takes. Anything else in a body is refused with code 2. */
export function createEndpoints({
  store,
  account,
  context,
  origin,
  basePath,
  countryGroups,
  frontview,
}: EndpointDeps): Map<string, Endpoint> {
  let balancesAsked = 0
  const discovery = createDiscovery({ origin, basePath, hasGroups: countryGroups })
  const checkDomestic = read(CheckRequest, (request) => check(store, request, context()))
  const checkInternational = read(InternationalCheckRequest, (request) => checkAbroad(store, request, context()))
  const endpoints: Record<WholesalerPath, Endpoint> = {
    [wholesalerPaths.pointInfo]: read(PlainRequest, () => answered(pointAnswer(account, frontviewIdOf(frontview())))),
    [wholesalerPaths.balance]: read(PlainRequest, () => {
      balancesAsked += 1
      const main = store.balance()
      return answered({
        currency: 'AED',
        wallets: { main: balancesAsked % 2 === 0 ? filsText(main) : filsNumber(main), bonus: 0 },
      })
    }),
    [wholesalerPaths.services]: read(PlainRequest, () => answered(servicesFor(frontview()))),
    [wholesalerPaths.frontview]: read(FrontviewRequest, ({ frontview_id }) =>
      frontview_id === frontviewIdOf(frontview())
        ? answered(frontviewAnswer(frontview(), { origin: origin(), basePath }))
        : refuse(50, { detail: 'frontview_id' }),
    ),
    [wholesalerPaths.internationalCountries]: read(PlainRequest, () => answered(discovery.countries())),
    [wholesalerPaths.internationalCategories]: read(PlainRequest, () => answered(discovery.categories())),
    [wholesalerPaths.internationalProviders]: read(ProvidersRequest, ({ country_id }) => {
      const answer = discovery.findProviders(country_id)
      return answer ? answered(answer) : refuse(50, { detail: 'country_id' })
    }),
    [wholesalerPaths.internationalProvider]: read(ProviderRequest, ({ provider_id }) => {
      const answer = discovery.findProvider(provider_id, store.priceGeneration())
      return answer ? answered(answer) : refuse(101, { detail: 'provider_id' })
    }),
    [wholesalerPaths.check]: (body) =>
      v.is(NamesInternational, body) ? checkInternational(body) : checkDomestic(body),
    [wholesalerPaths.confirm]: read(ConfirmRequest, (request) => confirm(store, request, context())),
    [wholesalerPaths.find]: read(FindRequest, (request) => find(store, request)),
  }
  return new Map(Object.entries(endpoints))
}

const answered = (body: object): EndpointResult => ({ change: {}, reply: json(body) })

function read<TSchema extends v.GenericSchema>(
  schema: TSchema,
  answer: (request: v.InferOutput<TSchema>) => EndpointResult,
): Endpoint {
  return (body) => {
    const request = v.safeParse(schema, body)
    if (request.success) return answer(request.output)
    const [issue] = request.issues
    return refuse(2, { detail: `${v.getDotPath(issue) ?? 'body'}: ${issue.message}` })
  }
}
