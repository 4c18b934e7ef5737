const DIGIT = /\p{Nd}/u

/** Converts the decimal digits of every script: `٥`, `५` and `５` become `5`. */
export const toWesternDigits = (text: string): string => text.replace(/\p{Nd}/gu, valueOf)

/** Wide and styled characters, but not superscripts, circled numbers and fractions: as a digit, a footnote mark would change the number. */
export const withPlainForms = (typed: string): string => typed.replace(/\P{No}+/gu, (part) => part.normalize('NFKC'))

export const onlyDigits = (typed: string): string => toWesternDigits(typed).replace(/\D/g, '')

/** Unicode encodes the digits 0 to 9 of a script in a row, and some of these sets one after another. */
function valueOf(digit: string): string {
  let code = digit.codePointAt(0) ?? 0
  let value = 0
  while (DIGIT.test(String.fromCodePoint((code -= 1)))) value += 1
  return String(value % 10)
}
