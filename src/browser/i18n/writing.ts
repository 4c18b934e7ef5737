import type { Language } from '#domain/language.ts'

type Writing = {
  direction: 'ltr' | 'rtl'
  /** Non-Latin letters come with `styles/late-fonts.css`. */
  script: 'latin' | 'arabic' | 'devanagari'
  /** For dates and counts: Western digits and the Gregorian calendar in every language. */
  tag: string
}

/** What the first load needs to know about each language. The rest is in `languages.ts`. */
export const WRITING: Record<Language, Writing> = {
  en: { direction: 'ltr', script: 'latin', tag: 'en-GB-u-nu-latn' },
  ar: { direction: 'rtl', script: 'arabic', tag: 'ar-AE-u-nu-latn-ca-gregory' },
  ur: { direction: 'rtl', script: 'arabic', tag: 'ur-PK-u-nu-latn-ca-gregory' },
  hi: { direction: 'ltr', script: 'devanagari', tag: 'hi-IN-u-nu-latn' },
}

export const LOCALES = Object.keys(WRITING) as Language[]

export const isRightToLeft = (locale: Language): boolean => WRITING[locale].direction === 'rtl'

/** `en` for an unknown code. */
export const readLocale = (code: string): Language => LOCALES.find((locale) => locale === code) ?? 'en'
