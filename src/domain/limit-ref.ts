export const LIMIT_KINDS = ['perSale', 'perHour', 'perDay', 'perNumber', 'vouchersPerMinute'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]

/** Which limit: a cashier's own, or the shop's for all who sell together. */
export type LimitRef = { readonly of: 'person' | 'shop'; readonly kind: LimitKind }
