import * as v from 'valibot'

export const LIMIT_KINDS = ['perSale', 'perHour', 'perDay', 'perNumber', 'vouchersPerMinute'] as const
export type LimitKind = (typeof LIMIT_KINDS)[number]

/** `person` is a cashier's own limit; `shop` is the limit of all people together. */
export const LimitRef = v.strictObject({ of: v.picklist(['person', 'shop']), kind: v.picklist(LIMIT_KINDS) })
export type LimitRef = v.InferOutput<typeof LimitRef>
