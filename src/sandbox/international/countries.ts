import type { CurrencyCode } from './currencies.ts'

/** A country (spec 2.6). */
export type Country = {
  /** ISO 3166 alpha-3, as `/countries` and `/providers` return it. */
  id: string
  /** The different id that `/provider` returns. */
  number: number
  name: string
  phoneCode: string
  phoneMask: string
  currency: CurrencyCode
  /** The prefixes of its numbers, without plus, if they are longer than `phoneCode`. */
  prefixes?: readonly string[]
}

type Row = readonly [id: string, name: string, phoneCode: string, phoneMask: string, currency: CurrencyCode]

const ROWS: readonly Row[] = [
  ['AFG', 'Afghanistan', '+93', '$$ $$$ $$$$', 'AFN'],
  ['DZA', 'Algeria', '+213', '$$$ $$ $$ $$', 'DZD'],
  ['AUT', 'Austria', '+43', '$$$ *', 'EUR'],
  ['BHR', 'Bahrain', '+973', '$$$$ $$$$', 'BHD'],
  ['BGD', 'Bangladesh', '+880', '$$$$-$$$$$$', 'BDT'],
  // The 246 belongs to the number: it is in the mask and not in the dial code.
  ['BRB', 'Barbados', '+1', '+1 (246) $$$-$$$$', 'BBD'],
  ['BTN', 'Bhutan', '+975', '$$ $$ $$ $$', 'BTN'],
  ['BRA', 'Brazil', '+55', '($$) $$$$$-$$$$', 'BRL'],
  ['KHM', 'Cambodia', '+855', '$$ $$$ $$$*', 'KHR'],
  ['CMR', 'Cameroon', '+237', '$ $$ $$ $$ $$', 'XAF'],
  ['CAN', 'Canada', '+1', '($$$) $$$-$$$$', 'CAD'],
  ['CHL', 'Chile', '+56', '9 $$$$ $$$$', 'CLP'],
  ['CHN', 'China', '+86', '$$$ $$$$ $$$$', 'CNY'],
  ['COL', 'Colombia', '+57', '$$$ $$$ $$$$', 'COP'],
  ['CIV', "Côte d'Ivoire", '+225', '$$ $$ $$ $$ $$', 'XOF'],
  ['DOM', 'Dominican Republic', '+1', '+1 ($$$) $$$-$$$$', 'DOP'],
  ['EGY', 'Egypt', '+20', '$$ $$$$ $$$$', 'EGP'],
  ['ETH', 'Ethiopia', '+251', '$$ $$$ $$$$', 'ETB'],
  ['FJI', 'Fiji', '+679', '$$$ $$$$', 'FJD'],
  ['GEO', 'Georgia', '+995', '$$$ $$ $$ $$', 'GEL'],
  ['DEU', 'Germany', '+49', '$$$ *', 'EUR'],
  ['GHA', 'Ghana', '+233', '$$ $$$ $$$$', 'GHS'],
  ['HTI', 'Haiti', '+509', '$$ $$ $$$$', 'HTG'],
  ['IND', 'India', '+91', '+91 ($$$) $$$-$$-$$', 'INR'],
  ['IDN', 'Indonesia', '+62', '$$$ $$$$ *', 'IDR'],
  ['IRQ', 'Iraq', '+964', '$$$ $$$ $$$$', 'IQD'],
  ['ITA', 'Italy', '+39', '$$$ *', 'EUR'],
  ['JAM', 'Jamaica', '+1876', '$$$-$$$$', 'JMD'],
  ['JPN', 'Japan', '+81', '$$-$$$$-$$$$', 'JPY'],
  ['JOR', 'Jordan', '+962', '$ $$$$ $$$$', 'JOD'],
  ['KAZ', 'Kazakhstan', '+7', '$$$ $$$ $$ $$', 'KZT'],
  ['KEN', 'Kenya', '+254', '$$$ $$$$$$', 'KES'],
  ['KWT', 'Kuwait', '+965', '$$$$ $$$$', 'KWD'],
  ['KGZ', 'Kyrgyzstan', '+996', '$$$ $$$ $$$', 'KGS'],
  ['LAO', 'Laos', '+856', '20 $$$$ $$$$', 'LAK'],
  ['LBN', 'Lebanon', '+961', '$ $$$ $$$*', 'LBP'],
  ['MYS', 'Malaysia', '+60', '$$-$$$ $$$$*', 'MYR'],
  ['MLI', 'Mali', '+223', '$$ $$ $$ $$', 'XOF'],
  ['MEX', 'Mexico', '+52', '$$$ $$$ $$$$', 'MXN'],
  ['MAR', 'Morocco', '+212', '$$$-$$$$$$', 'MAD'],
  ['MMR', 'Myanmar', '+95', '9 $$$ *', 'MMK'],
  ['NPL', 'Nepal', '+977', '$$$-$$$$$$$', 'NPR'],
  ['NGA', 'Nigeria', '+234', '$$$ $$$ $$$$', 'NGN'],
  ['OMN', 'Oman', '+968', '$$$$ $$$$', 'OMR'],
  ['PAK', 'Pakistan', '+92', '$$$ $$$$$$$', 'PKR'],
  ['PHL', 'Philippines', '+63', '$$$ $$$ $$$$', 'PHP'],
  ['POL', 'Poland', '+48', '$$$ $$$ $$$', 'PLN'],
  ['RUS', 'Russia', '+7', '+7 ($$$) $$$-$$-$$', 'RUB'],
  ['RWA', 'Rwanda', '+250', '$$$ $$$ $$$', 'RWF'],
  ['SAU', 'Saudi Arabia', '+966', '$$ $$$ $$$$', 'SAR'],
  ['SEN', 'Senegal', '+221', '$$ $$$ $$ $$', 'XOF'],
  // Its mask is unreadable on purpose.
  ['SOM', 'Somalia', '+252', 'xx xxx xxxx', 'SOS'],
  ['ZAF', 'South Africa', '+27', '$$ $$$ $$$$', 'ZAR'],
  ['KOR', 'South Korea', '+82', '$$-$$$$-$$$$', 'KRW'],
  ['ESP', 'Spain', '+34', '$$$ $$$ $$$', 'EUR'],
  ['LKA', 'Sri Lanka', '+94', '$$ $$$ $$$$', 'LKR'],
  ['SDN', 'Sudan', '+249', '$$ $$$ $$$$', 'SDG'],
  ['SYR', 'Syria', '+963', '$$$ $$$ $$$', 'SYP'],
  ['TJK', 'Tajikistan', '+992', '$$ $$$ $$$$', 'TJS'],
  ['TZA', 'Tanzania', '+255', '$$$ $$$ $$$', 'TZS'],
  ['THA', 'Thailand', '+66', '$$ $$$ $$$$', 'THB'],
  ['TUN', 'Tunisia', '+216', '$$ $$$ $$$', 'TND'],
  ['TUR', 'Türkiye', '+90', '($$$) $$$ $$ $$', 'TRY'],
  ['UGA', 'Uganda', '+256', '$$$ $$$$$$', 'UGX'],
  ['UKR', 'Ukraine', '+380', '$$ $$$ $$ $$', 'UAH'],
  ['USA', 'United States', '+1', '($$$) $$$-$$$$', 'USD'],
  ['UZB', 'Uzbekistan', '+998', '$$ $$$-$$-$$', 'UZS'],
  ['VNM', 'Vietnam', '+84', '$$ $$$ $$ $$', 'VND'],
  ['YEM', 'Yemen', '+967', '$$$ $$$ $$$', 'YER'],
  ['ZMB', 'Zambia', '+260', '$$ $$$ $$$$', 'ZMW'],
]

/** Prefixes of countries that share a dial code. The United States and Canada share all of +1, so the chosen country decides. */
const PREFIXES: Record<string, readonly string[]> = {
  BRB: ['1246'],
  DOM: ['1809', '1829', '1849'],
  KAZ: ['76', '77'],
}

const FIRST_NUMBER = 180

export const countries: readonly Country[] = ROWS.map(([id, name, phoneCode, phoneMask, currency], index) => {
  const prefixes = PREFIXES[id]
  return { id, number: FIRST_NUMBER + index, name, phoneCode, phoneMask, currency, ...(prefixes && { prefixes }) }
})

const byId = new Map(countries.map((country) => [country.id, country]))

export function findCountry(id: string): Country | undefined {
  return byId.get(id)
}

/** For ids in our own source. Throws for an unknown one. */
export function countryOf(id: string): Country {
  const country = findCountry(id)
  if (!country) throw new Error(`no country ${id}`)
  return country
}

export const codeDigits = ({ phoneCode }: Country) => phoneCode.slice(1)

/** How many digits follow the dial code according to the mask. */
export function nationalLength(country: Country): { fewest: number; most: number } {
  const code = codeDigits(country)
  const most = 15 - code.length
  const { phoneMask } = country
  if (/[a-z]/i.test(phoneMask)) return { fewest: 4, most }
  const own = phoneMask.startsWith('+') ? phoneMask.slice(1 + code.length) : phoneMask
  const fewest = own.replace(/[^$\d]/g, '').length
  return { fewest, most: own.includes('*') ? most : fewest }
}
