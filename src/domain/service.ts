import { nearestAmounts, type AmountRule } from './amount-rule.ts'
import type { Commission } from './commission.ts'
import { INTERNATIONAL_ID } from './international.ts'

export type ServiceKind = 'direct' | 'voucher' | 'international'

/** So long is a name of the service that is read: of 300 characters, each of which may be two of a text. */
export const LONGEST_NAME = 600

/** A service (spec 2.4) with what a terminal needs to sell it. */
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
  /** Present in the proxy only, which stores it with the sale for supervisors. It is never sent to a terminal. */
  commission?: Commission
}

/** Direct, voucher or international: the constant id decides first, then `is_pin_based` (spec 1, 2.4). */
export function serviceKind(id: string, isPinBased: boolean): ServiceKind {
  if (id === INTERNATIONAL_ID) return 'international'
  return isPinBased ? 'voucher' : 'direct'
}

/** Whether a service can be sold now: it is active and its rule allows an amount. The amounts of the international service are those of each operator. */
export function isSellable({ isActive, kind, rule }: Service): boolean {
  if (!isActive || kind === 'international') return isActive
  return rule.max.units !== 0n && nearestAmounts(rule.min, rule).length > 0
}

/** False while the service of international top-ups is listed as switched off; not listed at all it is sold. */
export const hasInternational = (services: readonly Pick<Service, 'kind' | 'isActive'>[]): boolean =>
  services.find(({ kind }) => kind === 'international')?.isActive ?? true
