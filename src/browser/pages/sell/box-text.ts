import { readUaeNumber } from '#domain/phone.ts'
import { onlyPhoneCharacters } from '../../phone-characters.ts'

/** What is typed above the shelves: a number, a search, or a search behind a number that is whole and stays. */
export type BoxText = { number?: string; search: string }

/** Digits and a plus make a number, anything else is searched. */
export function readBoxText(typed: string): BoxText {
  const kept = onlyPhoneCharacters(typed)
  if (/^\+?\d+$/.test(kept) || kept === '+') return { number: kept, search: '' }
  const [, head = '', tail] = /^([+\d٠-٩۰-۹][^\p{L}]*)(\p{L}.*)$/u.exec(typed) ?? []
  if (tail === undefined) return { search: typed.trim() === '' ? '' : typed }
  const digits = onlyPhoneCharacters(head)
  if (readUaeNumber(digits).status === 'mobile') return { number: digits, search: tail }
  // The digits were grouped as those of a number.
  return { search: digits + (head.endsWith(' ') ? ' ' : '') + tail }
}
