import type { Language } from '#domain/language.ts'
import { SAY } from '../lib/words.ts'

/** Longer than any browser's header. */
const MAX_HEADER = 200

/** The best available language of `Accept-Language`; English if none matches. */
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

const isLanguage = (name: string): name is Language => Object.hasOwn(SAY, name)
