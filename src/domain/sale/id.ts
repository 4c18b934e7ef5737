import * as v from 'valibot'

declare const saleId: unique symbol
/** A ULID: 26 characters, sent as `external_transaction_id` (at most 30, spec 8). */
export type SaleId = string & { readonly [saleId]: true }
export const SaleId = v.custom<SaleId>((id) => typeof id === 'string' && findSaleId(id) !== undefined)

declare const transactionId: unique symbol
/** The wholesaler's id of its transaction: opaque and case-sensitive (spec 2.10). */
export type TransactionId = string & { readonly [transactionId]: true }
export const TransactionId = v.custom<TransactionId>((id) => typeof id === 'string')

const ULID = /^[0-7][0-9A-HJKMNP-TV-Z]{25}$/

export function findSaleId(text: string): SaleId | undefined {
  return ULID.test(text) ? (text as SaleId) : undefined
}

/** In epoch ms, by the clock of the machine that made the id. */
export const timeOfId = (id: SaleId): number =>
  Array.from(id.slice(0, 10)).reduce((time, letter) => time * 32 + ALPHABET.indexOf(letter), 0)

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Makes an id from a time (epoch ms) and 80 random bits. */
export function formatSaleId(at: number, random: bigint): SaleId {
  let rest = (BigInt(Math.floor(at)) << 80n) | BigInt.asUintN(80, random)
  let text = ''
  for (let place = 0; place < 26; place += 1) {
    text = ALPHABET.charAt(Number(rest & 31n)) + text
    rest >>= 5n
  }
  return text as SaleId
}
