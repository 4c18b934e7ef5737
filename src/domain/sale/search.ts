import { toWesternDigits } from '../text/digits.ts'
import { plainNumber } from '../phone/phone.ts'
import { findSaleId, type SaleId, type TransactionId } from './id.ts'
import { foldText, withoutHidden } from '../text/typed-text.ts'

/** The typed text may match several of these, or none. */
export type SaleSearch = {
  number?: number
  /** The number was written like a practice sale's (`P 0483`). */
  isPractice?: true
  id?: SaleId
  transactionId?: TransactionId
  /** A part of the account, normalized as accounts are for comparison. */
  account?: string
}

export const MAX_SEARCH_LENGTH = 40
/** Shorter parts would match nearly every account. */
const MIN_DIGITS = 4
const MIN_LETTERS = 3

/** Never a serial or a PIN. */
export function readSaleSearch(typed: string): SaleSearch {
  const text = toWesternDigits(withoutHidden(typed.normalize('NFKC'))).trim()
  const id = findSaleId(text.toUpperCase())
  if (id) return { id }
  const [, practiced] = /^P\s*0*([1-9]\d{0,14})$/i.exec(text) ?? []
  if (practiced !== undefined) return { number: Number(practiced), isPractice: true }
  const [, digits] = /^#?\s*0*([1-9]\d{0,14})$/.exec(text) ?? []
  if (text.startsWith('#')) return digits === undefined ? {} : { number: Number(digits) }
  const account = findPartOfAccount(text)
  return {
    ...(digits === undefined ? {} : { number: Number(digits) }),
    ...(account === undefined ? {} : { account }),
    ...(text === '' ? {} : { transactionId: text as TransactionId }),
  }
}

function findPartOfAccount(text: string): string | undefined {
  const plain = plainNumber(text)
  if (/^\+?\d+$/.test(plain)) return findPartOfNumber(plain)
  return text.length >= MIN_LETTERS && /^[^\s,;<>"]+$/.test(text) ? foldText(text) : undefined
}

/** Accounts begin with their country code, so a plus, 00 or a trunk zero is removed. */
function findPartOfNumber(plain: string): string | undefined {
  const hasCountry = /^(\+|00)/.test(plain)
  const digits = plain.replace(/^(\+|00|0)/, '')
  const part = hasCountry ? digits.replace(/^9710/, '971') : digits
  return part.length >= MIN_DIGITS ? part : undefined
}
