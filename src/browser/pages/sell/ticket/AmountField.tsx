import { Check, CircleAlert } from 'lucide-react'
import { useId, type Ref } from 'react'

import { cleanAmountText, type AmountRule } from '#domain/amount-rule.ts'
import { formatDecimal } from '#domain/money.ts'
import { useFormats } from '../../../i18n/use-formats.ts'
import { useText } from '../../../i18n/use-text.ts'
import type { AmountEntry } from './amount-entry.ts'
import { MaskedInput } from '../../../ui/MaskedInput.tsx'

type AmountFieldProps = {
  text: string
  entry: AmountEntry
  rule: AmountRule
  currency: string
  isActive: boolean
  onType: (typed: string) => void
  onFocus: () => void
  onEnter: () => void
  ref: Ref<HTMLInputElement>
}

/** An amount with its rule beside the label: a tick when it is met, the way out when it is not. */
export function AmountField(props: AmountFieldProps) {
  const { text, entry, rule, currency, isActive, onType, onFocus, onEnter, ref } = props
  const t = useText()
  const formats = useFormats()
  const id = useId()
  const isBad = entry.status === 'wrong' || entry.status === 'unreadable'
  const box = isBad ? 'field__box--bad' : isActive ? 'field__box--on' : ''

  return (
    <div className="field">
      <div className="field__top">
        <label htmlFor={id}>
          <b>{t('ticket.amount')}</b>
        </label>
        <AmountRuleText id={`${id}-rule`} entry={entry} rule={rule} currency={currency} />
      </div>
      <div
        className={`field__box field__box--money cursor-text ${box}`}
        data-no-scan
        onClick={({ currentTarget }) => currentTarget.querySelector('input')?.focus()}
      >
        <span className="pre">{formats.currency(rule.max, currency)}</span>
        <span className="num entry">
          <MaskedInput
            ref={ref}
            id={id}
            shown={text}
            className="val val--lg"
            describedBy={`${id}-rule`}
            isInvalid={isBad}
            kept={cleanAmountText}
            onType={onType}
            onFocus={onFocus}
            onEnter={onEnter}
          />
        </span>
      </div>
    </div>
  )
}

type RuleTextProps = { id: string; entry: AmountEntry; rule: AmountRule; currency: string }

function AmountRuleText({ id, entry, rule, currency }: RuleTextProps) {
  const t = useText()
  const formats = useFormats()
  if (entry.status === 'wrong' || entry.status === 'unreadable') {
    return (
      <span id={id} className="field__rule field__rule--bad" role="alert">
        <CircleAlert className="ic" size={16} aria-hidden="true" />
        <Fix entry={entry} rule={rule} currency={currency} />
      </span>
    )
  }
  const range = formats.range(rule.min, rule.max, currency)
  const isStepped = rule.step.units !== 0n
  const words = isStepped ? t('ticket.rule', { range, step: formatDecimal(rule.step) }) : range
  return (
    <span id={id} className={entry.status === 'legal' ? 'field__rule field__rule--ok' : 'field__rule'}>
      {entry.status === 'legal' && <Check className="ic" size={16} aria-hidden="true" />}
      {words}
    </span>
  )
}

function Fix({ entry, rule, currency }: Omit<RuleTextProps, 'id'>) {
  const t = useText()
  const formats = useFormats()
  if (entry.status !== 'wrong') return t('ticket.unreadableAmount')
  if (entry.problem === 'below-min') return t('ticket.belowMin', { amount: formats.shortMoney(rule.min, currency) })
  if (entry.problem === 'above-max') return t('ticket.aboveMax', { amount: formats.shortMoney(rule.max, currency) })
  const [first, second] = entry.fixes.map((fix) => formatDecimal(fix))
  const step = formatDecimal(rule.step)
  if (first === undefined) return t('ticket.unreadableAmount')
  return second === undefined ? t('ticket.offStepOne', { step, first }) : t('ticket.offStep', { step, first, second })
}
