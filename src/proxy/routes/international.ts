import type { FastifyReply } from 'fastify'

import { Countries, CountryOffer, ProviderOffer, ProviderQuery } from '#contract/proxy/international.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Country, Denomination } from '#domain/international.ts'
import type { Money } from '#domain/money.ts'
import type { Person } from '#domain/person.ts'
import { isBeyond } from '#domain/wallet-marks.ts'
import { RequestRefused } from '../failures.ts'
import { eachAs, writeJson, type InWriting } from '../http/json-in-pieces.ts'
import { readCountry, readOffer, refuseOtherCountry } from '../sales/international-content.ts'
import type { StackFor } from '../selling/selling-stack.ts'
import { access, terminalOf } from '../staff/access.ts'
import type { OperatorOffer } from '../wholesaler/wholesaler.ts'
import { viewerOf } from './kiosk.ts'
import { route, type Route } from './route.ts'

/** What an international top-up is chosen from (DESIGN section 3). Providers and denominations are read from the wholesaler each time. */
export const internationalRoutes = (stackFor: StackFor): Route[] => [
  route({
    method: 'GET',
    path: proxyPaths.countries,
    access: access.international,
    isCompressed: true,
    answer: Countries,
    handle: async ({ request, reply }) => {
      const countries = await stackFor(request).offers.countries()
      if (countries) return send(reply, { countries } satisfies Countries)
      throw new RequestRefused(503, 'not-ready', 'The service has not told its countries yet. Try again in a moment.')
    },
  }),
  route({
    method: 'GET',
    path: proxyPaths.country(':id'),
    access: access.international,
    isCompressed: true,
    answer: CountryOffer,
    handle: async ({ id, request, reply }) => {
      const { offers } = stackFor(request)
      const country = await readCountry(id, offers)
      const read = await offers.providers(country.id)
      if (read.ok) return send(reply, { country, providers: read.value.providers } satisfies CountryOffer)
      if (read.reason === 'refused') {
        throw new RequestRefused(422, 'country-not-found', `The service sells nothing in ${country.name} now.`)
      }
      throw new RequestRefused(
        503,
        'service-unreachable',
        `The service did not tell the operators of ${country.name}. Try again.`,
      )
    },
  }),
  route({
    method: 'GET',
    path: proxyPaths.provider(':id'),
    access: access.international,
    query: ProviderQuery,
    isCompressed: true,
    answer: ProviderOffer,
    handle: async ({ id, query, request, reply }) => {
      const { offers, marking } = stackFor(request)
      const countries = await offers.countries()
      const countryId = countries?.find((each) => each.id === query.country)?.id
      const [offer, categories] = await Promise.all([readOffer(id, offers, { countryId }), offers.categories()])
      const country = findCountry(offer, countries ?? [], query.country)
      if (country) refuseOtherCountry(country, offer)
      if (!country) throw new RequestRefused(503, 'not-ready', 'The service has not told its countries yet. Try again.')
      const person = viewerOf(request)
      // Not at a kiosk, where customers look on.
      const free = terminalOf(request).isKiosk ? undefined : await marking.findFree()
      return send(reply, {
        country,
        provider: offer.provider,
        categories,
        denominations: eachAs(offer.denominations, (denomination) => denominationFor(person, denomination, free)),
      } satisfies InWriting<ProviderOffer>)
    },
  }),
]

/** The lists may be of any length, so they are written in pieces. */
const send = async (reply: FastifyReply, content: object) =>
  reply.type('application/json; charset=utf-8').send(await writeJson(content))

/** Finds the country as the list of countries has it, because `/provider` gives it another id (spec 2.6). */
function findCountry({ country }: OperatorOffer, countries: readonly Country[], id: string | undefined) {
  return countries.find((each) => each.id === id) ?? countries.find(({ name }) => name === country?.name) ?? country
}

/**
 * Copies field by field, so that no new field gets out by mistake; our cost is absent for cashiers (DESIGN section 3). `free` is what the wallet has
 * left, where the shop marks what it may not cover.
 */
function denominationFor({ role }: Person, denomination: Denomination, free: Money | undefined): Denomination {
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
