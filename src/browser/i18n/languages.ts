import type { Language } from '#domain/language.ts'

type LanguageFacts = {
  /** In the language itself, for people who cannot read any other. */
  name: string
  unit: 'before' | 'after'
  /** The word for dirham after a number, by plural form. If absent, AED is shown. */
  dirham?: Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }
  /** Weekday names that fit a column: some languages' short names are too long. */
  weekdays: 'short' | 'narrow'
  justNow: string
  /** For passers-by, whatever language the page is in. */
  topUpHere: string
}

/** What else differs by language, besides messages and writing (`writing.ts`). */
export const LANGUAGES: Record<Language, LanguageFacts> = {
  en: { name: 'English', unit: 'before', weekdays: 'short', justNow: 'just now', topUpHere: 'Top up here' },
  ar: {
    name: 'العربية',
    unit: 'after',
    dirham: { few: 'دراهم', many: 'درهمًا', other: 'درهم' },
    weekdays: 'narrow',
    justNow: 'قبل لحظات',
    topUpHere: 'اشحن هنا',
  },
  ur: {
    name: 'اردو',
    unit: 'after',
    dirham: { other: 'درہم' },
    weekdays: 'short',
    justNow: 'ابھی ابھی',
    topUpHere: 'یہاں ریچارج کریں',
  },
  hi: { name: 'हिन्दी', unit: 'before', weekdays: 'short', justNow: 'अभी-अभी', topUpHere: 'यहाँ रिचार्ज करें' },
}
