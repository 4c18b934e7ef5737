import type { FastifyInstance, FastifyReply } from 'fastify'
import * as v from 'valibot'

import type { Countries, CountryOffer, ProviderOffer } from '#contract/proxy/international.ts'
import { proxyPaths } from '#contract/proxy/paths.ts'
import type { Country, Denomination } from '#domain/international.ts'
import type { Person } from '#domain/person.ts'
import { RequestRefused } from '../failures.ts'
import { readCountry, readOffer, refuseOtherCountry } from '../sales/international-content.ts'
import { eachAs, writeJson, type InWriting } from '../http/json-in-pieces.ts'
import { viewerOf } from './kiosk.ts'
import type { Offers } from '../wholesaler/offers.ts'
import type { OperatorOffer } from '../wholesaler/wholesaler.ts'

/** What international top-ups are chosen from (DESIGN section 3). Operators and amounts are asked anew each time. */
export function internationalRoutes(app: FastifyInstance, { offers }: { offers: Offers }): void {
  app.get(proxyPaths.countries, async (_, reply) => {
    const countries = await offers.countries()
    if (countries) return send(reply, { countries } satisfies Countries)
    throw new RequestRefused(503, 'not-ready', 'The service has not told its countries yet. Try again in a moment.')
  })

  app.get<IdParams>(proxyPaths.country(':id'), async (request, reply) => {
    const country = await readCountry(request.params.id, offers)
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
  })

  app.get<IdParams>(proxyPaths.provider(':id'), async (request, reply) => {
    const query = v.parse(OfCountry, request.query)
    const countries = await offers.countries()
    const countryId = countries?.find(({ id }) => id === query.country)?.id
    const [offer, categories] = await Promise.all([
      readOffer(request.params.id, offers, { countryId }),
      offers.categories(),
    ])
    const country = findCountry(offer, countries ?? [], query.country)
    if (country) refuseOtherCountry(country, offer)
    if (!country) throw new RequestRefused(503, 'not-ready', 'The service has not told its countries yet. Try again.')
    const person = viewerOf(request)
    return send(reply, {
      country,
      provider: offer.provider,
      categories,
      denominations: eachAs(offer.denominations, (denomination) => denominationFor(person, denomination)),
    } satisfies InWriting<ProviderOffer>)
  })
}

/** The lists may be as long as the service makes them. */
const send = async (reply: FastifyReply, content: object) =>
  reply.type('application/json; charset=utf-8').send(await writeJson(content))

type IdParams = { Params: { id: string } }

const OfCountry = v.strictObject({ country: v.optional(v.string()) })

/** The country as the list has it: here the wholesaler gives it another id (spec 2.6). */
function findCountry({ country }: OperatorOffer, countries: readonly Country[], id: string | undefined) {
  return countries.find((each) => each.id === id) ?? countries.find(({ name }) => name === country?.name) ?? country
}

/** Field by field, so that nothing new slips out; our cost is absent for cashiers (DESIGN section 3). */
function denominationFor({ role }: Person, denomination: Denomination): Denomination {
  const { id, categoryId, name, description, gets, pays, cost } = denomination
  return { id, categoryId, name, description, gets, pays, ...(role === 'supervisor' && cost ? { cost } : {}) }
}
