import { formatDecimal, isSameDecimal, type Decimal } from '#domain/money.ts'
import { useFormats } from '../../../i18n/use-formats.ts'
import { useText } from '../../../i18n/use-text.ts'
import type { AmountEntry } from './amount-entry.ts'

type AmountChipsProps = {
  entry: AmountEntry
  quick: readonly Decimal[]
  currency: string
  onPick: (amount: Decimal) => void
}

/** Amounts at one tap. While the typed one is wrong, the legal ones next to it take their place. */
export function AmountChips({ entry, quick, currency, onPick }: AmountChipsProps) {
  const t = useText()
  const formats = useFormats()
  if (entry.status === 'wrong' && entry.fixes.length > 0) {
    return (
      <div
        className="chips auto-cols-fr grid-flow-col grid-cols-none"
        role="group"
        aria-label={t('ticket.quickAmounts')}
      >
        {entry.fixes.map((fix) => (
          <button key={formatDecimal(fix)} type="button" className="chip chip--fix" onClick={() => onPick(fix)}>
            {t('ticket.use', { amount: formats.shortMoney(fix, currency) })}
          </button>
        ))}
      </div>
    )
  }
  if (quick.length === 0) return null
  return (
    <div className="chips" role="group" aria-label={t('ticket.quickAmounts')}>
      {quick.map((amount) => {
        const isPicked = entry.status === 'legal' && isSameDecimal(entry.amount, amount)
        return (
          <button
            key={formatDecimal(amount)}
            type="button"
            className={isPicked ? 'chip chip--sel' : 'chip'}
            aria-pressed={isPicked}
            onClick={() => onPick(amount)}
          >
            {formatDecimal(amount)}
          </button>
        )
      })}
    </div>
  )
}
