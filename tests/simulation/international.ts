import { createHash } from 'node:crypto'

export const INTERNATIONAL = 'international-bridge'

/** A country as it appears in the lists (spec 2.6). In `/provider` its id is `number`. */
type InternationalCountry = { iso: string; number: number; name: string; code: string; mask: string; currency: string }
export type InternationalOperator = { id: number; name: string; country: InternationalCountry }
/** A denomination on offer. `gets` is in the local currency; `pays` is the customer's price, in fils. */
export type InternationalOffer = {
  amountId: string
  operator: InternationalOperator
  name: string
  category: string
  gets: string
  pays: number
  isPin: boolean
}

const PHL = { iso: 'PHL', number: 608, name: 'Philippines', code: '+63', mask: '$$$ $$$ $$$$', currency: 'PHP' }
const IND = { iso: 'IND', number: 356, name: 'India', code: '+91', mask: '+91 ($$$) $$$-$$-$$', currency: 'INR' }
const KWT = { iso: 'KWT', number: 414, name: 'Kuwait', code: '+965', mask: '$$$$ $$$$', currency: 'KWD' }
const COUNTRIES: readonly InternationalCountry[] = [PHL, IND, KWT]

export const OPERATORS: readonly InternationalOperator[] = [
  { id: 11, name: 'Islanet', country: PHL },
  { id: 12, name: 'Lakbay', country: PHL },
  { id: 21, name: 'Tarangfon', country: IND },
  { id: 22, name: 'Dhruva', country: IND },
  { id: 31, name: 'Marsa', country: KWT },
  { id: 32, name: 'Sidra Mobile', country: KWT },
]

/** All providers sell under the same names, so a comparison of names alone would confuse them. */
const PRODUCTS = [
  { name: 'Load 50', category: 'mobile-airtime', gets: '50.00', pays: 400 },
  { name: 'Load 100', category: 'mobile-airtime', gets: '100.00', pays: 775 },
  { name: 'Bundle 3 GB', category: 'nowhere-listed', gets: '99.500', pays: 1_150 },
  { name: 'Skarn gems', category: 'gift-cards-gaming', gets: '250', pays: 2_150, isPin: true },
] as const
export type ProductName = (typeof PRODUCTS)[number]['name']

export type Edition = { prices: number; numbers: number }
export const FIRST_EDITION: Edition = { prices: 0, numbers: 0 }

export function offersOf(operator: InternationalOperator, { prices, numbers }: Edition): InternationalOffer[] {
  return PRODUCTS.map((product) => {
    const { name, category, gets, pays } = product
    const amountId = createHash('md5').update(`${operator.id} ${name} ${numbers}`).digest('hex')
    const price = Math.round(pays * (1 + (prices % 4) / 20))
    return { amountId, operator, name, category, gets, pays: price, isPin: 'isPin' in product }
  })
}

/** How a check reports country and provider, which the service detects from the number. */
export type Detection =
  'as chosen' | 'another operator' | 'another country' | 'ids of another kind' | 'by name alone' | 'unsaid'

/** The real country and provider of a number, as far as the wholesaler knows, and how it reports them. */
export type Detected = { country: InternationalCountry; operator: InternationalOperator; says: Detection }

export function detect({ operator }: InternationalOffer, says: Detection): Detected {
  const { country } = operator
  const other = OPERATORS.find(({ id, country: its }) => id !== operator.id && its === country)
  if (says === 'another operator' && other) return { country, operator: other, says }
  const elsewhere = OPERATORS.find(({ country: its }) => its !== country)
  if (says === 'another country' && elsewhere) return { country: elsewhere.country, operator: elsewhere, says }
  return { country, operator, says }
}

/**
 * Country and provider of an answer (spec 2.10). The provider's id is a number in the answer to check, and text later.
 */
export function showDetected({ country, operator, says }: Detected, isCheck: boolean): Record<string, unknown> {
  const names = { country_name: country.name, provider_name: operator.name }
  const idOf = (id: number) => (isCheck ? id : String(id))
  switch (says) {
    case 'unsaid':
      return {}
    case 'by name alone':
      return names
    case 'ids of another kind':
      return { ...names, country_id: country.number, provider_id: idOf(9_000 + operator.id) }
    default:
      return { ...names, country_id: country.iso, provider_id: idOf(operator.id) }
  }
}

type ListRequest = { country_id?: string; provider_id?: number }

/** The answers of `/international-bridge/*` (spec 4.5 to 4.8), with an odd entry in each list, or `undefined` for an unknown country or provider. */
export function listInternational(
  path: string,
  { country_id: iso, provider_id: id }: ListRequest,
  edition: Edition,
): Record<string, unknown> | undefined {
  if (path.endsWith('/countries')) return { countries: [null, ...COUNTRIES.map(showCountry), { name: 'Nowhere' }] }
  if (path.endsWith('/categories')) return { categories: CATEGORIES }
  if (path.endsWith('/providers')) {
    const country = COUNTRIES.find((each) => each.iso === iso)
    const theirs = OPERATORS.filter((operator) => operator.country === country)
    return country && { country: showCountry(country), providers: ['odd', ...theirs.map(showOperator)] }
  }
  const operator = OPERATORS.find((each) => each.id === id)
  if (!operator) return undefined
  return {
    country: { ...showCountry(operator.country), id: operator.country.number },
    provider: showOperator(operator),
    amounts: [...ODD_AMOUNTS, ...offersOf(operator, edition).map(showOffer)],
  }
}

const CATEGORIES = [
  { id: 'mobile', parent_id: null, name: 'Mobile Recharge' },
  { id: 'mobile-airtime', parent_id: 'mobile', name: 'Airtime / Calls' },
  { id: 'gift-cards-gaming', parent_id: 'gift-cards', name: 'Gaming' },
]

const ODD_AMOUNTS = [
  null,
  { id: 'a'.repeat(32) },
  { id: 'b'.repeat(32), name: 'Load 50', amount: '50.00', currency: 'PHP', sale_price: 'ask us', sale_currency: 'AED' },
]

const showCountry = ({ iso, name, code, mask, currency }: InternationalCountry) => ({
  id: iso,
  name,
  phone_code: code,
  phone_mask: mask,
  currency,
  logo: '/flags/x.svg',
  logo_large: null,
})

const showOperator = ({ id, name }: InternationalOperator) => ({ id, name, logo: '' })

const showOffer = ({ amountId, category, name, gets, pays, operator }: InternationalOffer) => ({
  id: amountId,
  category_id: category,
  name,
  description: 'Valid 30 days\nNo refund',
  amount: gets,
  currency: operator.country.currency,
  sale_price: (pays / 100).toFixed(2),
  sale_currency: 'AED',
  price: ((pays * 0.95) / 100).toFixed(2),
  price_currency: 'AED',
})
