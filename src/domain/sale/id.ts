declare const saleId: unique symbol
/** Our own id of a sale: a ULID, 26 characters, sent as `external_transaction_id` (at most 30, spec 8). */
export type SaleId = string & { readonly [saleId]: true }

declare const transactionId: unique symbol
/** The wholesaler's id of its transaction: opaque and case-sensitive (spec 2.10). */
export type TransactionId = string & { readonly [transactionId]: true }

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

/** The sale id in `text`, or `undefined` when it is not one of ours. */
export function findSaleId(text: string): SaleId | undefined {
  return ULID.test(text) ? (text as SaleId) : undefined
}
