import type { Countries, CountryOffer, ProviderOffer } from '#api/international.ts'
import type { OpenInternationalSale } from '#api/sales.ts'
import type { Denomination, Provider } from '#domain/catalog/international.ts'
import { internationalRecipients } from '#sandbox/international/scenarios.ts'
import { openSale, type Browser } from './shop.ts'

type Choice = { country?: string; operator?: string; amount?: string }
export type Offered = { countryId: string; provider: Provider; denomination: Denomination }

/** Chooses step by step as a cashier does. The names are the sandbox's. */
export async function choose(
  browser: Browser,
  { country = 'PHL', operator = 'Islanet', amount = 'Load 300' }: Choice = {},
): Promise<Offered> {
  const { providers } = (await browser.ask<CountryOffer>('GET', `/api/international/countries/${country}`)).body
  const provider = providers.find(({ name }) => name === operator)
  if (!provider) throw new Error(`no operator ${operator} in ${country}`)
  const { denominations } = await offerOf(browser, provider.id, country)
  const denomination = denominations.find(({ name }) => name === amount)
  if (!denomination) throw new Error(`${operator} does not offer ${amount}`)
  return { countryId: country, provider, denomination }
}

export const offerOf = async (browser: Browser, providerId: string, country: string): Promise<ProviderOffer> =>
  (await browser.ask<ProviderOffer>('GET', `/api/international/providers/${providerId}?country=${country}`)).body

export const countriesOf = async (browser: Browser) =>
  (await browser.ask<Countries>('GET', '/api/international/countries')).body.countries

export const requestFor = (
  { countryId, provider, denomination }: Offered,
  changes: Partial<OpenInternationalSale> = {},
): OpenInternationalSale => ({
  kind: 'international',
  countryId,
  providerId: provider.id,
  denominationId: denomination.id,
  account: internationalRecipients.success,
  shown: denomination.pays,
  ...changes,
})

export async function sellInternational(browser: Browser, account: string, choice: Choice = {}) {
  const { id, body } = await openSale(browser, requestFor(await choose(browser, choice), { account }))
  return { id, ...(await browser.ask('POST', `/api/sales/${id}/confirm`, { version: body.version })) }
}
