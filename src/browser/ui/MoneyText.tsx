import type { Money } from '#domain/money.ts'
import { splitMoney } from '../i18n/format-money.ts'
import { useLocale } from '../i18n/use-text.ts'

type MoneyTextProps = { money: Money }

/** An amount with a small currency, on the side its language wants. The size is its parent's: `.big`, `.seven`, `.ln--total`. */
export function MoneyText({ money }: MoneyTextProps) {
  const locale = useLocale()
  const { amount, currency } = splitMoney(money, locale)
  return (
    <bdi className="whitespace-nowrap">
      {locale === 'ar' ? (
        <>
          {amount} <small>{currency}</small>
        </>
      ) : (
        <>
          <small>{currency}</small> {amount}
        </>
      )}
    </bdi>
  )
}
