import { findFixedAmount } from '#domain/money/amount-rule.ts'
import { reversed, sorted } from '#domain/in-order.ts'
import { readUaeNumber } from '#domain/phone/phone.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { Service } from '#domain/catalog/service.ts'
import type { ArrangedCatalog } from '../api/catalog.ts'
import { paths } from '../paths.ts'
import { findKnownOperator, HOME, rememberOperator } from './international/international-habits.ts'

export type Operator = {
  brand: string
  service: Service
  tileId: string
  path: string
  picture: { src?: string | undefined; srcInstead?: string | undefined }
  /** Earlier numbers with this prefix belonged to this operator. May be wrong, because numbers can be ported. */
  isProbable: boolean
}

/** Operators with a top-up of variable amount that can be sold now, the probable one first. */
export function findOperators(shop: ArrangedCatalog, typedNumber: string): Operator[] {
  const known = knownBrand(typedNumber)
  const operators = new Map<string, Operator>()
  for (const service of shop.services.values()) {
    const { id, kind, brand, rule } = service
    const tile = kind === 'direct' && !findFixedAmount(rule) && !operators.has(brand) ? shop.tileSelling(id) : undefined
    if (!tile || shop.storefront.blockReasonOf(tile.id) !== undefined) continue
    const picture = { src: tile.imageSmall, srcInstead: tile.imageLarge }
    operators.set(brand, {
      brand,
      service,
      tileId: tile.id,
      path: paths.product(tile.id),
      picture,
      isProbable: brand === known,
    })
  }
  return sorted(operators.values(), (a, b) => Number(b.isProbable) - Number(a.isProbable))
}

export const findProbableOperator = (shop: ArrangedCatalog, typedNumber: string): Operator | undefined =>
  // A shortcut: usually nothing is known while digits are typed, and a shop may have thousands of services.
  knownBrand(typedNumber) === undefined
    ? undefined
    : findOperators(shop, typedNumber).find(({ isProbable }) => isProbable)

export function knownBrand(typedNumber: string): string | undefined {
  const number = readUaeNumber(typedNumber)
  return number.status === 'refused' ? undefined : findKnownOperator(HOME, number.national)
}

/** Remembers the operators of successful sales, the newest last. */
export function learnOperators(sales: readonly Sale[]): void {
  for (const { kind, state, account, brand } of reversed(sales)) {
    if (kind !== 'direct' || state !== 'succeeded' || account === undefined) continue
    const number = readUaeNumber(`+${account}`)
    if (number.status === 'mobile') rememberOperator(HOME, number.national, brand)
  }
}
