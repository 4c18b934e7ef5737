import type { InternationalChoice } from '../catalog/international.ts'
import { formatAccount, readPhoneMask, readWithoutMask } from './phone-mask.ts'
import { findForeignSign, groupAccount, plainNumber, readUaeNumber, withoutEnd } from './phone.ts'
import { findHiddenCharacter, foldText } from '../text/typed-text.ts'

/** A voucher's account or customer: a phone number or an email address (docs/service-notes.md, "Requests"). */
export type Contact =
  | { status: 'empty' }
  /** The text can still become valid as this kind and no longer as the other. */
  | { status: 'incomplete'; as: 'phone' | 'email' }
  /** Sent to the wholesaler: digits with country code, without plus. */
  | { status: 'phone'; text: string }
  | { status: 'email'; text: string }
  /** `sign` is the first character that is in no phone number, if that is the reason. */
  | { status: 'refused'; reason: 'not-phone' | 'not-email' | 'too-long' | 'hidden'; sign?: string }

const MAX_CONTACT = 100
const MIN_PHONE = 8

/** A UAE number may be typed in any common form; other numbers need the country code. */
export function readContact(typed: string): Contact {
  const text = typed.trim()
  if (text === '') return { status: 'empty' }
  if (text.length > MAX_CONTACT) return { status: 'refused', reason: 'too-long' }
  if (!/[\p{L}@]/u.test(plainNumber(text))) return readPhone(text)
  // Trimming removes some hidden characters. Phone numbers are exempt: only their digits are sent, and the person sees those.
  return findHiddenCharacter(typed) ? { status: 'refused', reason: 'hidden' } : readEmail(text)
}

/** `undefined` unless the contact is complete. */
export function findContact(typed: string): string | undefined {
  const contact = readContact(typed)
  return 'text' in contact ? contact.text : undefined
}

/** What surrounds an email address in links, emails and sentences. After a name, the address is in angle brackets. */
const BEFORE_EMAIL = /^[\s'"‘’“”(<]*(?:mailto:)?/i
const AFTER_EMAIL = /[\s'"‘’“”)>.,;:!،؛。]/u
const NAMED = /<([^<>]*)>\s*$/
const MISPLACED = /^\.|\.\.|\.@|@[.-]|-\.|\.-|-$/

function readEmail(typed: string): Contact {
  const wide = typed.normalize('NFKC').replaceAll('。', '.')
  const address = (NAMED.exec(wide)?.[1] ?? wide).replace(/(mailto:[^?]*)\?.*$/i, '$1').replace(BEFORE_EMAIL, '')
  const text = withoutEnd(address, AFTER_EMAIL)
  if (/^[^\s@,;<>"]+@[\p{L}\p{M}\p{N}.-]+\.[\p{L}\p{M}\p{N}-]{2,}$/u.test(text))
    return MISPLACED.test(text) ? { status: 'refused', reason: 'not-email' } : { status: 'email', text }
  const isBegun = /^[^\s@,;<>"]+(@[\p{L}\p{M}\p{N}.-]*)?$/u.test(text)
  return isBegun ? { status: 'incomplete', as: 'email' } : { status: 'refused', reason: 'not-email' }
}

function readPhone(text: string): Contact {
  const uae = readUaeNumber(text)
  if ('account' in uae) return { status: 'phone', text: uae.account }
  const plain = plainNumber(text)
  const sign = findForeignSign(plain)
  if (sign !== undefined) return { status: 'refused', reason: 'not-phone', sign }
  const hasPrefix = /^(\+|00)/.test(plain)
  const digits = plain.replace(/^(\+|00)/, '')
  if (uae.status === 'incomplete') return { status: 'incomplete', as: 'phone' }
  const isForeign = uae.reason === 'not-uae' || (uae.reason === 'too-long' && !hasPrefix && !/^(0|971)/.test(digits))
  if (!isForeign) return { status: 'refused', reason: uae.reason === 'too-long' ? 'too-long' : 'not-phone' }
  const entry = readWithoutMask(digits)
  if (entry.status === 'refused')
    return { status: 'refused', reason: entry.reason === 'too-long' ? 'too-long' : 'not-phone' }
  const isComplete = entry.status === 'complete' && entry.account.length >= MIN_PHONE
  return isComplete ? { status: 'phone', text: entry.account } : { status: 'incomplete', as: 'phone' }
}

/** The wholesaler may write the contact in any form. */
export const isSameContact = (given: string, ours: string): boolean =>
  ours.includes('@') ? foldText(given) === foldText(ours) : given.replace(/\D/g, '') === ours

const KEPT = 4
const MASK = '•'

/** Masks all but the last four characters, and always at least half of them. */
export function maskForGood(account: string): string {
  const characters = [...account]
  const kept = Math.min(KEPT, Math.floor(characters.length / 2))
  return characters.map((one, place) => (place < characters.length - kept ? MASK : one)).join('')
}

/** No account that can be typed contains the mask. */
export const isMasked = (account: string | undefined): boolean => account?.includes(MASK) === true

/** Whether the unmasked end is the same. */
export const matchesMasked = (account: string, masked: string): boolean =>
  foldText(account).endsWith(foldText(masked.replaceAll(MASK, '')))

/** An international number follows its country's mask: `+63 917 555 0142`. */
export function formatRecipient({
  account,
  international,
}: {
  account?: string | undefined
  international?: InternationalChoice | undefined
}): string | undefined {
  if (account === undefined || !international || isMasked(account)) return account && groupAccount(account)
  const { phoneCode, phoneMask } = international.country
  return formatAccount(readPhoneMask(phoneCode, phoneMask), account)
}

/** Keeps the country code and the last four digits, but at most half of them: `+971 •• ••• 4567`. */
export function maskInGroups(number: string): string {
  const [code = '', ...groups] = number.split(' ')
  const isCode = code.startsWith('+') && groups.length > 0
  const rest = isCode ? groups.join(' ') : number
  const digits = [...rest].filter((sign) => /\d/.test(sign)).length
  const kept = Math.min(KEPT, Math.floor(digits / 2))
  let left = digits
  const masked = rest.replace(/\d/g, (digit) => (left-- > kept ? MASK : digit))
  return isCode ? `${code} ${masked}` : masked
}
