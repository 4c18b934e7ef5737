import { toWesternDigits } from './text/digits.ts'

/** `K7QF-M2XD`. Copied by eye, so it avoids characters that look alike (0 O, 1 I L, 5 S, 8 B, 2 Z, U V). */
export const ENROLLMENT_CODE = { letters: '234679ACDEFGHJKMNPQRTVWXY', length: 8 } as const

/** In ms: long enough to walk to the new terminal, too short for someone who finds the code later. */
export const ENROLLMENT_CODE_VALID_MS = 15 * 60 * 1000

/** For the first supervisor of a shop. */
export const SETUP_CODE_LENGTH = 2 * ENROLLMENT_CODE.length

/** Formats a partly typed code: `K7QF-M2`. */
export function formatEnrollmentCode(letters: string): string {
  const half = ENROLLMENT_CODE.length / 2
  return letters.length > half ? `${letters.slice(0, half)}-${letters.slice(half)}` : letters
}

export const plainCode = (typed: string): string =>
  toWesternDigits(typed.normalize('NFKC'))
    .toUpperCase()
    .replace(/[^0-9A-Z]/g, '')

export const readEnrollmentCode = (typed: string): string =>
  [...plainCode(typed)]
    .filter((letter) => ENROLLMENT_CODE.letters.includes(letter))
    .slice(0, ENROLLMENT_CODE.length)
    .join('')
