import { toWesternDigits } from './digits.ts'

/** Letters that people confuse. Persian and Urdu letters become Arabic ones, because an Arabic keyboard has no `پ`. */
const FORMS: Record<string, string> = {
  ...lettersAs('ا', 'ٱ'),
  ...lettersAs('ب', 'پ'),
  ...lettersAs('ت', 'ٹ'),
  ...lettersAs('ج', 'چ'),
  ...lettersAs('د', 'ڈ'),
  ...lettersAs('ر', 'ڑ'),
  ...lettersAs('ز', 'ژ'),
  ...lettersAs('ف', 'ڤ'),
  ...lettersAs('ك', 'کگڭ'),
  ...lettersAs('ن', 'ں'),
  ...lettersAs('ه', 'ةہھەۃ'),
  ...lettersAs('و', 'ۆۇۋ'),
  ...lettersAs('ي', 'ىیېے'),
  ...lettersAs('d', 'đð'),
  ...lettersAs('h', 'ħ'),
  ...lettersAs('i', 'ı'),
  ...lettersAs('l', 'ł'),
  ...lettersAs('n', 'ŋ'),
  ...lettersAs('o', 'ø'),
  ...lettersAs('σ', 'ς'),
  ...lettersAs("'", '’‘ʼ´`′'),
  ...lettersAs('-', '‐‒–—−'),
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
}
const FORM = new RegExp(`[${Object.keys(FORMS).join('')}]`, 'g')

function lettersAs(letter: string, others: string): Record<string, string> {
  return Object.fromEntries(Array.from(others, (other) => [other, letter]))
}

/** Lower case, without accents and invisible marks, with `FORMS` and Western digits. Separators between words stay. */
export const foldLetters = (text: string): string =>
  toWesternDigits(text.normalize('NFKD').toLowerCase())
    .replace(/[\p{M}\p{Cf}\u0640]/gu, '')
    .replace(FORM, (letter) => FORMS[letter] ?? letter)
