import { toWesternDigits, withPlainForms } from '../text/digits.ts'

/** The typed number of a direct recharge: UAE numbers only (spec 1). */
export type UaeNumber =
  /** `missing` counts digits. */
  | { status: 'incomplete'; national: string; missing: number }
  /** 971, 5 and eight digits. */
  | { status: 'mobile'; national: string; account: string }
  /** 971 and 8 or 9 digits that are not a mobile number: accepted with a remark. */
  | { status: 'other'; national: string; account: string }
  /** `sign` is the first character that is in no number, if that is the reason. */
  | { status: 'refused'; national: string; reason: UaeNumberProblem; sign?: string }

export type UaeNumberProblem = 'not-digits' | 'not-uae' | 'too-long' | 'starts-wrong'

const COUNTRY = '971'
const MOBILE_LENGTH = 9
const LANDLINE_LENGTH = 8

/** `5x…`, `05x…`, `9715x…`, `+9715x…` and `009715x…`, with separators. `account` is sent to the wholesaler: country code and digits without plus (spec 4.9). */
export function readUaeNumber(typed: string): UaeNumber {
  const text = plainNumber(typed)
  const sign = findForeignSign(text)
  if (sign !== undefined) return { status: 'refused', national: text, reason: 'not-digits', sign }

  const national = findNational(text)
  if (national === undefined) return { status: 'refused', national: text.replace(/^\+/, ''), reason: 'not-uae' }
  if (national === '') return { status: 'incomplete', national, missing: MOBILE_LENGTH }
  if (national.startsWith('0')) return { status: 'refused', national, reason: 'starts-wrong' }
  if (national.length > MOBILE_LENGTH) return { status: 'refused', national, reason: 'too-long' }

  const isMobile = national.startsWith('5')
  if (isMobile && national.length === MOBILE_LENGTH) return { status: 'mobile', national, account: COUNTRY + national }
  if (!isMobile && national.length >= LANDLINE_LENGTH) return { status: 'other', national, account: COUNTRY + national }
  return { status: 'incomplete', national, missing: (isMobile ? MOBILE_LENGTH : LANDLINE_LENGTH) - national.length }
}

/** `undefined` for a number of another country. */
function findNational(text: string): string | undefined {
  if (text.startsWith('+')) return afterCountry(text.slice(1))
  if (text.startsWith('00')) return afterCountry(text.slice(2))
  if (text.startsWith('0')) return text.slice(1)
  // A leading 971 is read as the country code; 09 71x reaches the landlines of the area code 9.
  if (text.startsWith(COUNTRY)) return afterCountry(text)
  return text
}

function afterCountry(digits: string): string | undefined {
  if (!digits.startsWith(COUNTRY)) return COUNTRY.startsWith(digits) ? '' : undefined
  // People write +971 (0)50: the trunk zero is not part of the number.
  return digits.slice(COUNTRY.length).replace(/^0/, '')
}

/** Control and format characters, combining marks, variation selectors, fillers, and the Braille blank. */
const UNSEEN = /[\p{C}\p{M}\p{Default_Ignorable_Code_Point}\u2800]/gu
/** A URL scheme, a label or a picture, and the apostrophe or equals sign of a spreadsheet. */
const BEFORE_NUMBER =
  /^[\s'"`´‘’“”=<\p{Extended_Pictographic}]*(?:whatsapp:\/\/send\/?\?phone=|(?:https?:\/\/)?(?:wa\.me\/|api\.whatsapp\.com\/send\/?\?phone=)|(?:(?:tel|sms|callto|whatsapp|phone|mobile|mob|ph|cell?|gsm|هاتف|جوال|موبايل|رقم|فون|موبائل|نمبر|फन|मबइल|नबर)\s*(?:number|no|nr)?|no|nr|[mt])\s*[:.]+\s*|(?:هاتف|جوال|موبايل|رقم|فون|موبائل|نمبر|फन|मबइल|नबर|phone|mobile|cell|tel)\s+)?/iu
const CHAT_LINK = /(?:wa\.me\/|\?phone=)$/iu
const AFTER_NUMBER = /[,;:.!>،؛。\s]/u
/** A number that a spreadsheet turned into a decimal. */
const AS_DECIMAL = /^(\+?\d{8,})\.0$/
/** A number that a spreadsheet turned into a power of ten. */
const AS_POWER = /^(\d)[.,](\d+)E\+?0?(\d{1,2})$/i
const SEPARATORS = /[\s\p{Pd}\p{Ps}\p{Pe}\p{Pi}\p{Pf}'"`´./\\\u00B7\u22C5\u2212]/gu

/** Western digits without separators or invisible characters. Other characters stay, so the number is rejected and the message names them. */
export function plainNumber(typed: string): string {
  const written = toWesternDigits(withPlainForms(typed).replace(UNSEEN, ''))
  const before = BEFORE_NUMBER.exec(written)?.[0] ?? ''
  const text = withCountry(before, written.slice(before.length))
  return withoutPower(withoutEnd(text, AFTER_NUMBER).replace(AS_DECIMAL, '$1')).replace(SEPARATORS, '')
}

/** If it has fewer decimals than its exponent, digits may be missing, so the text stays and is rejected. */
const withoutPower = (text: string): string =>
  text.replace(AS_POWER, (all, first: string, decimals: string, power: string) =>
    decimals.length === Number(power) ? first + decimals : all,
  )

/** The number in a chat link has its country code, and other parameters may follow. */
function withCountry(before: string, number: string): string {
  if (!CHAT_LINK.test(before)) return number
  return number.replace(/[?&].*$/su, '').replace(/^(?=[1-9])/, '+')
}

export function withoutEnd(text: string, sign: RegExp): string {
  let end = text.length
  while (sign.test(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

/** Expects the result of `plainNumber`. */
export const findForeignSign = (plain: string): string | undefined => /\D/u.exec(plain.replace(/^\+/, ''))?.[0]

/** `50 123 4567`, landlines `4 123 4567`. */
export function groupUaeNational(national: string): string {
  const head = national.startsWith('5') || national.length > LANDLINE_LENGTH ? 2 : 1
  return [national.slice(0, head), national.slice(head, head + 3), national.slice(head + 3)].filter(Boolean).join(' ')
}

/** `+971 50 123 4567`. Other digits get a plus, and an email address stays as it is. */
export function groupAccount(account: string): string {
  if (!/^971\d+$/.test(account)) return /^\d+$/.test(account) ? `+${account}` : account
  return `+${COUNTRY} ${groupUaeNational(account.slice(COUNTRY.length))}`
}

/** Other characters stay, so they are rejected with a message. */
export function onlyPhoneCharacters(typed: string): string {
  return plainNumber(typed).replaceAll('_', '')
}

/** Other countries' numbers get a plus, because `readContact` reads digits alone as UAE numbers. */
export const writeContact = (contact: string): string =>
  /^\d+$/.test(contact) && !contact.startsWith('971') ? `+${contact}` : contact
