import type { SetSettings, Settings } from '#api/settings.ts'
import { decimalsOf, formatDecimal } from '#domain/money/money.ts'
import { cleanAmountText, cleanCountText, findAmount } from '#domain/money/typed-amount.ts'
import { unitBeside, nameCurrency } from '../i18n/formats.ts'
import { settingsQuery, useSaveSettings } from '../api/settings.ts'
import type { MessageId } from '../i18n/locale.ts'
import { useLocale, useText } from '../i18n/use-text.ts'
import { Field } from '../ui/Field.tsx'
import { useSharedForm } from './use-shared-form.ts'

export type Draft = Record<string, unknown>
type Problems<D extends Draft> = { [Name in keyof D]?: MessageId | undefined }

export type SectionOptions<D extends Draft> = {
  settings: Settings
  toDraft: (settings: Settings) => D
  /** Must be saved again although it is unchanged, for example after a change of currency. */
  isOutdated?: boolean
  read: (draft: D) => { wanted: SetSettings; problems?: Problems<D> }
}

export function useSection<D extends Draft>({ settings, toDraft, isOutdated = false, read }: SectionOptions<D>) {
  const save = useSaveSettings()
  const form = useSharedForm(settings, toDraft, (client) => client.getQueryData(settingsQuery.queryKey))
  const { seen } = form
  const isChanged = form.isChanged || isOutdated
  const { wanted, problems = {} }: { wanted: SetSettings; problems?: Problems<D> } = read(form.draft)
  const hasProblem = Object.values(problems).some((problem) => problem !== undefined)
  const submit = () => {
    if (!isChanged || save.isPending || hasProblem) return
    const names = Object.keys(wanted) as (keyof SetSettings)[]
    const expected = Object.fromEntries(names.map((name) => [name, seen[name as keyof Settings]]))
    save.mutate({ ...wanted, expected }, form.settling({ ...seen, ...(wanted as Partial<Settings>) }))
  }
  return { ...form, isChanged, wanted, problems, hasProblem, save, submit }
}

type AmountProps = {
  label: string
  currency: string
  value: string
  problem: MessageId | undefined
  onType: (text: string) => void
}

export function AmountInput({ label, currency, value, problem, onType }: AmountProps) {
  const t = useText()
  const locale = useLocale()
  const unit = nameCurrency(currency, locale)
  return (
    <Field
      label={label}
      problem={problem && t(problem)}
      {...unitBeside(unit, locale)}
      inputMode="decimal"
      dir="ltr"
      value={value}
      onChange={(event) => onType(cleanAmountText(event.currentTarget.value))}
    />
  )
}

type CountProps = Omit<AmountProps, 'currency'> & { unit: string; hint?: string }

export function CountInput({ label, unit, hint, value, problem, onType }: CountProps) {
  const t = useText()
  return (
    <Field
      label={label}
      hint={hint}
      problem={problem && t(problem)}
      end={unit}
      inputMode="numeric"
      dir="ltr"
      value={value}
      onChange={(event) => onType(cleanCountText(event.currentTarget.value))}
    />
  )
}

/** Returns why the text is not an amount of the currency. An empty field has no problem. */
export function findAmountProblem(text: string, currency: string): MessageId | undefined {
  if (text === '') return undefined
  const amount = findAmount(text)
  if (!amount) return 'limits.problem.unreadable'
  const [, fraction = ''] = formatDecimal(amount).split('.')
  return fraction.length > decimalsOf(currency) ? 'limits.problem.decimals' : undefined
}
