import { toWesternDigits } from './digits.ts'

/**
 * The form of a code that makes a browser a terminal, such as `K7QF-M2XD`. It is read from one screen and typed on another, so no two of its
 * letters look alike (0 O, 1 I L, 5 S, 8 B, 2 Z, U V).
 */
export const ENROLLMENT_CODE = { letters: '234679ACDEFGHJKMNPQRTVWXY', length: 8 } as const

/** How long such a code can be used (ms): long enough to walk to the new terminal, too short for a note that is found later. */
export const ENROLLMENT_CODE_VALID_MS = 15 * 60 * 1000

/** The letters of the code for the first supervisor of a shop: two of those. */
export const SETUP_CODE_LENGTH = 2 * ENROLLMENT_CODE.length

/** The first letters of a code, with the dash in its middle: `K7QF-M2`. */
export function formatEnrollmentCode(letters: string): string {
  const half = ENROLLMENT_CODE.length / 2
  return letters.length > half ? `${letters.slice(0, half)}-${letters.slice(half)}` : letters
}

/** A typed code in one form: Western digits and capitals of any width, without dashes, spaces and other characters. */
export const plainCode = (typed: string): string =>
  toWesternDigits(typed.normalize('NFKC'))
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')

/** What of a typed text can be of a code, in its form: upper case, no more letters than it has. */
export const readEnrollmentCode = (typed: string): string =>
  [...plainCode(typed)]
    .filter((letter) => ENROLLMENT_CODE.letters.includes(letter))
    .slice(0, ENROLLMENT_CODE.length)
    .join('')
