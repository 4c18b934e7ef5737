/**
 * @typedef {import('./browser.mjs').Browser} Browser
 * @typedef {import('./random.mjs').Chance} Chance
 */

/** The sandbox's named international numbers. Each makes it behave in its own way, and all of them belong to Islanet. */
export const NAMED_INTERNATIONAL = Array.from(
  { length: 21 },
  (_, index) => `6391700000${String(index + 1).padStart(2, '0')}`,
)
const COUNTRY = 'PHL'
const OPERATOR = 'Islanet'

/**
 * Chooses country, provider, denomination and number as the page does. Returns `undefined` if the proxy or the service does not list them.
 * @param {Browser} browser
 * @param {Chance} chance
 * @returns {Promise<object | undefined>}
 */
export async function chooseInternational(browser, chance) {
  const country = await browser.ask('GET', `/api/international/countries/${COUNTRY}`)
  if (country?.status !== 200) return undefined
  const providers = /** @type {{ id: string, name: string }[]} */ (country.body.providers)
  const isNamed = chance.isLucky(0.6)
  const provider = isNamed ? providers.find(({ name }) => name === OPERATOR) : chance.pick(providers)
  const offer = await browser.ask('GET', `/api/international/providers/${provider?.id}?country=${COUNTRY}`)
  const denominations = offer?.status === 200 ? offer.body.denominations : []
  if (!provider || denominations.length === 0) return undefined
  const denomination = chance.pick(/** @type {{ id: string, pays: object }[]} */ (denominations))
  return {
    kind: 'international',
    countryId: COUNTRY,
    providerId: provider.id,
    denominationId: denomination.id,
    account: isNamed ? chance.pick(NAMED_INTERNATIONAL) : `63917${chance.between(1, 10)}${chance.digits(6)}`,
    shown: denomination.pays,
  }
}
