import type { Language } from '#domain/language.ts'

type LanguageFacts = {
  /** In its own words: anyone who needs it may read no other. */
  name: string
  unit: 'before' | 'after'
  /** The word for dirham after a number, by the plural rules of the language. Absent: it is written AED. */
  dirham?: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }
  /** The names of weekdays that fit into a column: some languages have no short ones but a letter. */
  weekdays: 'short' | 'narrow'
  justNow: string
}

/** What differs with the language, besides its texts and how it is written (`writing.ts`). */
export const LANGUAGES: Record<Language, LanguageFacts> = {
  en: { name: 'English', unit: 'before', weekdays: 'short', justNow: 'just now' },
  ar: {
    name: 'العربية',
    unit: 'after',
    dirham: { few: 'دراهم', many: 'درهمًا', other: 'درهم' },
    weekdays: 'narrow',
    justNow: 'قبل لحظات',
  },
  ur: { name: 'اردو', unit: 'after', dirham: { other: 'درہم' }, weekdays: 'short', justNow: 'ابھی ابھی' },
  hi: { name: 'हिन्दी', unit: 'before', weekdays: 'short', justNow: 'अभी-अभी' },
}
