import type { CSSProperties, ReactNode } from 'react'

import type { Money as MoneyValue } from '#domain/money/money.ts'
import { splitMoney } from '../i18n/formats.ts'
import { LANGUAGES } from '../i18n/languages.ts'
import { useLocale } from '../i18n/use-text.ts'

type Size = 'text' | 'total' | 'figure' | 'huge' | 'fit' | 'pays' | 'change'

const SIZES: Record<Size, { amount: string; currency: string }> = {
  text: { amount: '', currency: 'text-[0.8em]' },
  total: { amount: 'text-6 font-semibold tracking-2', currency: 'text-3 font-medium tracking-normal' },
  figure: { amount: 'text-5 font-semibold tracking-1', currency: 'text-2 font-medium tracking-normal' },
  huge: { amount: 'text-7 font-semibold tracking-3 sm:text-8', currency: 'text-5 font-medium tracking-normal' },
  /** The largest text of its screen, limited by its `@container`. */
  change: {
    amount:
      'block text-[min(var(--largest),calc(100cqi/var(--ems)))] leading-none font-semibold tracking-3 [--largest:theme(fontSize.8)] sm:[--largest:5.5rem]',
    currency: 'text-[0.43em] font-medium tracking-normal',
  },
  /** What the customer pays, on a review. Limited like `fit`. */
  pays: {
    amount:
      'block text-[min(var(--largest),calc(100cqi/var(--ems)))] leading-[1.1] font-semibold tracking-3 [--largest:theme(fontSize.7)] sm:[--largest:theme(fontSize.8)] lg:[--largest:4.5rem]',
    currency: 'text-[0.43em] font-medium tracking-normal',
  },
  /** Limited by its `@container`, because in some currencies a top-up costs a million. */
  fit: {
    amount:
      'block text-[min(var(--largest),calc(100cqi/var(--ems)))] leading-[theme(fontSize.8[1])] max-sm:leading-[1.1] font-semibold tracking-3 [--largest:theme(fontSize.7)] sm:[--largest:theme(fontSize.8)]',
    currency: 'text-[0.43em] font-medium tracking-normal',
  },
}

/** The currency is small, on the side its language uses. Never wraps or truncates. */
export function Money({ money, size = 'text' }: { money: MoneyValue; size?: Size }) {
  const locale = useLocale()
  const { amount, currency } = splitMoney(money, locale)
  const looks = SIZES[size]
  const unit = <span className={looks.currency}>{currency}</span>
  // A digit is 0.6 em wide, a currency letter at most 0.3 em.
  const ems = { '--ems': amount.length * 0.6 + currency.length * 0.3 + 0.3 } as CSSProperties
  return (
    <bdi
      className={`whitespace-nowrap ${looks.amount}`}
      {...(['fit', 'pays', 'change'].includes(size) && { style: ems })}
    >
      <AmountAndUnit amount={amount} unit={unit} />
    </bdi>
  )
}

export function AmountAndUnit({ amount, unit }: { amount: ReactNode; unit: ReactNode }) {
  const [first, second] = LANGUAGES[useLocale()].unit === 'before' ? [unit, amount] : [amount, unit]
  return (
    <>
      {first} {second}
    </>
  )
}
