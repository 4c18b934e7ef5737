import { fils, type Fils } from '../fils.ts'
import { currencies, localText } from './currencies.ts'
import type { Operator } from './operators.ts'

export type Product = {
  category: string
  name: string
  /** Lines are separated by newlines (spec 2.9). */
  description: string
  /** In the smallest unit of the local currency. */
  gets: bigint
  /** The price, if it does not follow from `gets`. */
  sale?: Fils
  /** The recipient gets a code with number and serial instead of credit. */
  isPin?: true
}

export const PIN_PRODUCT = 'Skarn 300 gems'

// Multiples of the round amount of each currency.
const LADDER = [2n, 5n, 10n, 15n, 20n, 30n, 50n, 100n]
const DAYS = [1, 3, 7, 14, 28, 30, 60, 90]

type ProductGroup = (operator: Operator) => Product[]

const airtime =
  (ladder: readonly bigint[]): ProductGroup =>
  ({ country: { currency } }) =>
    ladder.map((steps, index) => {
      const gets = currencies[currency].round * steps
      const value = localText(gets, currency).replace(/\.0+$/, '')
      return {
        category: 'mobile-airtime',
        name: `Airtime ${value}`,
        description: `Valid ${daysFor(index + 2)} days`,
        gets,
      }
    })

const bundles =
  (count: number): ProductGroup =>
  ({ country: { currency } }) =>
    upTo(count).map((index) => ({
      category: 'mobile-bundles',
      name: `Bundle ${index + 1} GB and calls`,
      description: `${index + 1} GB of data\n${(index + 1) * 30} minutes to all networks\nValid ${daysFor(index)} days`,
      gets: currencies[currency].round * BigInt(index * 3 + 4),
    }))

const data =
  (count: number): ProductGroup =>
  ({ country: { currency } }) =>
    upTo(count).map((index) => ({
      category: 'mobile-data',
      name: `Data ${(index + 1) * 2} GB`,
      description: index === 0 ? '' : `Valid ${daysFor(index + 1)} days`,
      gets: currencies[currency].round * BigInt(index * 4 + 3),
    }))

const unlisted: ProductGroup = ({ country: { currency } }) => [
  {
    category: 'mobile-roaming',
    name: 'Roaming week',
    description: '1 GB abroad\r\nValid 7 days',
    gets: currencies[currency].round * 12n,
  },
  { category: '', name: 'Caller tune', description: 'Valid 30 days', gets: currencies[currency].round * 2n },
]

const household: ProductGroup = ({ country: { currency } }) => [
  {
    category: 'utility-tv',
    name: 'Television, one month',
    description: '40 channels\n\nNo box needed',
    gets: currencies[currency].round * 25n,
  },
  {
    category: 'transport',
    name: 'Bus card',
    description: 'Ten rides',
    gets: currencies[currency].round * 8n,
  },
]

const airtimeOf = (value: string, sale: string, valid: string): Product => ({
  category: 'mobile-airtime',
  name: `Load ${value}`,
  description: `Valid ${valid}`,
  gets: BigInt(value) * 100n,
  sale: fils(sale),
})

/** The airtime prices of the screen designs. */
const islanet: ProductGroup = (operator) => [
  airtimeOf('50', '4.00', '3 days'),
  airtimeOf('100', '7.75', '7 days'),
  airtimeOf('150', '11.25', '15 days'),
  airtimeOf('200', '14.75', '30 days'),
  airtimeOf('300', '21.50', '75 days'),
  airtimeOf('500', '35.50', '120 days'),
  airtimeOf('750', '53.00', '120 days'),
  airtimeOf('1000', '70.00', '1 year'),
  airtimeOf('1500', '104.50', '1 year'),
  ...bundles(6)(operator),
  ...data(4)(operator),
  {
    category: 'gift-cards-gaming',
    name: PIN_PRODUCT,
    description: 'A number and a serial for Skarn\nEnter both in the game',
    gets: 250_00n,
    isPin: true,
  },
]

/** For operators that tests rely on. Of the last two, one has the most products, the other none. */
const NAMED: Record<string, readonly ProductGroup[]> = {
  Islanet: [islanet],
  'Perlas Mobile': [airtime(LADDER), bundles(5)],
  Lakbay: [airtime(LADDER), data(6)],
  Tarangfon: [airtime(upTo(80).map((index) => BigInt(index + 1))), bundles(60), data(60)],
  'Boğaz Mobil': [],
}

const PRODUCT_GROUPS: readonly (readonly ProductGroup[])[] = [
  [airtime(LADDER)],
  [airtime(LADDER), bundles(6)],
  [airtime(LADDER), data(4), unlisted],
  [airtime(LADDER), bundles(9), data(6)],
  [airtime(LADDER), household],
]

export function productsOf(operator: Operator): readonly Product[] {
  const groups = NAMED[operator.name] ?? PRODUCT_GROUPS[operator.id % PRODUCT_GROUPS.length] ?? []
  return groups.flatMap((group) => group(operator))
}

function daysFor(index: number): number {
  return DAYS[index % DAYS.length] ?? 1
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}
