import { filsText } from '../fils.ts'
import { categories } from './categories.ts'
import { countries, findCountry, type Country } from './countries.ts'
import { flagName } from './flags.ts'
import { offersAt, type Offer } from './offers.ts'
import { logoName } from './operator-logos.ts'
import { findOperator, operatorsIn, type Operator } from './operators.ts'

export type DiscoveryDeps = {
  origin: () => string
  basePath: string
  /** Countries have groups, which spec 2.6 does not list. */
  hasGroups: boolean
}

/** The answers of `/international-bridge/*` (spec 4.5 to 4.8), or `undefined` for an unknown id. */
export function createDiscovery({ origin, basePath, hasGroups }: DiscoveryDeps) {
  /** Every other picture is a path on our host; the rest are full URLs. */
  const address = (picture: string, number: number) =>
    `${number % 2 === 0 ? origin() : ''}${basePath}/pictures/${picture}.svg`

  const wireCountry = (country: Country, id: string | number) => ({
    id,
    name: country.name,
    phone_code: country.phoneCode,
    phone_mask: country.phoneMask,
    currency: country.currency,
    logo: address(flagName(country.id), country.number),
    logo_large: address(flagName(country.id), country.number),
    ...(hasGroups && groupOf(country.id)),
  })

  const wireProvider = (operator: Operator) => ({
    id: operator.id,
    name: operator.name,
    logo: address(logoName(operator.id), operator.id),
  })

  return {
    countries: () => ({ countries: countries.map((country) => wireCountry(country, country.id)) }),
    categories: () => ({ categories }),
    findProviders: (countryId: string) => {
      const country = findCountry(countryId)
      return (
        country && { country: wireCountry(country, country.id), providers: operatorsIn(countryId).map(wireProvider) }
      )
    },
    findProvider: (providerId: number, priceGeneration: number) => {
      const operator = findOperator(providerId)
      return (
        operator && {
          country: wireCountry(operator.country, operator.country.number),
          provider: wireProvider(operator),
          amounts: offersAt(priceGeneration).of(providerId).map(wireAmount),
        }
      )
    },
  }
}

/** All fields are text (spec 2.9). */
function wireAmount({ id, category, name, description, amount, currency, sale, cost }: Offer) {
  return {
    id,
    category_id: category,
    name,
    description,
    amount,
    currency,
    sale_price: filsText(sale),
    sale_currency: 'AED',
    price: filsText(cost),
    price_currency: 'AED',
  }
}

const SOUTH_ASIA = ['BGD', 'BTN', 'IND', 'LKA', 'NPL', 'PAK']
const AFRICA = ['CIV', 'CMR', 'EGY', 'ETH', 'GHA', 'KEN', 'MAR', 'MLI', 'NGA', 'RWA', 'SDN', 'SEN', 'SOM', 'TUN', 'TZA', 'UGA', 'ZAF', 'ZMB'] // prettier-ignore

/** A list for some countries, text for others, nothing for the rest, because all three forms occur. */
function groupOf(countryId: string): { groups?: string[]; group?: string } {
  if (SOUTH_ASIA.includes(countryId)) return { groups: ['south-asia'] }
  return AFRICA.includes(countryId) ? { group: 'africa' } : {}
}
