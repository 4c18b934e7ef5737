import * as v from 'valibot'

/** The request bodies of spec 4. A field that the spec does not list for a call is rejected. Auth is already verified. */
const auth = v.strictObject({
  id: v.union([v.number(), v.string()]),
  key: v.union([v.number(), v.string()]),
  hash: v.string(),
})

/** Spec 4.1 to 4.3. */
export const PlainRequest = v.strictObject({ auth })

/** Spec 4.4. */
export const FrontviewRequest = v.strictObject({ auth, frontview_id: v.string() })

/** Spec 4.9, direct recharge and voucher. Whether the account is optional depends on the product. */
export const CheckRequest = v.strictObject({
  auth,
  product: v.string(),
  external_transaction_id: v.optional(v.string()),
  fields: v.strictObject({ account: v.optional(v.string()), amount: v.number(), customer: v.optional(v.string()) }),
  simulation: v.optional(v.boolean()),
})
export type CheckRequest = v.InferOutput<typeof CheckRequest>

/** Spec 4.7. */
export const ProvidersRequest = v.strictObject({ auth, country_id: v.string() })

/** Spec 4.8. */
export const ProviderRequest = v.strictObject({ auth, provider_id: v.pipe(v.number(), v.integer()) })

export const INTERNATIONAL = 'international-bridge'

/** Spec 4.9, international. */
export const InternationalCheckRequest = v.strictObject({
  auth,
  product: v.literal(INTERNATIONAL),
  fields: v.strictObject({ amount_id: v.string(), account: v.string() }),
  simulation: v.optional(v.literal(1)),
})
export type InternationalCheckRequest = v.InferOutput<typeof InternationalCheckRequest>

/** Names the international product, with any other content. */
export const NamesInternational = v.looseObject({ product: v.literal(INTERNATIONAL) })

/** Spec 4.10: one of the two ids and the amount; in the international flow only the wholesaler's id. */
export const ConfirmRequest = v.union([
  v.strictObject({ auth, external_transaction_id: v.string(), fields: v.strictObject({ amount: v.number() }) }),
  v.strictObject({ auth, transaction_id: v.string(), fields: v.optional(v.strictObject({ amount: v.number() })) }),
])
export type ConfirmRequest = v.InferOutput<typeof ConfirmRequest>

/** Spec 4.11: one of the two ids. */
export const FindRequest = v.union([
  v.strictObject({ auth, external_transaction_id: v.string() }),
  v.strictObject({ auth, transaction_id: v.string() }),
])
export type FindRequest = v.InferOutput<typeof FindRequest>
