import type { Language } from '#domain/language.ts'

type LanguageFacts = {
  /** In its own words: anyone who needs it may read no other. */
  name: string
  direction: 'ltr' | 'rtl'
  /** Its letters come with `styles/script-fonts.css`, unless they are Latin. */
  script: 'latin' | 'arabic' | 'devanagari'
  /** For dates and counts: Western digits and the calendar of the counter, whatever the language. */
  tag: string
  /** On which side of an amount its unit is. */
  unit: 'before' | 'after'
  /** The word for dirham after a number, by the plural rules of the language. Absent: it is written AED. */
  dirham?: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }
  /** The names of weekdays that fit into a column: some languages have no short ones but a letter. */
  weekdays: 'short' | 'narrow'
  justNow: string
}

/** All that is different with the language, besides its texts. */
export const LANGUAGES: Record<Language, LanguageFacts> = {
  en: {
    name: 'English',
    direction: 'ltr',
    script: 'latin',
    tag: 'en-GB-u-nu-latn',
    unit: 'before',
    weekdays: 'short',
    justNow: 'just now',
  },
  ar: {
    name: 'العربية',
    direction: 'rtl',
    script: 'arabic',
    tag: 'ar-AE-u-nu-latn-ca-gregory',
    unit: 'after',
    dirham: { few: 'دراهم', many: 'درهمًا', other: 'درهم' },
    weekdays: 'narrow',
    justNow: 'قبل لحظات',
  },
  ur: {
    name: 'اردو',
    direction: 'rtl',
    script: 'arabic',
    tag: 'ur-PK-u-nu-latn-ca-gregory',
    unit: 'after',
    dirham: { other: 'درہم' },
    weekdays: 'short',
    justNow: 'ابھی ابھی',
  },
  hi: {
    name: 'हिन्दी',
    direction: 'ltr',
    script: 'devanagari',
    tag: 'hi-IN-u-nu-latn',
    unit: 'before',
    weekdays: 'short',
    justNow: 'अभी-अभी',
  },
}

/** In the order in which they are offered. */
export const LOCALES = Object.keys(LANGUAGES) as Language[]

export const isRightToLeft = (locale: Language): boolean => LANGUAGES[locale].direction === 'rtl'

/** A language that was stored or is on screen, by its code. Anything else is English. */
export const readLocale = (code: string): Language => LOCALES.find((locale) => locale === code) ?? 'en'
