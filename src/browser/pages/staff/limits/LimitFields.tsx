import { useId } from 'react'

import { LIMIT_KINDS, type LimitKind } from '#domain/limit-ref.ts'
import { nameCurrency } from '../../../i18n/format-money.ts'
import { useLocale, useText } from '../../../i18n/use-text.ts'
import { cleanLimitText, findLimitProblem, type LimitTexts } from './limit-entry.ts'

type LimitFieldsProps = {
  texts: LimitTexts
  currency: string
  /** Beside a label while its field is in order, such as how much is used. */
  remarks?: Partial<Record<LimitKind, string | undefined>>
  onType: (texts: LimitTexts) => void
}

/** One field for each limit; an empty one is no limit. */
export function LimitFields({ texts, currency, remarks, onType }: LimitFieldsProps) {
  return LIMIT_KINDS.map((kind) => (
    <LimitField
      key={kind}
      kind={kind}
      text={texts[kind]}
      currency={currency}
      remark={remarks?.[kind]}
      onType={(text) => onType({ ...texts, [kind]: text })}
    />
  ))
}

type LimitFieldProps = {
  kind: LimitKind
  text: string
  currency: string
  remark: string | undefined
  onType: (text: string) => void
}

function LimitField({ kind, text, currency, remark, onType }: LimitFieldProps) {
  const t = useText()
  const locale = useLocale()
  const id = useId()
  const problem = findLimitProblem(kind, text, currency)
  const isAmount = kind !== 'vouchersPerMinute'
  return (
    <div className="field">
      <div className="field__top">
        <label htmlFor={id}>
          <b>{t(`limits.kind.${kind}`)}</b>
        </label>
        <span id={`${id}-rule`} className={problem ? 'field__rule field__rule--bad' : 'field__rule'}>
          {problem ? t(`limits.problem.${problem}`) : text === '' ? t('limits.none') : remark}
        </span>
      </div>
      <div className={problem ? 'field__box field__box--bad' : 'field__box'} data-no-scan>
        {isAmount && <span className="muted">{nameCurrency(currency, locale)}</span>}
        <input
          id={id}
          className="field__plain num"
          inputMode={isAmount ? 'decimal' : 'numeric'}
          autoComplete="off"
          aria-describedby={`${id}-rule`}
          aria-invalid={problem !== undefined}
          placeholder="–"
          value={text}
          onChange={(event) => onType(cleanLimitText(kind, event.currentTarget.value))}
        />
        {!isAmount && <span className="muted">{t('limits.codes')}</span>}
      </div>
    </div>
  )
}
