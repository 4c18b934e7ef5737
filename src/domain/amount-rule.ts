import { atCommonScale, compareDecimals, decimal, isSameDecimal, type Decimal } from './money.ts'

/** What a service may be sold for (spec 2.4), in the account's currency. */
export type AmountRule = { min: Decimal; max: Decimal; step: Decimal }
export type AmountProblem = 'below-min' | 'above-max' | 'off-step'

/**
 * Why `amount` cannot be sold under `rule`, or `undefined` when it can (spec 2.4, 8).
 * Steps count from zero, not from `min`: the spec asks for multiples of the step.
 */
export function findAmountProblem(amount: Decimal, rule: AmountRule): AmountProblem | undefined {
  const [value, min, max, step] = atCommonScale(amount, rule.min, rule.max, rule.step)
  if (value < min) return 'below-min'
  if (value > max) return 'above-max'
  // A step of 0 marks a fixed-value voucher, where min and max already pin the amount.
  if (step !== 0n && value % step !== 0n) return 'off-step'
  return undefined
}

/** The only amount that can be sold, where min and max pin it. */
export function findFixedAmount(rule: AmountRule): Decimal | undefined {
  return isSameDecimal(rule.min, rule.max) ? rule.min : undefined
}

/** The legal amounts next to `amount`, below and above it: at most two, none when the rule allows nothing. */
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
const QUICK_COUNT = 5

/**
 * At most five round amounts that are legal, the ones nearest to what is sold most (by ratio), in rising order; none for a fixed
 * value. Without a favourite the middle of the legal ones counts.
 */
export function quickAmounts(rule: AmountRule, mostSold?: Decimal): Decimal[] {
  if (findFixedAmount(rule)) return []
  const legal = QUICK_AMOUNTS.filter((amount) => !findAmountProblem(amount, rule))
  const centre = mostSold ?? legal[Math.floor((legal.length - 1) / 2)]
  if (!centre || centre.units === 0n) return legal.slice(0, QUICK_COUNT)
  // Ratios order the chips; nothing here is an amount that is sold or sent.
  const ratio = (amount: Decimal) => {
    const [a, b] = atCommonScale(amount, centre)
    return a > b ? Number(a) / Number(b) : Number(b) / Number(a)
  }
  return legal
    .toSorted((a, b) => ratio(a) - ratio(b))
    .slice(0, QUICK_COUNT)
    .toSorted(compareDecimals)
}
