import { groupUaeNational, readUaeNumber, type UaeNumber, onlyPhoneCharacters } from '#domain/phone.ts'

/** What stands in the number field: the digits as read, how they are written there, and the places still to fill. */
export type NumberEntry = {
  number: UaeNumber
  /** `+971`, or nothing where what was typed begins with a country code of its own. */
  prefix: string
  shown: string
  mask: string
}

/** Reads what was typed for the field behind the fixed +971. What is not resolved yet is shown as typed. */
export function readNumberEntry(typed: string): NumberEntry {
  const entry = writeNumber(typed)
  return { ...entry, prefix: /^(\+|00)/.test(entry.shown) ? '' : '+971' }
}

function writeNumber(typed: string): Omit<NumberEntry, 'prefix'> {
  const number = readUaeNumber(typed)
  const raw = onlyPhoneCharacters(typed)
  if (number.status === 'refused')
    return { number, shown: isForeign(number) ? raw : groupUaeNational(number.national), mask: '' }
  if (number.national === '') return { number, shown: raw, mask: raw === '' ? maskAfter('', 9) : '' }
  // Without its zero a landline of area code 9 would be read as the country code.
  const lead = number.national.startsWith('971') ? '0' : ''
  return {
    number,
    shown: lead + groupUaeNational(number.national),
    mask: number.status === 'incomplete' ? maskAfter(number.national, number.missing) : '',
  }
}

function isForeign(number: UaeNumber): boolean {
  return number.status === 'refused' && (number.reason === 'not-uae' || number.reason === 'not-digits')
}

function maskAfter(national: string, missing: number): string {
  return groupUaeNational(national + '_'.repeat(missing)).slice(groupUaeNational(national).length)
}

/** What is typed above the products: a number, a search, or a search behind a number that is whole and stays. */
export type BoxText = { number?: string; search: string }

/** Digits and a plus make a number, anything else is searched. */
export function readBoxText(typed: string): BoxText {
  const kept = onlyPhoneCharacters(typed)
  if (/^\+?\d+$/.test(kept) || kept === '+') return { number: kept, search: '' }
  const [, head = '', tail] = /^([+\d٠-٩۰-۹०-९][^\p{L}]*)(\p{L}.*)$/u.exec(typed) ?? []
  if (tail === undefined) return { search: typed.trim() === '' ? '' : typed }
  const digits = onlyPhoneCharacters(head)
  if (readUaeNumber(digits).status === 'mobile') return { number: digits, search: tail }
  // The digits were grouped as those of a number.
  return { search: digits + (head.endsWith(' ') ? ' ' : '') + tail }
}
