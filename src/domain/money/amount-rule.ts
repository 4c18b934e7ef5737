import { sorted } from '../in-order.ts'
import { atCommonScale, compareDecimals, decimal, isSameDecimal, type Decimal } from './money.ts'

/** In the account's currency (spec 2.4). */
export type AmountRule = { min: Decimal; max: Decimal; step: Decimal }
export type AmountProblem = 'below-min' | 'above-max' | 'off-step'

/** Spec 2.4, 8. Steps count from zero, not from `min`: the spec requires multiples of the step. */
export function findAmountProblem(amount: Decimal, rule: AmountRule): AmountProblem | undefined {
  const [value, min, max, step] = atCommonScale(amount, rule.min, rule.max, rule.step)
  if (value < min) return 'below-min'
  if (value > max) return 'above-max'
  // A step of 0 means a fixed value.
  if (step !== 0n && value % step !== 0n) return 'off-step'
  return undefined
}

export function findFixedAmount(rule: AmountRule): Decimal | undefined {
  return isSameDecimal(rule.min, rule.max) ? rule.min : undefined
}

/** Empty if the rule allows none. */
export function nearestAmounts(amount: Decimal, rule: AmountRule): Decimal[] {
  const scale = Math.max(amount.scale, rule.min.scale, rule.max.scale, rule.step.scale)
  const [value, min, max, step] = atCommonScale(amount, rule.min, rule.max, rule.step)
  const lowest = step === 0n ? min : ((min + step - 1n) / step) * step
  const highest = step === 0n ? max : (max / step) * step
  if (lowest > highest) return []
  const clamp = (units: bigint) => (units < lowest ? lowest : units > highest ? highest : units)
  const below = clamp(step === 0n ? value : (value / step) * step)
  const above = clamp(step === 0n ? value : ((value + step - 1n) / step) * step)
  return [...new Set([below, above])].map((units) => ({ units, scale }))
}

const QUICK_AMOUNTS = ['5', '10', '20', '25', '50', '100', '200', '500', '1000', '2000', '5000'].map((text) =>
  decimal(text),
)
const QUICK_COUNT = 6

/** Up to six, ascending: those of `chosen`, or else the round amounts nearest by ratio to `mostSold` (by default, the middle one). Empty for a fixed amount. */
export function quickAmounts(rule: AmountRule, mostSold?: Decimal, chosen: readonly Decimal[] = []): Decimal[] {
  if (findFixedAmount(rule)) return []
  const own = sorted(
    chosen.filter((amount) => !findAmountProblem(amount, rule)),
    compareDecimals,
  )
  const distinct = own.filter((amount, at) => !own.slice(0, at).some((other) => isSameDecimal(other, amount)))
  if (distinct.length > 0) return distinct.slice(0, QUICK_COUNT)
  const legal = QUICK_AMOUNTS.filter((amount) => !findAmountProblem(amount, rule))
  const center = mostSold ?? legal[Math.floor((legal.length - 1) / 2)]
  if (!center || center.units === 0n) return legal.slice(0, QUICK_COUNT)
  // Ratios only order suggestions and are never sold or sent.
  const ratio = (amount: Decimal) => {
    const [a, b] = atCommonScale(amount, center)
    return a > b ? Number(a) / Number(b) : Number(b) / Number(a)
  }
  const nearest = sorted(legal, (a, b) => ratio(a) - ratio(b)).slice(0, QUICK_COUNT)
  return sorted(nearest, compareDecimals)
}
