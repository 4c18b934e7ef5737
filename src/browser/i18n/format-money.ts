import { decimal, decimalsOf, formatDecimal, type Money } from '#domain/money.ts'
import { LANGUAGES } from './languages.ts'
import type { Locale } from './locale.ts'

const pluralRules: Partial<Record<Locale, Intl.PluralRules>> = {}

/** `AED 50.00`, in Arabic `50.00 درهمًا`: with the decimals of the currency and Western digits. */
export function formatMoney(money: Money, locale: Locale): string {
  return inWords(splitMoney(money, locale), locale)
}

/** As `formatMoney`, without decimals that are zero: for tiles and chips. */
export function formatTileMoney(money: Money, locale: Locale): string {
  const { amount, currency } = splitMoney(money, locale)
  return inWords({ amount: amount.replace(/\.0+$/, ''), currency }, locale)
}

/** The amount and the word for its currency apart, for large figures. */
export function splitMoney({ amount, currency }: Money, locale: Locale): { amount: string; currency: string } {
  const text = formatDecimal(decimal(amount), decimalsOf(currency))
  const dirham = currency === 'AED' ? LANGUAGES[locale].dirham : undefined
  if (!dirham) return { amount: groupThousands(text), currency }
  const rules = (pluralRules[locale] ??= new Intl.PluralRules(locale))
  // Only the plural form is chosen by a float; what is shown is the exact text.
  return { amount: groupThousands(text), currency: dirham[rules.select(Number(text))] ?? dirham.other }
}

/** A currency by itself, as in the head of a column. */
export function nameCurrency(currency: string, locale: Locale): string {
  return (currency === 'AED' && LANGUAGES[locale].dirham?.other) || currency
}

/** The unit of an amount that is typed, on its side of the field. */
export const unitBeside = (unit: string, locale: Locale): { start: string } | { end: string } =>
  LANGUAGES[locale].unit === 'before' ? { start: unit } : { end: unit }

function inWords({ amount, currency }: { amount: string; currency: string }, locale: Locale): string {
  return LANGUAGES[locale].unit === 'before' ? `${currency} ${amount}` : `${amount} ${currency}`
}

/** `1,234.50` */
export function groupThousands(text: string): string {
  const [whole = '', fraction] = text.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
