import { findFixedAmount, type AmountRule } from '#domain/amount-rule.ts'
import { useFormats } from '../../../i18n/use-formats.ts'

/** What a service costs the customer: "AED 5 to 500", or "AED 100" where there is no choice. */
export function PriceRange({ rule, currency }: { rule: AmountRule; currency: string }) {
  const formats = useFormats()
  const fixed = findFixedAmount(rule)
  return fixed ? formats.shortMoney(fixed, currency) : formats.range(rule.min, rule.max, currency)
}
