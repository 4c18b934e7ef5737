import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Countries, CountryOffer, ProviderOffer } from '#api/international.ts'
import type { Country, Denomination } from '#domain/catalog/international.ts'
import type { Money } from '#domain/money/money.ts'
import type { Role } from '#domain/person.ts'
import { isBeyond } from '#domain/wallet/wallet-marks.ts'
import type { Clock } from '../lib/clock.ts'
import { RequestRefused } from '../lib/failures.ts'
import { createBuckets } from '../http/rate-buckets.ts'
import { eachAs, writeJson, type InWriting } from '../http/json-in-pieces.ts'
import { readCountry, readOffer, refuseOtherCountry } from '../sales/international-content.ts'
import type { AccountServices, StackFor } from '../account/services.ts'
import { access, terminalOf } from '../staff/access.ts'
import type { OperatorOffer } from '../wholesaler/wholesaler.ts'
import { viewerOf } from '../staff/terminals/kiosk-routes.ts'
import { route, type Route } from '../http/route.ts'

/** Providers and denominations are read from the wholesaler for each request. */
export const internationalRoutes = (stackFor: StackFor): Route[] => [
  route('GET /api/international/countries', {
    access: access.international,
    isCompressed: true,
    handle: async ({ request, reply }) => send(reply, await readCountries(stackFor(request))),
  }),
  route('GET /api/international/countries/:id', {
    access: access.international,
    isCompressed: true,
    handle: async ({ id, request, reply }) => send(reply, await readProviders(id, stackFor(request))),
  }),
  route('GET /api/international/providers/:id', {
    access: access.international,
    isCompressed: true,
    handle: async ({ id, query, request, reply }) => {
      const stack = stackFor(request)
      const { offer, ...read } = await readDenominations(id, query.country, stack)
      const { role } = viewerOf(request)
      const free = terminalOf(request).isKiosk ? undefined : await stack.marking.findFree()
      const denominations = eachAs(offer.denominations, (each) => denominationFor(role, each, free))
      return send(reply, { ...read, denominations } satisfies InWriting<ProviderOffer>)
    },
  }),
]

/** A tablet may read a few times at once, then every ten seconds. */
const PER_TABLET = { perSecond: 1 / 10, burst: 12 }
const OF_ALL_TABLETS = { perSecond: 1 / 5, burst: 24 }
const MAX_TABLETS = 1_000

/** Self-order tablets are unattended, so their reads are limited. Reads move and reserve nothing, and never use the connections of sales. */
export function orderedInternationalRoutes(stackFor: StackFor, clock: Pick<Clock, 'now'>): Route[] {
  const ofTablets = createBuckets(PER_TABLET, MAX_TABLETS, clock)
  const ofAll = createBuckets(OF_ALL_TABLETS, 1, clock)
  const refuseTooMany = (request: FastifyRequest) => {
    const retryAfterMs = ofTablets.take(terminalOf(request).id) || ofAll.take('all')
    if (retryAfterMs > 0)
      throw new RequestRefused(429, 'rate-limited', 'Too many requests here. Please go to the counter.', {
        retryAfterMs,
      })
  }
  return [
    route('GET /api/orders/countries', {
      access: access.selfOrder,
      isCompressed: true,
      handle: async ({ request, reply }) => send(reply, await readCountries(stackFor(request))),
    }),
    route('GET /api/orders/countries/:id', {
      access: access.selfOrder,
      isCompressed: true,
      handle: async ({ id, request, reply }) => {
        refuseTooMany(request)
        return send(reply, await readProviders(id, stackFor(request)))
      },
    }),
    route('GET /api/orders/providers/:id', {
      access: access.selfOrder,
      isCompressed: true,
      handle: async ({ id, query, request, reply }) => {
        refuseTooMany(request)
        const { offer, ...read } = await readDenominations(id, query.country, stackFor(request))
        const denominations = eachAs(offer.denominations, (each) => denominationFor('cashier', each, undefined))
        return send(reply, { ...read, denominations } satisfies InWriting<ProviderOffer>)
      },
    }),
  ]
}

type Reading = Pick<AccountServices, 'offers'>

async function readCountries({ offers }: Reading): Promise<Countries> {
  const countries = await offers.countries()
  if (countries) return { countries }
  throw new RequestRefused(503, 'not-ready', 'The provider has not sent its countries yet. Try again in a moment.')
}

async function readProviders(id: string, { offers }: Reading): Promise<CountryOffer> {
  const country = await readCountry(id, offers)
  const read = await offers.providers(country.id)
  if (read.ok) return { country, providers: read.value.providers }
  if (read.reason === 'refused') {
    throw new RequestRefused(422, 'country-not-found', `The provider sells nothing in ${country.name} now.`)
  }
  throw new RequestRefused(
    503,
    'service-unreachable',
    `The provider did not send the operators of ${country.name}. Try again.`,
  )
}

async function readDenominations(id: string, wantedCountry: string | undefined, { offers }: Reading) {
  const countries = await offers.countries()
  const countryId = countries?.find((each) => each.id === wantedCountry)?.id
  const [offer, categories] = await Promise.all([readOffer(id, offers, { countryId }), offers.categories()])
  const country = findCountry(offer, countries ?? [], wantedCountry)
  if (country) refuseOtherCountry(country, offer)
  if (!country) throw new RequestRefused(503, 'not-ready', 'The provider has not sent its countries yet. Try again.')
  return { country, provider: offer.provider, categories, offer }
}

/** Lists may be long, so they are written in pieces. */
const send = async (reply: FastifyReply, content: object) =>
  reply.type('application/json; charset=utf-8').send(await writeJson(content))

/** `/provider` gives the country another id (spec 2.6). */
function findCountry({ country }: OperatorOffer, countries: readonly Country[], id: string | undefined) {
  return countries.find((each) => each.id === id) ?? countries.find(({ name }) => name === country?.name) ?? country
}

/** Field by field, so no new field is exposed by mistake. `free`: the available balance, if the shop marks what it may not cover. */
function denominationFor(role: Role, denomination: Denomination, free: Money | undefined): Denomination {
  const { id, categoryId, name, description, gets, pays, cost } = denomination
  return {
    id,
    categoryId,
    name,
    description,
    gets,
    pays,
    ...(role === 'supervisor' && cost ? { cost } : {}),
    ...(free && isBeyond(cost ?? pays, free) ? { mayNotBeCovered: true as const } : {}),
  }
}
