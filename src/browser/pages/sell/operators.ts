import { findFixedAmount } from '#domain/amount-rule.ts'
import { readUaeNumber } from '#domain/phone.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { type ArrangedCatalogue } from '../../api/catalogue.ts'
import { paths } from '../../paths.ts'
import { findKnownOperator, HOME, rememberOperator } from '../../sale/international.ts'

/** The recharge of one operator. */
export type Operator = {
  brand: string
  path: string
  picture: { src?: string | undefined; srcInstead?: string | undefined }
  /** Numbers that begin as the one typed were this operator's. It may be wrong: numbers can change their operator. */
  isProbable: boolean
}

/** The operators whose recharge of any amount is sold now, the probable one of a typed number first. */
export function findOperators(shop: ArrangedCatalogue, typedNumber: string): Operator[] {
  const known = knownBrand(typedNumber)
  const operators = new Map<string, Operator>()
  for (const { id, kind, brand, rule } of shop.services.values()) {
    const tile = kind === 'direct' && !findFixedAmount(rule) && !operators.has(brand) ? shop.tileSelling(id) : undefined
    if (!tile || shop.storefront.blockReasonOf(tile.id) !== undefined) continue
    const picture = { src: tile.imageSmall, srcInstead: tile.imageLarge }
    operators.set(brand, { brand, path: paths.product(tile.id), picture, isProbable: brand === known })
  }
  return [...operators.values()].toSorted((a, b) => Number(b.isProbable) - Number(a.isProbable))
}

/** The probable operator of a typed number, if its recharge is sold now. */
export const findProbableOperator = (shop: ArrangedCatalogue, typedNumber: string): Operator | undefined =>
  // Nearly always nothing is known yet while a digit is typed, and a shop may have thousands of services.
  knownBrand(typedNumber) === undefined
    ? undefined
    : findOperators(shop, typedNumber).find(({ isProbable }) => isProbable)

function knownBrand(typedNumber: string): string | undefined {
  const number = readUaeNumber(typedNumber)
  return number.status === 'refused' ? undefined : findKnownOperator(HOME, number.national)
}

/** Remembers whose the numbers are that went through, the newest sale last. */
export function learnOperators(sales: readonly Sale[]): void {
  for (const { kind, state, account, brand } of sales.toReversed()) {
    if (kind !== 'direct' || state !== 'succeeded' || account === undefined) continue
    const number = readUaeNumber(`+${account}`)
    if (number.status === 'mobile') rememberOperator(HOME, number.national, brand)
  }
}
