import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Countries, CountryOffer, ProviderOffer } from '#api/international.ts'
import type { Country, Denomination } from '#domain/international.ts'
import type { Money } from '#domain/money.ts'
import type { Role } from '#domain/person.ts'
import { isBeyond } from '#domain/wallet-marks.ts'
import type { Clock } from '../lib/clock.ts'
import { RequestRefused } from '../lib/failures.ts'
import { createBuckets } from '../http/rate-buckets.ts'
import { eachAs, writeJson, type InWriting } from '../http/json-in-pieces.ts'
import { readCountry, readOffer, refuseOtherCountry } from '../sales/international-content.ts'
import type { SellingStack, StackFor } from '../account/services.ts'
import { access, terminalOf } from '../staff/access.ts'
import type { OperatorOffer } from '../wholesaler/wholesaler.ts'
import { viewerOf } from '../staff/kiosk-routes.ts'
import { route, type Route } from '../http/route.ts'

/** What an international top-up is chosen from. Providers and denominations are read from the wholesaler each time. */
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
      // Not at a kiosk, where customers look on.
      const free = terminalOf(request).isKiosk ? undefined : await stack.marking.findFree()
      const denominations = eachAs(offer.denominations, (each) => denominationFor(role, each, free))
      return send(reply, { ...read, denominations } satisfies InWriting<ProviderOffer>)
    },
  }),
]

/** A tablet in customers' hands: some reads at once, and in the long run one every ten seconds. */
const PER_TABLET = { perSecond: 1 / 10, burst: 12 }
/** All of them together, beside the tills. */
const OF_ALL_TABLETS = { perSecond: 1 / 5, burst: 24 }
const MAX_TABLETS = 1_000

/**
 * The same for a tablet at which customers order. Nobody watches it, so what it makes the wholesaler read is bounded. Such a read moves and reserves
 * nothing, and never takes the connections that a sale needs.
 */
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

type Reading = Pick<SellingStack, 'offers'>

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

/** What an operator offers, all but the amounts as the answer has them. */
async function readDenominations(id: string, wantedCountry: string | undefined, { offers }: Reading) {
  const countries = await offers.countries()
  const countryId = countries?.find((each) => each.id === wantedCountry)?.id
  const [offer, categories] = await Promise.all([readOffer(id, offers, { countryId }), offers.categories()])
  const country = findCountry(offer, countries ?? [], wantedCountry)
  if (country) refuseOtherCountry(country, offer)
  if (!country) throw new RequestRefused(503, 'not-ready', 'The provider has not sent its countries yet. Try again.')
  return { country, provider: offer.provider, categories, offer }
}

/** The lists may be of any length, so they are written in pieces. */
const send = async (reply: FastifyReply, content: object) =>
  reply.type('application/json; charset=utf-8').send(await writeJson(content))

/** Finds the country as the list of countries has it, because `/provider` gives it another id (spec 2.6). */
function findCountry({ country }: OperatorOffer, countries: readonly Country[], id: string | undefined) {
  return countries.find((each) => each.id === id) ?? countries.find(({ name }) => name === country?.name) ?? country
}

/**
 * Copies field by field, so that no new field gets out by mistake; our cost is absent for cashiers. `free` is what the wallet has
 * left, where the shop marks what it may not cover.
 */
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
