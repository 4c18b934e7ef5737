import { toWesternDigits } from '../text/digits.ts'
import { findForeignSign, plainNumber } from './phone.ts'

/** `takes` is `$` for any digit, `*` for all digits that follow, or a literal digit. `before` is the punctuation in front of it. */
type MaskPart = { before: string; takes: string }

/** From `phone_code` and `phone_mask` (spec 2.6). `fewest` and `most` count the digits after `code`. In an open mask, the last of `parts` is `*`. */
export type PhoneMask = { code: string; parts: readonly MaskPart[]; fewest: number; most: number; isOpen: boolean }

/** `national` has all digits after the country code, including literals. */
export type NumberEntry =
  /** `missing` is the fewest digits that are missing. */
  | { status: 'incomplete'; national: string; missing: number }
  /** Sent to the wholesaler: code and national digits without plus (spec 4.9). */
  | { status: 'complete'; national: string; account: string }
  /** `sign` is the first character that is in no number, if that is the reason. */
  | { status: 'refused'; national: string; reason: NumberProblem; sign?: string }

/**
 * `other-country`: code, literals or leading zeros rule this country out. `unclear`: the number may or may not begin with the country code and must be typed
 * with `+`.
 */
type NumberProblem = 'not-digits' | 'other-country' | 'too-long' | 'unclear'

// Lengths including the country code (E.164).
const MAX_ACCOUNT = 15
const MIN_ACCOUNT = 7
/** Open masks need at least this many digits, because shorter numbers do not exist. */
const MIN_OF_OPEN = 4

/**
 * Where a number may begin with zero even after the country code, which an open mask does not show: Italy, San Marino, the Vatican, Ivory Coast, Burkina Faso,
 * Benin, Gabon, Congo and Tajikistan. Elsewhere such a zero is only dialed inside the country.
 */
const KEEP_THEIR_ZERO = new Set(['39', '378', '379', '225', '226', '229', '241', '242', '992'])

/**
 * `$` is one digit, `*` any number of digits, other digits are literals, the rest is punctuation (spec 2.6). A country code in front is dropped. An unreadable
 * mask accepts any digits. With an unreadable code, numbers are taken as they are.
 */
export function readPhoneMask(phoneCode: string, mask: string): PhoneMask {
  const code = readPhoneCode(phoneCode)
  const most = MAX_ACCOUNT - code.length
  const national = code === '' ? '' : findNationalMask(code, mask)
  const places = national.replace(/[^\d$*]/g, '')
  const required = places.replaceAll('*', '').length
  if (!isReadable(places) || required > most) return openMask(code, [{ before: '', takes: '*' }], MIN_OF_OPEN)
  const parts = readParts(national)
  return places.includes('*')
    ? openMask(code, parts, required)
    : { code, parts, fewest: required, most: required, isOpen: false }
}

/** Digits of a code such as `+63`, `+1-246` or `00971`, at most 7; empty if it is not a code. */
export function readPhoneCode(phoneCode: string): string {
  return /^(?:\+|00)?([1-9]\d{0,6})$/.exec(plainNumber(phoneCode))?.[1] ?? ''
}

/**
 * With the country code (after `+` or `00`, or in addition to the one shown) or without it, with or without a trunk zero. After `+` or `00` the number must be
 * complete; otherwise the mask's missing literals are added.
 */
export function readNumber(mask: PhoneMask, typed: string): NumberEntry {
  const text = plainNumber(typed)
  const sign = findForeignSign(text)
  if (sign !== undefined) return { status: 'refused', national: text.replace(/\D/g, ''), reason: 'not-digits', sign }
  const [, prefix, digits = ''] = /^(\+|00|)(\d*)$/.exec(text) ?? []
  // A single 0 may still become the prefix 00.
  if (mask.code === '') return judge(mask, text === '0' ? '' : digits)
  return prefix ? readInternational(mask, digits) : readNational(mask, digits)
}

/** Matches country codes of one and of two digits; all others have three (E.164). */
const COUNTRY_CODE = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|[1-9]\d\d)/

/** Reads a number for which no mask is known, without its trunk zero. */
export function readWithoutMask(digits: string): NumberEntry {
  const code = COUNTRY_CODE.exec(digits)?.[0] ?? ''
  return readNumber(readPhoneMask(code, '*'), `+${digits}`)
}

/** Digits beyond the mask are left ungrouped. No digit is lost or added. */
export function formatNational(mask: PhoneMask, national: string): string {
  return Array.from(national, (digit, at) => (mask.parts[at]?.before ?? '') + digit).join('')
}

/** `gaps` has `_` for each missing digit: `917 555` and ` ____`. It is empty for an open mask. */
export function formatWithGaps(mask: PhoneMask, national: string): { typed: string; gaps: string } {
  const typed = formatNational(mask, national)
  const whole = mask.isOpen ? typed : formatNational(mask, national.padEnd(mask.most, '_'))
  return { typed, gaps: whole.slice(typed.length) }
}

/** `+63 917 555 0142`. An account from another country is not grouped. */
export function formatAccount(mask: PhoneMask, account: string): string {
  if (mask.code === '' || !account.startsWith(mask.code)) return `+${account}`
  return `+${mask.code} ${formatNational(mask, account.slice(mask.code.length))}`.trimEnd()
}

/** Whether the account is complete and already in the form that `readNumber` returns. */
export function isAccountOf(mask: PhoneMask, account: string): boolean {
  const entry = readNumber(mask, `+${account}`)
  return entry.status === 'complete' && entry.account === account
}

function openMask(code: string, parts: readonly MaskPart[], required: number): PhoneMask {
  const fewest = Math.max(required, MIN_OF_OPEN, MIN_ACCOUNT - code.length)
  return { code, parts, fewest, most: MAX_ACCOUNT - code.length, isOpen: true }
}

/** A literal after `*` would have no fixed place, and no number begins with 00, the prefix of international calls. */
function isReadable(places: string): boolean {
  return /^[\d$]*(\*[$*]*)?$/.test(places) && /[$*]/.test(places) && !places.startsWith('00')
}

/** `''` for an unreadable mask. */
function findNationalMask(code: string, mask: string): string {
  const text = toWesternDigits(mask).replace(/\p{Cf}/gu, '')
  if (/(?!\d)[\p{L}\p{M}\p{N}]/u.test(text)) return ''
  const [, prefix, rest = ''] = /^[^\d$*+]*(\+|00|)(.*)$/s.exec(text) ?? []
  const [, afterCode] = new RegExp(`^${['', ...code].join('[^\\d$*]*')}(.*)$`, 's').exec(rest) ?? []
  if (prefix) return afterCode ?? ''
  // `7 $$$ …` begins with Kazakhstan's code, `7$$ …` with the first digit of its numbers. Without punctuation, it counts as the code.
  const isCode = afterCode !== undefined && (/^[^\d$*]/.test(afterCode) || !/[^\d$*]/.test(text))
  return isCode ? afterCode : text
}

/** The grouping after a `*` depends on the number's length, so the mask ends there. */
function readParts(national: string): MaskPart[] {
  const upToStar = national.replace(/\*.*$/s, '*')
  const parts: MaskPart[] = []
  let marks = ''
  for (const sign of upToStar) {
    if (!/[\d$*]/.test(sign)) {
      marks += sign
      continue
    }
    // Punctuation that `plainNumber` does not remove would make the grouped number unreadable.
    const before = marks.replace(/[^()[\]./-]+/g, ' ')
    parts.push({ before: parts.length === 0 ? before.replace(/[^([]/g, '') : before, takes: sign })
    marks = ''
  }
  return parts
}

function readInternational(mask: PhoneMask, digits: string): NumberEntry {
  if (mask.code.startsWith(digits)) return judge(mask, '')
  if (!digits.startsWith(mask.code)) return { status: 'refused', national: digits, reason: 'other-country' }
  const national = withoutTrunkZero(mask, digits.slice(mask.code.length))
  if (!hasItsLiterals(mask, national)) return { status: 'refused', national, reason: 'other-country' }
  return judge(mask, national)
}

function readNational(mask: PhoneMask, digits: string): NumberEntry {
  if (contradictsFirstLiteral(mask, digits)) return { status: 'refused', national: digits, reason: 'other-country' }
  const national = withLiterals(mask, withoutTrunkZero(mask, digits))
  const afterCode = findAfterCode(mask, digits)
  if (afterCode === undefined) return judge(mask, national)
  if (national.length > mask.most) return judge(mask, afterCode)
  // An open mask's length does not show whether the code is repeated, and both readings may be real numbers.
  const isUnclear = mask.isOpen && [national, afterCode].every((way) => judge(mask, way).status === 'complete')
  return isUnclear ? { status: 'refused', national, reason: 'unclear' } : judge(mask, national)
}

/** The digits after a repeated code, which was typed in full or, for the shared +1, from the area code on. */
function findAfterCode(mask: PhoneMask, digits: string): string | undefined {
  const repeated = [mask.code, /^1(\d{3})$/.exec(mask.code)?.[1]]
  const ways = repeated.flatMap((code) =>
    code !== undefined && digits.startsWith(code) ? [withoutTrunkZero(mask, digits.slice(code.length))] : [],
  )
  return ways.find((way) => way.length <= mask.most && hasItsLiterals(mask, way))
}

function judge(mask: PhoneMask, national: string): NumberEntry {
  const beginsWrong = national.startsWith('00') || (national.startsWith('0') && !mayBeginWithZero(mask))
  if (beginsWrong) return { status: 'refused', national, reason: 'other-country' }
  if (national.length > mask.most) return { status: 'refused', national, reason: 'too-long' }
  const missing = mask.fewest - national.length
  if (missing > 0) return { status: 'incomplete', national, missing }
  // A fixed mask has room for one more digit, which would make this zero a trunk zero.
  if (national.startsWith('0') && !keepsItsZero(mask)) return { status: 'incomplete', national, missing: 1 }
  return { status: 'complete', national, account: mask.code + national }
}

const keepsItsZero = (mask: PhoneMask) =>
  mask.code === '' || isLiteral(firstPlace(mask)) || KEEP_THEIR_ZERO.has(mask.code)

/** The length of a fixed mask, or a literal zero in it, shows whether a zero belongs to the number. */
function mayBeginWithZero(mask: PhoneMask): boolean {
  return !mask.isOpen || isLiteral(firstPlace(mask)) || KEEP_THEIR_ZERO.has(mask.code)
}

/** People write 0917… and +63 (0)917…; that zero is only dialed inside the country. */
function withoutTrunkZero(mask: PhoneMask, digits: string): string {
  const first = firstPlace(mask)
  if (!/^0(?!0)/.test(digits) || first === '0') return digits
  const rest = digits.slice(1)
  const isTrunk = isLiteral(first) ? hasItsLiterals(mask, rest) : !mayBeginWithZero(mask)
  return isTrunk || withLiterals(mask, digits).length === mask.most + 1 ? rest : digits
}

/** Such a number is complete, so no literals are added: they could turn a landline into another person's mobile number. */
function contradictsFirstLiteral(mask: PhoneMask, digits: string): boolean {
  const first = firstPlace(mask)
  return isLiteral(first) && first !== '0' && /^0(?!0)/.test(digits) && !hasItsLiterals(mask, digits.slice(1))
}

function hasItsLiterals({ parts }: PhoneMask, national: string): boolean {
  return parts.slice(0, national.length).every(({ takes }, at) => !isLiteral(takes) || takes === national[at])
}

/** Digits that agree with the literals are kept; otherwise the literals are added before them. */
function withLiterals(mask: PhoneMask, digits: string): string {
  if (hasItsLiterals(mask, digits)) return digits
  let national = ''
  let taken = 0
  for (const { takes } of mask.parts) {
    if (taken === digits.length) break
    national += isLiteral(takes) ? takes : digits[taken++]
  }
  return national + digits.slice(taken)
}

function firstPlace({ parts }: PhoneMask): string | undefined {
  return parts[0]?.takes
}

function isLiteral(takes: string | undefined): boolean {
  return takes !== '$' && takes !== '*'
}
