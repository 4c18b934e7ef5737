import * as v from 'valibot'

import { codeText, currencyText, emptyListOrObject, idText, numberOrText, optionalText } from './loose.ts'

/** `transaction` of check, confirm and find (spec 2.10). Only `id` and `state` are present in every answer. */
export const Transaction = v.looseObject({
  id: idText,
  external_transaction_id: v.nullish(idText),
  /** Anything that the wholesaler sends. `read-transaction.ts` decides what is a state. */
  state: v.optional(v.unknown()),
  error: optionalText,
  time: optionalText,
  /** The name is only shown, so the id is read even if the name is unreadable. */
  service: v.nullish(emptyListOrObject({ id: v.nullish(idText), name: v.optional(v.unknown()) })),
  account: v.nullish(idText),
  amount: v.nullish(numberOrText),
  amount_currency: v.nullish(currencyText),
  price: v.nullish(numberOrText),
  price_currency: v.nullish(currencyText),
  /** International only (spec 2.10): an ISO code or a number. The provider is an integer at check and text later. */
  country_id: v.nullish(idText),
  country_name: optionalText,
  provider_id: v.nullish(idText),
  provider_name: optionalText,
  amount_id: v.nullish(idText),
})
export type Transaction = v.InferOutput<typeof Transaction>

/** `receipt` (spec 2.12): absent or `{}` while pending. */
export const Receipt = v.looseObject({
  header: optionalText,
  subheader: optionalText,
  info: optionalText,
  instruction: optionalText,
  promo: optionalText,
  footer: optionalText,
})

/** Spec 2.11, if it is an object. `{}`, `[]`, null and a missing `info` mean none. */
export const Info = v.looseObject({
  number: v.nullish(codeText),
  serial: v.nullish(codeText),
  redemption_url: v.nullish(v.string()),
  reference: v.nullish(codeText),
})

/** The answer to check, confirm and find (spec 4.9 to 4.11). */
export const TransactionAnswer = v.looseObject({
  transaction: Transaction,
  receipt: v.nullish(v.unknown()),
  info: v.nullish(v.unknown()),
})
export type TransactionAnswer = v.InferOutput<typeof TransactionAnswer>

/** Direct recharge and voucher: the body of check besides `auth` (spec 4.9, docs/service-notes.md "Requests"). A direct recharge always has an account. */
export type Check = {
  product: string
  external_transaction_id: string
  fields: { account?: string; customer?: string; amount: number }
  simulation?: true
}
/** International: the body of check besides `auth` (spec 4.9). */
export type InternationalCheck = { product: string; fields: { amount_id: string; account: string }; simulation?: 1 }
/** Direct recharge and voucher: the body of confirm besides `auth` (spec 4.10). */
export type Confirm = { external_transaction_id: string; fields: { amount: number } }
/** International: the body of confirm besides `auth`. No other field is sent (spec 4.10). */
export type InternationalConfirm = { transaction_id: string }
/** The body of find besides `auth`: one of the two ids (spec 4.11). */
export type Find = { external_transaction_id: string } | { transaction_id: string }

/** A rejected request (not shown in spec 7; docs/service-notes.md "Errors"). Read before anything else, whatever the HTTP status. */
export const ErrorAnswer = v.looseObject({
  error: v.looseObject({
    code: v.nullish(numberOrText),
    message: optionalText,
    /** The only text for the customer. */
    display_error: optionalText,
  }),
})
export type ErrorAnswer = v.InferOutput<typeof ErrorAnswer>
