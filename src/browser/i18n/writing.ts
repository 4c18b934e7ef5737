import type { Language } from '#domain/language.ts'

type Writing = {
  direction: 'ltr' | 'rtl'
  /** Its letters come with `styles/late-fonts.css`, unless they are Latin. */
  script: 'latin' | 'arabic' | 'devanagari'
  /** For dates and counts: Western digits and the calendar of the counter, whatever the language. */
  tag: string
}

/** How each language is written, which the first load has to know. `languages.ts` has what else differs with the language. */
export const WRITING: Record<Language, Writing> = {
  en: { direction: 'ltr', script: 'latin', tag: 'en-GB-u-nu-latn' },
  ar: { direction: 'rtl', script: 'arabic', tag: 'ar-AE-u-nu-latn-ca-gregory' },
  ur: { direction: 'rtl', script: 'arabic', tag: 'ur-PK-u-nu-latn-ca-gregory' },
  hi: { direction: 'ltr', script: 'devanagari', tag: 'hi-IN-u-nu-latn' },
}

export const LOCALES = Object.keys(WRITING) as Language[]

export const isRightToLeft = (locale: Language): boolean => WRITING[locale].direction === 'rtl'

/** A language that was stored or is on screen, by its code. Anything else is English. */
export const readLocale = (code: string): Language => LOCALES.find((locale) => locale === code) ?? 'en'
