import { findFixedAmount } from '#domain/amount-rule.ts'
import { readUaeNumber } from '#domain/phone.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { ArrangedCatalogue } from '../../api/arranged-catalogue.ts'
import { paths } from '../../paths.ts'
import { findKnownOperator, HOME, rememberOperator } from '../../sale/known-operators.ts'

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
  const number = readUaeNumber(typedNumber)
  const known = 'national' in number ? findKnownOperator(HOME, number.national) : undefined
  const operators = new Map<string, Operator>()
  for (const { id, kind, brand, rule } of shop.services.values()) {
    const tile = kind === 'direct' && !findFixedAmount(rule) && !operators.has(brand) ? shop.tileSelling(id) : undefined
    if (!tile || shop.storefront.blockReasonOf(tile.id) !== undefined) continue
    const picture = { src: tile.imageSmall, srcInstead: tile.imageLarge }
    operators.set(brand, { brand, path: paths.product(tile.id), picture, isProbable: brand === known })
  }
  return [...operators.values()].toSorted((a, b) => Number(b.isProbable) - Number(a.isProbable))
}

/** Remembers whose the numbers are that went through, the newest sale last. */
export function learnOperators(sales: readonly Sale[]): void {
  for (const { kind, state, account, brand } of sales.toReversed()) {
    if (kind !== 'direct' || state !== 'succeeded' || account === undefined) continue
    const number = readUaeNumber(`+${account}`)
    if (number.status === 'mobile') rememberOperator(HOME, number.national, brand)
  }
}
