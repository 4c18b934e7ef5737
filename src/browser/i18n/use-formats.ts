import { useMemo } from 'react'

import { formatDecimal, money, type Decimal, type Money } from '#domain/money.ts'
import { formatMoney, formatTileMoney, splitMoney } from './format-money.ts'
import { formatClock } from './format-time.ts'
import { useLocale, useText } from './use-text.ts'

/** The formats of the language on screen. */
export function useFormats() {
  const t = useText()
  const locale = useLocale()
  return useMemo(
    () => ({
      /** `AED 50.00` */
      money: (value: Money) => formatMoney(value, locale),
      /** `AED 50`: no decimals that are zero. */
      shortMoney: (amount: Decimal, currency: string) => formatTileMoney(money(amount, currency), locale),
      /** `AED 5 to 500` */
      range: (min: Decimal, max: Decimal, currency: string) =>
        t('money.range', {
          min: formatDecimal(min),
          max: formatDecimal(max),
          currency: splitMoney(money(max, currency), locale).currency,
        }),
      /** The word for a currency beside an amount: `AED`, `درهم`. */
      currency: (amount: Decimal, currency: string) => splitMoney(money(amount, currency), locale).currency,
      /** `14:32:08` */
      clock: formatClock,
    }),
    [t, locale],
  )
}
