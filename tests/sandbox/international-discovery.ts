import * as v from 'valibot'

import { bodyOf, type createCaller } from './caller.ts'

const text = v.string()

/** The answers of `/international-bridge/*` have exactly the fields of spec 2.6 to 2.9. */
const country = <const Id extends v.GenericSchema>(id: Id) =>
  v.strictObject({
    id,
    name: text,
    phone_code: v.pipe(text, v.regex(/^\+\d+$/)),
    phone_mask: text,
    currency: v.pipe(text, v.regex(/^[A-Z]{3}$/)),
    logo: text,
    logo_large: text,
  })
const isoCountry = country(v.pipe(text, v.regex(/^[A-Z]{3}$/)))
const provider = v.strictObject({ id: v.pipe(v.number(), v.integer()), name: text, logo: text })
const money = v.pipe(text, v.regex(/^\d+(\.\d+)?$/))
const amount = v.strictObject({
  id: v.pipe(text, v.regex(/^[0-9a-f]{32}$/)),
  category_id: text,
  name: text,
  description: text,
  amount: money,
  currency: text,
  sale_price: money,
  sale_currency: v.literal('AED'),
  price: money,
  price_currency: v.literal('AED'),
})
export type Amount = v.InferOutput<typeof amount>

const Countries = v.strictObject({ countries: v.array(isoCountry) })
const Providers = v.strictObject({ country: isoCountry, providers: v.array(provider) })
const ProviderAnswer = v.strictObject({
  country: country(v.pipe(v.number(), v.integer())),
  provider,
  amounts: v.array(amount),
})
const Categories = v.strictObject({
  categories: v.array(v.strictObject({ id: text, parent_id: v.nullable(text), name: text })),
})

export function createDiscoverer({ post }: Pick<ReturnType<typeof createCaller>, 'post'>) {
  const providers = async (countryId: string) =>
    v.parse(Providers, bodyOf(await post('/international-bridge/providers', { country_id: countryId })))
  const provider = async (id: number) =>
    v.parse(ProviderAnswer, bodyOf(await post('/international-bridge/provider', { provider_id: id })))
  return {
    countries: async () => v.parse(Countries, bodyOf(await post('/international-bridge/countries'))).countries,
    categories: async () => v.parse(Categories, bodyOf(await post('/international-bridge/categories'))).categories,
    providers,
    provider,
    amountsOf: async (countryId: string, name: string): Promise<Amount[]> => {
      const found = (await providers(countryId)).providers.find((one) => one.name === name)
      if (!found) throw new Error(`no ${name} in ${countryId}`)
      return (await provider(found.id)).amounts
    },
  }
}
