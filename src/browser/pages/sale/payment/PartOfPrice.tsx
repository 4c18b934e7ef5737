import { decimal, decimalsOf, type Money } from '#domain/money/money.ts'
import { cleanAmountText } from '#domain/money/typed-amount.ts'
import { useFormats } from '../../../i18n/formats.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Field, type FieldProps } from '../../../ui/Field.tsx'
import { Keypad } from '../../../ui/Keypad.tsx'

type PartOfPriceProps = Pick<FieldProps, 'problem' | 'hint' | 'isMet'> & {
  pays: Money
  text: string
  onType: (text: string) => void
}

/** An amount paid toward the price, with its keypad. What a scanner types here is undone. */
export function PartOfPrice({ pays, text, onType, ...note }: PartOfPriceProps) {
  const t = useText()
  const formats = useFormats()
  const type = (typed: string) => onType(cleanAmountText(typed))
  return (
    <>
      <Field
        {...note}
        label={t('payment.ofTotal', { amount: formats.money(pays) })}
        size="xl"
        start={formats.currency(decimal(pays.amount), pays.currency)}
        inputMode="decimal"
        dir="ltr"
        // The dialog is for typing.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
      />
      <Keypad
        onDigit={(digit) => type(text + digit)}
        onDelete={() => onType(text.slice(0, -1))}
        onClear={() => onType('')}
        onDecimal={decimalsOf(pays.currency) > 0 && !text.includes('.') ? () => type(`${text || '0'}.`) : undefined}
      />
    </>
  )
}
