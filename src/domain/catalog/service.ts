import { nearestAmounts, type AmountRule } from '../money/amount-rule.ts'
import type { Commission } from '../money/commission.ts'
import { INTERNATIONAL_ID } from './international.ts'

export type ServiceKind = 'direct' | 'voucher' | 'international'

/** 300 characters, each of which may be two UTF-16 units. */
export const LONGEST_NAME = 600

export type Service = {
  id: string
  isActive: boolean
  name: string
  /** `biller_name`, or the name of the service if the wholesaler names no biller. */
  brand: string
  category: string
  subcategory: string
  kind: ServiceKind
  rule: AmountRule
  isAccountRequired: boolean
  /** Stored with the sale for supervisors; never sent to a terminal. */
  commission?: Commission
}

/** The fixed id decides first, then `is_pin_based` (spec 1, 2.4). */
export function serviceKind(id: string, isPinBased: boolean): ServiceKind {
  if (id === INTERNATIONAL_ID) return 'international'
  return isPinBased ? 'voucher' : 'direct'
}

/** The international service has no amounts of its own; each operator has its own. */
export function isSellable({ isActive, kind, rule }: Service): boolean {
  if (!isActive || kind === 'international') return isActive
  return rule.max.units !== 0n && nearestAmounts(rule.min, rule).length > 0
}

/** International top-ups are sold unless their service is listed as inactive. */
export const hasInternational = (services: readonly Pick<Service, 'kind' | 'isActive'>[]): boolean =>
  services.find(({ kind }) => kind === 'international')?.isActive ?? true
