import { toWesternDigits } from '#domain/digits.ts'

const ARABIC_FORMS: Record<string, string> = {
  أ: 'ا',
  إ: 'ا',
  آ: 'ا',
  ٱ: 'ا',
  ى: 'ي',
  ئ: 'ي',
  ی: 'ي',
  ؤ: 'و',
  ة: 'ه',
  ک: 'ك',
  ہ: 'ه',
  ھ: 'ه',
}
/** What Unicode does not take apart. */
const LATIN_FORMS: Record<string, string> = { ß: 'ss', ø: 'o', æ: 'ae', œ: 'oe', ı: 'i', ł: 'l', đ: 'd' }
const FORMS: Record<string, string> = { ...ARABIC_FORMS, ...LATIN_FORMS }
const FORM = new RegExp(`[${Object.keys(FORMS).join('')}]`, 'g')
const IS_PLAIN = /^[\x20-\x7e]*$/

/**
 * A text as it is compared: lower case, without marks, Arabic letters of several forms as one, Western digits, and nothing but a space
 * between words, and between digits and letters: "5GB" is "5 gb".
 */
export function foldText(text: string): string {
  const lower = text.toLowerCase()
  if (IS_PLAIN.test(lower)) return lower.replace(/[^a-z\d]+|(?<=\d)(?=[a-z])|(?<=[a-z])(?=\d)/g, ' ').trim()
  return toWesternDigits(lower.normalize('NFKD').toLowerCase())
    .replace(/[\p{M}\p{Cf}\u0640'’]/gu, '')
    .replace(FORM, (letter) => FORMS[letter] ?? letter)
    .replace(/[^\p{L}\p{N}]+|(?<=\p{N})(?=\p{L})|(?<=\p{L})(?=\p{N})/gu, ' ')
    .trim()
}
