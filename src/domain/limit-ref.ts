export const LIMIT_KINDS = ['perSale', 'perHour', 'perDay', 'perNumber', 'vouchersPerMinute'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]

/** Names one limit: a cashier's own (`person`), or that of all people together (`shop`). */
export type LimitRef = { readonly of: 'person' | 'shop'; readonly kind: LimitKind }
