import { decimal, decimalsOf, formatDecimal, type Money } from '#domain/money.ts'
import type { Locale } from './locale.ts'

/** The Arabic word for dirham after a number, by the plural rules of the language. */
const DIRHAM: Record<Intl.LDMLPluralRule, string> = {
  zero: 'درهم',
  one: 'درهم',
  two: 'درهم',
  few: 'دراهم',
  many: 'درهمًا',
  other: 'درهم',
}
const arabicPlural = new Intl.PluralRules('ar')

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
  // Only the plural form is chosen by a float; what is shown is the exact text.
  const word = locale === 'ar' && currency === 'AED' ? DIRHAM[arabicPlural.select(Number(text))] : currency
  return { amount: groupThousands(text), currency: word }
}

/** A currency by itself, as in the head of a column. */
export function nameCurrency(currency: string, locale: Locale): string {
  return locale === 'ar' && currency === 'AED' ? DIRHAM.other : currency
}

function inWords({ amount, currency }: { amount: string; currency: string }, locale: Locale): string {
  return locale === 'ar' ? `${amount} ${currency}` : `${currency} ${amount}`
}

/** `1,234.50` */
export function groupThousands(text: string): string {
  const [whole = '', fraction] = text.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}
