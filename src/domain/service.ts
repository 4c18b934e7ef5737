import { nearestAmounts, type AmountRule } from './amount-rule.ts'
import type { Commission } from './commission.ts'
import { INTERNATIONAL_ID } from './international.ts'

export type ServiceKind = 'direct' | 'voucher' | 'international'

/** Something sellable (spec 2.4): what a till needs to sell it. */
export type Service = {
  id: string
  isActive: boolean
  name: string
  /** `biller_name`, or the service's own name where the wholesaler names no biller. */
  brand: string
  category: string
  subcategory: string
  kind: ServiceKind
  rule: AmountRule
  isAccountRequired: boolean
  /** In the proxy alone: it is noted with the sale, for supervisors. No till is told. */
  commission?: Commission
}

/** Direct, voucher or international: the constant id decides first, then `is_pin_based` (spec 1, 2.4). */
export function serviceKind(id: string, isPinBased: boolean): ServiceKind {
  if (id === INTERNATIONAL_ID) return 'international'
  return isPinBased ? 'voucher' : 'direct'
}

/** Whether it can be sold now: active, with a rule that allows some amount. An international one has amounts of each operator's own. */
export function isSellable({ isActive, kind, rule }: Service): boolean {
  if (!isActive || kind === 'international') return isActive
  return rule.max.units !== 0n && nearestAmounts(rule.min, rule).length > 0
}
