import { createHash } from 'node:crypto'

import type { Fils } from '../fils.ts'
import { currencies, localText, type CurrencyCode } from './currencies.ts'
import { operators, type Operator } from './operators.ts'
import { productsOf, type Product } from './products.ts'

/** A product with its price in one generation of prices (spec 2.9). */
export type Offer = Pick<Product, 'category' | 'name' | 'description' | 'isPin'> & {
  /** 32 lowercase hexadecimal digits, derived from the offer and its generation, so a new price gets a new id. */
  id: string
  operator: Operator
  /** Decimal text in the local currency. */
  amount: string
  currency: CurrencyCode
  /** What the customer pays, and what the wallet pays. */
  sale: Fils
  cost: Fils
}

/** Each generation of prices is 5 % above the one before. */
export type Offers = {
  find: (amountId: string) => Offer | undefined
  of: (operatorId: number) => readonly Offer[]
}

const generations = new Map<number, Offers>()

export function offersAt(generation: number): Offers {
  const known = generations.get(generation)
  if (known) return known
  const byOperator = new Map(operators.map((operator) => [operator.id, offersOf(operator, generation)]))
  const byId = new Map([...byOperator.values()].flat().map((offer) => [offer.id, offer]))
  const offers: Offers = { find: (amountId) => byId.get(amountId), of: (id) => byOperator.get(id) ?? [] }
  generations.set(generation, offers)
  return offers
}

function offersOf(operator: Operator, generation: number): Offer[] {
  const { currency } = operator.country
  return productsOf(operator).map(({ gets, sale, ...product }) => {
    const firstSale = sale ?? salePrice(gets, currency)
    return {
      ...product,
      id: digest(`${operator.id}/${product.name}/${gets}/${generation}`),
      operator,
      amount: localText(gets, currency),
      currency,
      sale: raised(firstSale, generation),
      cost: raised((firstSale * 93n) / 100n, generation),
    }
  })
}

const digest = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 32)

/** Rounded to a quarter of a dirham, at least one dirham. */
function salePrice(gets: bigint, currency: CurrencyCode): Fils {
  const { round, costs } = currencies[currency]
  const price = (((gets * costs) / round + 24n) / 25n) * 25n
  return price < 100n ? 100n : price
}

function raised(price: Fils, times: number): Fils {
  let now = price
  for (let time = 0; time < times; time += 1) now = (now * 105n + 50n) / 100n
  return now
}
