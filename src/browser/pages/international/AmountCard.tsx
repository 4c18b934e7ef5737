import { Check } from 'lucide-react'

import type { Denomination } from '#domain/international.ts'
import { splitMoney } from '../../i18n/format-money.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'

type AmountCardProps = {
  denomination: Denomination
  /** The name says more than the amount. */
  hasTellingName: boolean
  isChosen: boolean
  onChoose: (denomination: Denomination) => void
}

/** What the recipient gets, largest; what the customer pays below it. Only a supervisor's offer has our cost. */
export function AmountCard({ denomination, hasTellingName, isChosen, onChoose }: AmountCardProps) {
  const t = useText()
  const formats = useFormats()
  const { name, description, gets, pays, cost } = denomination
  return (
    <button
      type="button"
      data-tile
      className={isChosen ? 'amt tile--sel' : 'amt'}
      aria-pressed={isChosen}
      onClick={() => onChoose(denomination)}
    >
      <span className="amt__top">
        <Gets money={gets} />
        {isChosen && (
          <span className="tile__tick">
            <Check className="ic" size={16} aria-hidden="true" />
          </span>
        )}
      </span>
      {hasTellingName && (
        <span className="amt__name">
          <bdi>{name}</bdi>
        </span>
      )}
      {description !== '' && description !== name && (
        <span className="amt__more">
          <bdi>{description}</bdi>
        </span>
      )}
      <span className="amt__pays">
        {t('international.pays', { amount: formats.money(pays) })}
        {cost && <span className="amt__cost">{t('international.cost', { amount: formats.money(cost) })}</span>}
      </span>
    </button>
  )
}

function Gets({ money }: { money: Denomination['gets'] }) {
  const locale = useLocale()
  const { amount, currency } = splitMoney(money, locale)
  const figure = amount.replace(/\.0+$/, '')
  return (
    <bdi className="amt__gets">
      {locale === 'ar' ? (
        <>
          {figure} <small>{currency}</small>
        </>
      ) : (
        <>
          <small>{currency}</small> {figure}
        </>
      )}
    </bdi>
  )
}
