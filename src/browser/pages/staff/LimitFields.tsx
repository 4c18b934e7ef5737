import { Check } from 'lucide-react'

import { LIMIT_KINDS, type LimitKind } from '#domain/limit-ref.ts'
import { groupThousands, nameCurrency } from '../../i18n/format-money.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { AmountStepper } from '../../ui/AmountStepper.tsx'
import { Button } from '../../ui/Button.tsx'
import { Field } from '../../ui/Field.tsx'
import { cleanLimitText, findLimitProblem, stepLimit, type LimitTexts } from './limit-entry.ts'

type LimitFieldsProps = {
  texts: LimitTexts
  currency: string
  /** Beside a label while its field is in order, such as how much is used. */
  remarks?: Partial<Record<LimitKind, string | undefined>>
  onType: (texts: LimitTexts) => void
}

/** One field for each limit; an empty one is no limit. */
export function LimitFields({ texts, currency, remarks, onType }: LimitFieldsProps) {
  const t = useText()
  const locale = useLocale()
  return LIMIT_KINDS.map((kind) => {
    const text = texts[kind]
    const label = t(`limits.kind.${kind}`)
    const problem = findLimitProblem(kind, text, currency)
    const isAmount = kind !== 'vouchersPerMinute'
    const unit = isAmount ? nameCurrency(currency, locale) : t('limits.codes')
    const type = (typed: string) => onType({ ...texts, [kind]: typed })
    const stepTo = (next: string | undefined) => (next === undefined ? undefined : () => type(next))
    return (
      <Field key={kind} label={label} hint={remarks?.[kind]} problem={problem && t(`limits.problem.${problem}`)}>
        {(control) => (
          <AmountStepper
            control={control}
            value={text}
            formatted={groupThousands(text)}
            placeholder={t('staff.noLimit')}
            {...(isAmount && locale !== 'ar' ? { start: unit } : { end: unit })}
            inputMode={isAmount ? 'decimal' : 'numeric'}
            lower={{ label: `${t('limits.lower')}, ${label}`, onPress: stepTo(stepLimit(kind, text, 'down')) }}
            raise={{ label: `${t('limits.raise')}, ${label}`, onPress: stepTo(stepLimit(kind, text, 'up')) }}
            onType={(typed) => type(cleanLimitText(kind, typed))}
          />
        )}
      </Field>
    )
  })
}

type SaveButtonProps = {
  children: string
  /** The id of the form it submits. */
  form: string
  /** Something typed cannot be saved. */
  hasProblem: boolean
  isChanged: boolean
  save: { isPending: boolean; isSuccess: boolean }
}

/** Saves what was typed, or says why there is nothing to save. */
export function SaveButton({ children, form, hasProblem, isChanged, save }: SaveButtonProps) {
  const t = useText()
  const isSaved = save.isSuccess && !isChanged
  const blocked = hasProblem ? 'limits.fix' : isChanged ? undefined : isSaved ? 'limits.saved' : 'limits.unchanged'
  return (
    <>
      <span className="sr-only" role="status">
        {isSaved && t('limits.saved')}
      </span>
      <Button
        type="submit"
        form={form}
        variant="primary"
        size="xl"
        amount=""
        icon={Check}
        pending={save.isPending}
        blocked={blocked && t(blocked)}
      >
        {children}
      </Button>
    </>
  )
}
