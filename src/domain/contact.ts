import { readWithoutMask } from './phone-mask.ts'
import { readUaeNumber, toWesternDigits, withoutSeparators } from './phone.ts'
import { findHiddenCharacter, foldText } from './typed-text.ts'

/** An account of a voucher, or its customer, as typed: a phone number or an e-mail address (service-notes, "Requests"). */
export type Contact =
  | { status: 'empty' }
  /** Can still become one, and no longer the other. */
  | { status: 'incomplete'; as: 'phone' | 'email' }
  /** `text` is what the wholesaler gets: digits with country code and no plus. */
  | { status: 'phone'; text: string }
  | { status: 'email'; text: string }
  | { status: 'refused'; reason: 'not-phone' | 'not-email' | 'too-long' | 'hidden' }

export const MAX_CONTACT = 100
const MIN_PHONE = 8

/** Says which of the two was typed. A UAE number may be typed as people write it; any other one with its country code. */
export function readContact(typed: string): Contact {
  const text = typed.trim()
  if (text === '') return { status: 'empty' }
  if (text.length > MAX_CONTACT) return { status: 'refused', reason: 'too-long' }
  if (!/[\p{L}@]/u.test(text)) return readPhone(text)
  // Not of `text`: trimming takes some of them away. Of a number only the digits go out, which the person sees.
  return findHiddenCharacter(typed) ? { status: 'refused', reason: 'hidden' } : readEmail(text)
}

/** The account or customer that was typed, as it is sent; nothing while it is neither. */
export function findContact(typed: string): string | undefined {
  const contact = readContact(typed)
  return 'text' in contact ? contact.text : undefined
}

function readEmail(text: string): Contact {
  if (/^[^\s@,;<>"]+@[^\s@,;<>"]+\.[^\s@,;<>".]{2,}$/.test(text)) return { status: 'email', text }
  const isBegun = /^[^\s@,;<>"]+(@[^\s@,;<>"]*)?$/.test(text)
  return isBegun ? { status: 'incomplete', as: 'email' } : { status: 'refused', reason: 'not-email' }
}

function readPhone(text: string): Contact {
  const uae = readUaeNumber(text)
  if ('account' in uae) return { status: 'phone', text: uae.account }
  const plain = withoutSeparators(toWesternDigits(text))
  if (!/^\+?\d*$/.test(plain)) return { status: 'refused', reason: 'not-phone' }
  const hasPrefix = /^(\+|00)/.test(plain)
  const digits = plain.replace(/^(\+|00)/, '')
  if (uae.status === 'incomplete') return { status: 'incomplete', as: 'phone' }
  const isForeign = uae.reason === 'not-uae' || (uae.reason === 'too-long' && !hasPrefix && !/^(0|971)/.test(digits))
  if (!isForeign) return { status: 'refused', reason: uae.reason === 'too-long' ? 'too-long' : 'not-phone' }
  const entry = readWithoutMask(digits)
  if (entry.status === 'refused')
    return { status: 'refused', reason: entry.reason === 'too-long' ? 'too-long' : 'not-phone' }
  const isWhole = entry.status === 'complete' && entry.account.length >= MIN_PHONE
  return isWhole ? { status: 'phone', text: entry.account } : { status: 'incomplete', as: 'phone' }
}

/** The same account, however the wholesaler writes it. */
export const isSameContact = (given: string, ours: string): boolean =>
  ours.includes('@') ? foldText(given) === foldText(ours) : given.replace(/\D/g, '') === ours
