import { Check } from 'lucide-react'

import type { LimitsBody } from '#api/settings.ts'
import { LIMIT_KINDS, type LimitKind } from '#domain/limit-ref.ts'
import { decimalsOf, formatDecimal } from '#domain/money/money.ts'
import type { SalesLimits } from '#domain/sales-limits.ts'
import { cleanAmountText, cleanCountText, findAmount, findCount, toAmountText } from '#domain/money/typed-amount.ts'
import { groupThousands, nameCurrency, unitBeside } from '../../i18n/formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Button } from '../../ui/Button.tsx'
import { StepperField } from '../../ui/StepperField.tsx'
import { saveBlock } from '../../settings/use-shared-form.ts'

type LimitFieldsProps = {
  texts: LimitTexts
  currency: string
  remarks?: Partial<Record<LimitKind, string | undefined>>
  onType: (texts: LimitTexts) => void
}

export function LimitFields({ texts, currency, remarks, onType }: LimitFieldsProps) {
  const t = useText()
  const locale = useLocale()
  return LIMIT_KINDS.map((kind) => {
    const text = texts[kind]
    const problem = findLimitProblem(kind, text, currency)
    const isAmount = kind !== 'vouchersPerMinute'
    const unit = isAmount ? nameCurrency(currency, locale) : t('limits.codes')
    const type = (typed: string) => onType({ ...texts, [kind]: typed })
    const stepTo = (by: 'up' | 'down') => {
      const next = stepLimit(kind, text, by)
      return next === undefined ? undefined : () => type(next)
    }
    return (
      <StepperField
        key={kind}
        label={t(`limits.kind.${kind}`)}
        hint={remarks?.[kind]}
        problem={problem && t(`limits.problem.${problem}`)}
        value={text}
        formatted={groupThousands(toAmountText(text))}
        placeholder={t('staff.noLimit')}
        {...(isAmount ? unitBeside(unit, locale) : { end: unit })}
        inputMode={isAmount ? 'decimal' : 'numeric'}
        onLower={stepTo('down')}
        onRaise={stepTo('up')}
        onType={(typed) => type(cleanLimitText(kind, typed))}
      />
    )
  })
}

type SaveButtonProps = Parameters<typeof saveBlock>[0] & {
  children: string
  form: string
  save: { isPending: boolean }
}

export function SaveButton({ children, form, ...state }: SaveButtonProps) {
  const t = useText()
  const blocked = saveBlock(state)
  return (
    <>
      <span className="sr-only" role="status">
        {blocked === 'limits.saved' && t(blocked)}
      </span>
      <Button
        type="submit"
        form={form}
        variant="primary"
        size="xl"
        amount=""
        icon={Check}
        pending={state.save.isPending}
        blocked={blocked && t(blocked)}
      >
        {children}
      </Button>
    </>
  )
}

type LimitTexts = Record<LimitKind, string>
type LimitProblem = 'unreadable' | 'zero' | 'decimals' | 'too-many'

const MAX_VOUCHERS = 1000

export function textsOf(limits: SalesLimits | LimitsBody | null | undefined): LimitTexts {
  return Object.fromEntries(LIMIT_KINDS.map((kind) => [kind, String(limits?.[kind] ?? '')])) as LimitTexts
}

const cleanLimitText = (kind: LimitKind, typed: string): string =>
  kind === 'vouchersPerMinute' ? cleanCountText(typed) : cleanAmountText(typed)

export function findLimitProblem(kind: LimitKind, text: string, currency: string): LimitProblem | undefined {
  if (text === '') return undefined
  const value = findAmount(text)
  if (!value || (kind === 'vouchersPerMinute' && findCount(text) === undefined)) return 'unreadable'
  // A limit of zero is too easily confused with no limit.
  if (value.units === 0n) return 'zero'
  if (kind === 'vouchersPerMinute') return Number(text) > MAX_VOUCHERS ? 'too-many' : undefined
  const [, fraction = ''] = formatDecimal(value).split('.')
  return fraction.length > decimalsOf(currency) ? 'decimals' : undefined
}

const FIRST_AMOUNT = 100n
const FIRST_VOUCHERS = 5n
const MAX_AMOUNT = 999_999_999n

/** By half a power of ten, at least by one: 200 becomes 250, and 1500 becomes 2000. Nothing is below the first step, because zero means no limit. */
export function stepLimit(kind: LimitKind, typed: string, by: 'up' | 'down'): string | undefined {
  const isCount = kind === 'vouchersPerMinute'
  const text = toAmountText(typed)
  if (text === '') return by === 'up' ? String(isCount ? FIRST_VOUCHERS : FIRST_AMOUNT) : undefined
  if (!/^\d+\.?\d*$/.test(text)) return undefined
  const [digits = '0', fraction = ''] = text.split('.')
  const whole = BigInt(digits)
  const step = BigInt(Math.max(1, 10 ** (String(whole).length - 1) / 2))
  const below = (whole / step) * step
  const isOnStep = below === whole && !/[1-9]/.test(fraction)
  const next = by === 'up' ? below + step : isOnStep ? below - step : below
  return next > 0n && next <= (isCount ? BigInt(MAX_VOUCHERS) : MAX_AMOUNT) ? String(next) : undefined
}

/** Returns the limits, `null` if there are none, or `undefined` while any of them is not valid. */
export function readLimits(texts: LimitTexts, currency: string): LimitsBody | null | undefined {
  if (LIMIT_KINDS.some((kind) => findLimitProblem(kind, texts[kind], currency))) return undefined
  const set = LIMIT_KINDS.filter((kind) => texts[kind] !== '')
  if (set.length === 0) return null
  const values = set.map((kind) => [
    kind,
    kind === 'vouchersPerMinute' ? Number(texts[kind]) : toAmountText(texts[kind]),
  ])
  return { currency, ...Object.fromEntries(values) } as LimitsBody
}
