const DIGIT = /\p{Nd}/u

/** The decimal digits of every script as Western ones: `٥`, `५` and `５` become `5`. */
export function toWesternDigits(text: string): string {
  return text.replace(/(?![0-9])\p{Nd}/gu, valueOf)
}

/** The digits of a typed text, as Western ones. Everything else is dropped. */
export const onlyDigits = (typed: string): string => toWesternDigits(typed).replace(/\D/g, '')

/** Unicode encodes the digits of a script from zero to nine in a row, and some sets of digits directly behind one another. */
function valueOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0
  let before = 0
  while (DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1
  return String(before % 10)
}
