import { toWesternDigits } from '#domain/text/digits.ts'
import { findWholeNumber, readNumberQuery } from '#domain/phone/known-number.ts'
import { MAX_SEARCH_LENGTH } from '#domain/sale/search.ts'

/** What a typed text may be the number or name of, besides a product or a page. */
export type Wanted = {
  /** The search of the sales. */
  sales?: string
  /** A whole number as it was typed. */
  number?: string
  /** The last three or four digits of a number. */
  ending?: string
  /** The label of an order: `A-17`. */
  order?: string
  /** The number of a Z report. */
  report?: string
  /** A part of a name. */
  person?: string
}

const REPORT = /^z[\s.-]*0*([1-9]\d{0,8})$/i
const ORDER = /^([a-z])[\s-]*([1-9]\d?)$/i
const PRACTICE_SALE = /^p\s*0*[1-9]\d{0,14}$/i
const SALE_NUMBER = /^#\s*\d{1,15}$/
const NUMBER = /^\+?[\d\s().-]+$/
/** Fewer digits are in nearly every number. */
const MIN_DIGITS = 3
const MIN_LETTERS = 2

const plain = (typed: string) => toWesternDigits(typed.normalize('NFKC')).trim()

/** Whether the text names an order, a report or a sale, which no product does. */
export function isNumbered(typed: string): boolean {
  const text = plain(typed)
  return [REPORT, ORDER, PRACTICE_SALE, SALE_NUMBER].some((form) => form.test(text))
}

export function readSearch(typed: string): Wanted {
  const text = plain(typed)
  const [, report] = REPORT.exec(text) ?? []
  const [, letter, count] = ORDER.exec(text) ?? []
  const query = readNumberQuery(text)
  return {
    ...(isOfSale(text) ? { sales: text } : {}),
    ...(query && 'ending' in query ? query : {}),
    ...(findWholeNumber(text) === undefined ? {} : { number: text }),
    ...(letter === undefined || count === undefined ? {} : { order: `${letter.toUpperCase()}-${count}` }),
    ...(report === undefined ? {} : { report }),
    ...(isName(text) ? { person: text } : {}),
  }
}

/** A number, a sale's number, an id, or an address. Names of products are not searched in the sales. */
function isOfSale(text: string): boolean {
  if (text.length > MAX_SEARCH_LENGTH) return false
  if (PRACTICE_SALE.test(text) || SALE_NUMBER.test(text)) return true
  const hasDigits = text.replace(/\D/g, '').length >= MIN_DIGITS
  return (hasDigits && (NUMBER.test(text) || !/\s/.test(text))) || /^\S{2,}@\S*$/.test(text)
}

const isName = (text: string) => text.length >= MIN_LETTERS && !/\d/.test(text)
