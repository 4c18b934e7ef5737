import { useMemo } from 'react'

import { decimal, decimalsOf, formatDecimal, type Money, money, type Decimal } from '#domain/money/money.ts'
import { groupAccount } from '#domain/phone/phone.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { formatClock } from './format-time.ts'
import { LANGUAGES } from './languages.ts'
import type { Locale } from './locale.ts'
import { useLocale, useText } from './use-text.ts'
import { WRITING } from './writing.ts'

const pluralRules: Partial<Record<Locale, Intl.PluralRules>> = {}

/** `AED 50.00` or, in Arabic, `50.00 درهمًا`: with the currency's decimals, Western digits and a no-break space. */
export function formatMoney(money: Money, locale: Locale): string {
  return inWords(splitMoney(money, locale), locale)
}

/** With a usual space, for documents that are printed or copied as text. */
export const formatMoneyAsText = (money: Money, locale: Locale): string =>
  formatMoney(money, locale).replace('\u00a0', ' ')

export function formatTileMoney(money: Money, locale: Locale): string {
  const { currency } = splitMoney(money, locale)
  return inWords({ amount: shortAmount(decimal(money.amount), money.currency), currency }, locale)
}

/** `1,000`, `21.50`: an amount with all decimals of its currency, or none if they are zero. */
export const shortAmount = (amount: Decimal, currency: string): string =>
  groupThousands(formatDecimal(amount, decimalsOf(currency)).replace(/\.0+$/, ''))

/** Amount and currency word apart, for large figures. */
export function splitMoney({ amount, currency }: Money, locale: Locale): { amount: string; currency: string } {
  const text = formatDecimal(decimal(amount), decimalsOf(currency))
  const dirham = currency === 'AED' ? LANGUAGES[locale].dirham : undefined
  if (!dirham) return { amount: groupThousands(text), currency }
  const rules = (pluralRules[locale] ??= new Intl.PluralRules(locale))
  // A float selects the plural form only; the shown text is exact.
  return { amount: groupThousands(text), currency: dirham[rules.select(Number(text))] ?? dirham.other }
}

/** A currency alone, as in a column header. */
export function nameCurrency(currency: string, locale: Locale): string {
  return (currency === 'AED' && LANGUAGES[locale].dirham?.other) || currency
}

/** The currency of a typed amount, on the side of the field where the language puts it. */
export const unitBeside = (unit: string, locale: Locale): { start: string } | { end: string } =>
  LANGUAGES[locale].unit === 'before' ? { start: unit } : { end: unit }

function inWords({ amount, currency }: { amount: string; currency: string }, locale: Locale): string {
  return LANGUAGES[locale].unit === 'before' ? `${currency}\u00a0${amount}` : `${amount}\u00a0${currency}`
}

/** `1,234.50` */
export function groupThousands(text: string): string {
  const [whole = '', fraction] = text.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction === undefined ? grouped : `${grouped}.${fraction}`
}

/** `groupAccount`, or a dash if there is no account. */
export const formatAccount = (account: string | undefined): string =>
  account === undefined ? '–' : groupAccount(account)

/** `0483`, as on slips. `P 0483` in practice, so no one takes it for a real sale. */
export function formatSaleNumber({ number, isPractice }: Pick<Sale, 'number' | 'isPractice'>): string {
  return `${isPractice ? 'P ' : ''}${String(number).padStart(4, '0')}`
}

/** `2 minutes ago`, in whole minutes, hours or days. Future times give `just now`. */
export function formatAge(at: number, now: number, locale: Locale): string {
  const minutes = Math.max(0, Math.floor((now - at) / 60_000))
  if (minutes === 0) return LANGUAGES[locale].justNow
  const words = new Intl.RelativeTimeFormat(WRITING[locale].tag)
  if (minutes < 60) return words.format(-minutes, 'minute')
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? words.format(-hours, 'hour') : words.format(-Math.floor(hours / 24), 'day')
}

export function useFormats() {
  const t = useText()
  const locale = useLocale()
  return useMemo(
    () => ({
      money: (value: Money) => formatMoney(value, locale),
      shortMoney: (amount: Decimal, currency: string) => formatTileMoney(money(amount, currency), locale),
      range: (min: Decimal, max: Decimal, currency: string) =>
        t('money.range', {
          min: shortAmount(min, currency),
          max: shortAmount(max, currency),
          currency: splitMoney(money(max, currency), locale).currency,
        }),
      /** The currency word for an amount: `AED`, `درهم`. */
      currency: (amount: Decimal, currency: string) => splitMoney(money(amount, currency), locale).currency,
      clock: formatClock,
    }),
    [t, locale],
  )
}
