import * as v from 'valibot'

import { wholesalerPaths, type WholesalerPath } from '#wholesaler-api/paths.ts'
import type { Account } from './auth.ts'
import type { LedgerStore } from './ledger-store.ts'
import { filsNumber, filsText } from './fils.ts'
import { frontviewAnswer, frontviewIdOf, servicesFor, type FrontviewChoice } from './frontview.ts'
import { checkInternational } from './international/check.ts'
import { createDiscovery } from './international/discovery.ts'
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
  /** Scheme, host and port, known once the sandbox listens. */
  origin: () => string
  basePath: string
  countryGroups: boolean
  frontview: () => FrontviewChoice
}

/** Handles the body of one call after its auth has been verified. */
export type Endpoint = (body: unknown) => EndpointResult

/** Any body outside the schema of its request is rejected with code 2. */
export function createEndpoints({
  store,
  account,
  context,
  origin,
  basePath,
  countryGroups,
  frontview,
}: EndpointDeps): Map<string, Endpoint> {
  let balanceReads = 0
  const discovery = createDiscovery({ origin, basePath, hasGroups: countryGroups })
  const domesticCheck = read(CheckRequest, (request) => check(store, request, context()))
  const internationalCheck = read(InternationalCheckRequest, (request) => checkInternational(store, request, context()))
  const endpoints: Record<WholesalerPath, Endpoint> = {
    [wholesalerPaths.pointInfo]: read(PlainRequest, () => answered(pointAnswer(account, frontviewIdOf(frontview())))),
    [wholesalerPaths.balance]: read(PlainRequest, () => {
      balanceReads += 1
      const main = store.balance()
      return answered({
        currency: 'AED',
        wallets: { main: balanceReads % 2 === 0 ? filsText(main) : filsNumber(main), bonus: 0 },
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
      v.is(NamesInternational, body) ? internationalCheck(body) : domesticCheck(body),
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

/** `/point_info` (spec 2.2). */
function pointAnswer({ posId }: Account, frontviewId: string | undefined) {
  return {
    agent: {
      name: 'Sidra Corner Shop',
      name_on_receipt: 'SIDRA CORNER SHOP',
      address: 'Al Rigga Street, Deira, Dubai',
      topup_code: '4820771503',
    },
    pos: { id: posId, ...(frontviewId !== undefined && { frontview_id: frontviewId }) },
    support: { email: 'support@wholesale.example' },
  }
}
