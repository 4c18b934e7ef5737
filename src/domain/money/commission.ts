import * as v from 'valibot'

import { atCommonScale, compareDecimals, decimal, DecimalText, money, type Decimal, type Money } from './money.ts'

/** Per sale (spec 2.4): a percentage of the amount or a fixed sum. For supervisors only. */
export const Commission = v.strictObject({ kind: v.picklist(['percent', 'fixed']), value: DecimalText })
export type Commission = v.InferOutput<typeof Commission>

/** The cost is the amount minus (`less`) or plus (`more`) the commission, the amount itself (`none`), or `neither`. */
export type CostFit = 'less' | 'more' | 'none' | 'neither'

/** Exact, without rounding. */
function commissionOf({ kind, value }: Commission, amount: Decimal): Decimal {
  const promised = decimal(value)
  if (kind === 'fixed') return promised
  return { units: amount.units * promised.units, scale: amount.scale + promised.scale + 2 }
}

/** Rounded to the currency's smallest unit, for people to compare. */
export function promisedMoney(commission: Commission, { amount, currency }: Money, decimals: number): Money {
  const { units, scale } = commissionOf(commission, decimal(amount))
  if (scale <= decimals) return money({ units, scale }, currency)
  const factor = 10n ** BigInt(scale - decimals)
  return money({ units: (units + factor / 2n) / factor, scale: decimals }, currency)
}

/** The spec does not say how the commission applies (spec 2.10). Ignores differences below the currency's smallest unit. `undefined` across currencies. */
export function compareCost(commission: Commission, face: Money, cost: Money, decimals: number): CostFit | undefined {
  if (face.currency !== cost.currency) return undefined
  const promised = commissionOf(commission, decimal(face.amount))
  const [amount, paid, share] = atCommonScale(decimal(face.amount), decimal(cost.amount), promised)
  const scale = Math.max(decimal(face.amount).scale, decimal(cost.amount).scale, promised.scale)
  const isNear = (a: bigint, b: bigint) => {
    const apart = { units: a > b ? a - b : b - a, scale }
    return compareDecimals(apart, { units: 1n, scale: decimals }) < 0
  }
  if (isNear(paid, amount - share)) return share === 0n ? 'none' : 'less'
  if (isNear(paid, amount + share)) return 'more'
  return isNear(paid, amount) ? 'none' : 'neither'
}

/** What the cost would be if the commission applied this way, rounded to the currency's smallest unit. */
export function expectedCost(
  commission: Commission,
  face: Money,
  way: Exclude<CostFit, 'neither'>,
  decimals: number,
): Money {
  if (way === 'none') return face
  const share = promisedMoney(commission, face, decimals)
  const [amount, part] = atCommonScale(decimal(face.amount), decimal(share.amount))
  const scale = Math.max(decimal(face.amount).scale, decimal(share.amount).scale)
  const units = way === 'more' ? amount + part : amount > part ? amount - part : 0n
  return money({ units, scale }, face.currency)
}

/** `money` is unsigned. `undefined` across currencies. */
export function differenceOf(a: Money, b: Money): { money: Money; isBelowZero: boolean } | undefined {
  if (a.currency !== b.currency) return undefined
  const [left, right] = [decimal(a.amount), decimal(b.amount)]
  const [leftUnits, rightUnits] = atCommonScale(left, right)
  const apart = leftUnits - rightUnits
  const scale = Math.max(left.scale, right.scale)
  return { money: money({ units: apart < 0n ? -apart : apart, scale }, a.currency), isBelowZero: apart < 0n }
}
