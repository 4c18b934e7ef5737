import * as v from 'valibot'

export const LIMIT_KINDS = ['perSale', 'perHour', 'perDay', 'perNumber', 'vouchersPerMinute'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]

/** Names one limit: a cashier's own (`person`), or that of all people together (`shop`). */
export const LimitRef = v.strictObject({ of: v.picklist(['person', 'shop']), kind: v.picklist(LIMIT_KINDS) })
export type LimitRef = v.InferOutput<typeof LimitRef>
