import { ar } from './words/ar.ts'
import { en } from './words/en.ts'
import type { StatusWords } from './words/status-words.ts'

/** The languages of the page by their code. A new one is a file in `words`, and its line here. */
export const LANGUAGES = { en, ar } satisfies Record<string, StatusWords>
export type Language = keyof typeof LANGUAGES

/** As much as any browser sends. */
const MAX_HEADER = 200

/** The language that a browser wants the most of those there are (`Accept-Language`); English if it wants none of them. */
export function chooseLanguage(header = ''): Language {
  const wanted = header
    .slice(0, MAX_HEADER)
    .split(',')
    .flatMap((range) => {
      const [, name = '', weight = '1'] = RANGE.exec(range.trim().toLowerCase()) ?? []
      return isLanguage(name) && Number(weight) > 0 ? [{ name, weight: Number(weight) }] : []
    })
  return wanted.toSorted((one, other) => other.weight - one.weight)[0]?.name ?? 'en'
}

/** Such as `ar`, `ar-ae` or `en-gb;q=0.8`. */
const RANGE = /^([a-z]{2,3})(?:-[a-z0-9-]*)?(?:\s*;\s*q=([01](?:\.\d{1,3})?))?$/

const isLanguage = (name: string): name is Language => Object.hasOwn(LANGUAGES, name)
