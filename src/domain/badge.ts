import { toWesternDigits } from './text/digits.ts'

export const BADGE_CODE_LENGTH = { min: 4, max: 64 }
/** A shorter code never signs in without a PIN. */
export const MIN_BADGE_ALONE_LENGTH = 8

/** What some readers put around a code: the symbology identifier (ISO/IEC 15424), or the sentinels of a magnetic stripe. */
const PREFIX = /^\][A-Z]\d/
const STRIPE = /^[%;+](.*)\?$/

/**
 * The one form of a card's code: in capitals, with Western digits, without what a reader puts around it. `undefined` if it can't be the code of a
 * card.
 */
export function findBadgeCode(text: string): string | undefined {
  const code = toWesternDigits(text).trim().toUpperCase().replace(PREFIX, '').replace(STRIPE, '$1').trim()
  const { min, max } = BADGE_CODE_LENGTH
  return /^[\x20-\x7E]+$/.test(code) && code.length >= min && code.length <= max ? code : undefined
}
