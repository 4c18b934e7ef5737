import { sorted } from '../in-order.ts'
import { readNumber, readPhoneCode, readPhoneMask } from './phone-mask.ts'
import { plainNumber } from './phone.ts'
import { foldLetters } from '../text/search-text.ts'

/** `prefix`: the number may still become the code of some country. Countries are in list order. */
export type FoundCountries<T> = { status: 'none' | 'prefix' | 'found'; countries: readonly T[] }

/** Ignores separators and direction marks. */
export function isNumberFirst(typed: string): boolean {
  return /^(\+|00)/.test(plainNumber(typed))
}

/**
 * Finds the countries with the longest matching `phone_code` (spec 2.6). Literals at the start of a mask count as part of the code (`(246) $$$-$$$$`
 * of +1), so they can exclude a country. While +1 may still become +1876, both are returned.
 */
export function findCountriesByNumber<T extends { phoneCode: string; phoneMask: string }>(
  typed: string,
  countries: readonly T[],
): FoundCountries<T> {
  const text = plainNumber(typed)
  const [, digits] = /^(?:\+|00)(\d*)$/.exec(text) ?? []
  if (digits === undefined) return { status: 'none', countries: [] }
  const led = countries.flatMap((country) => {
    const reach = findReach(country, digits)
    return reach === undefined ? [] : { country, reach }
  })
  if (led.length === 0) return { status: 'none', countries: [] }
  const longest = Math.max(...led.map(({ reach }) => reach))
  const found = led.filter(({ reach }) => reach === longest || reach === CODE_NOT_WHOLE).map(({ country }) => country)
  return { status: led.some(({ reach }) => reach === CODE_NOT_WHOLE) ? 'prefix' : 'found', countries: found }
}

/**
 * Searches by name, ISO code or dial code, ignoring case, accents and Arabic marks. Names that begin with the words come first, then ISO codes, then
 * names with the words later. An exact dial code comes before all others. `namesOf` returns every name of a country.
 */
export function searchCountries<T extends { id: string; name: string; phoneCode: string }>(
  typed: string,
  countries: readonly T[],
  namesOf: (country: T) => readonly string[] = ({ name }) => [name],
): readonly T[] {
  const number = plainNumber(typed)
  const [, dialled] = /^(?:\+|00|)(\d*)$/.exec(number) ?? []
  const words = wordsOf(typed)
  const priority = dialled === undefined ? rankByName(words, namesOf) : rankByCode(dialled)
  const found = countries
    .map((country) => ({ country, priority: priority(country) }))
    .filter(({ priority }) => priority !== undefined)
  return sorted(found, (one, other) => one.priority! - other.priority!).map(({ country }) => country)
}

const CODE_NOT_WHOLE = 0

/** `undefined` if the digits contradict the country's code or literals. */
function findReach(country: { phoneCode: string; phoneMask: string }, digits: string): number | undefined {
  const code = readPhoneCode(country.phoneCode)
  if (code === '') return undefined
  if (!digits.startsWith(code)) return code.startsWith(digits) ? CODE_NOT_WHOLE : undefined
  const mask = readPhoneMask(country.phoneCode, country.phoneMask)
  const entry = readNumber(mask, `+${digits}`)
  if (entry.status === 'refused' && entry.reason === 'other-country') return undefined
  const literals = mask.parts.findIndex(({ takes }) => takes === '$' || takes === '*')
  return entry.national.length < literals ? code.length : code.length + literals
}

/** Arabic names are found with and without their article. */
const ARTICLE = 'ال'

type Rank<T> = (country: T) => number | undefined

function rankByCode(dialled: string): Rank<{ phoneCode: string }> {
  return ({ phoneCode }) => {
    const code = readPhoneCode(phoneCode)
    if (dialled === '' || code === dialled) return 0
    return code.startsWith(dialled) ? 1 : undefined
  }
}

function rankByName<T extends { id: string }>(
  words: readonly string[],
  namesOf: (country: T) => readonly string[],
): Rank<T> {
  const wanted = words.join(' ')
  const startsLike = (text: string, begin: string) => text.startsWith(begin) || text.startsWith(ARTICLE + begin)
  return (country) => {
    const names = namesOf(country).map(wordsOf)
    if (names.some((name) => startsLike(name.join(' '), wanted))) return 0
    if (wanted.length >= 2 && country.id.toLowerCase().startsWith(wanted)) return 1
    return names.some((name) => words.every((word) => name.some((one) => startsLike(one, word)))) ? 2 : undefined
  }
}

const wordsOf = (text: string): string[] => foldLetters(text).match(/[\p{L}\p{N}]+/gu) ?? []
