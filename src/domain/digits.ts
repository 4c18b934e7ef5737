const DIGIT = /\p{Nd}/u

/** The decimal digits of every script as Western ones: `٥`, `५` and `５` become `5`. */
export const toWesternDigits = (text: string): string => text.replace(/\p{Nd}/gu, valueOf)

/**
 * A typed text with the plain forms of wide and styled characters. Superscripts, circled numbers and fractions stay as they are: as digits, the mark of a
 * footnote would make another number.
 */
export const withPlainForms = (typed: string): string => typed.replace(/\P{No}+/gu, (part) => part.normalize('NFKC'))

/** The digits of a typed text, as Western ones. Everything else is dropped. */
export const onlyDigits = (typed: string): string => toWesternDigits(typed).replace(/\D/g, '')

/** Unicode encodes the digits of a script from zero to nine in a row, and some sets of digits directly behind one another. */
function valueOf(digit: string): string {
  let code = digit.codePointAt(0) ?? 0
  let value = 0
  while (DIGIT.test(String.fromCodePoint((code -= 1)))) value += 1
  return String(value % 10)
}
