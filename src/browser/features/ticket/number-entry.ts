import { groupUaeNational, readUaeNumber, toWesternDigits, withoutSeparators, type UaeNumber } from '#domain/phone.ts'

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
  const raw = keptCharacters(typed)
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

/** The digits and a leading plus: all of what was typed that can belong to a number. Other signs stay, so that they are refused aloud. */
export function keptCharacters(typed: string): string {
  return withoutSeparators(toWesternDigits(typed)).replaceAll('_', '')
}

/** Where the caret goes in `shown` so that as many digits stand before it as before the edit. */
export function caretAfterDigits(shown: string, digits: number): number {
  let left = digits
  for (let at = 0; at < shown.length; at++) {
    if (left === 0) return at
    if (shown[at] !== ' ') left--
  }
  return shown.length
}

function isForeign(number: UaeNumber): boolean {
  return number.status === 'refused' && (number.reason === 'not-uae' || number.reason === 'not-digits')
}

function maskAfter(national: string, missing: number): string {
  return groupUaeNational(national + '_'.repeat(missing)).slice(groupUaeNational(national).length)
}
