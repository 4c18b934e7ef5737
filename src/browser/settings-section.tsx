import { Check } from 'lucide-react'
import { useId, type ReactNode } from 'react'

import type { SetSettings, Settings } from '#api/settings.ts'
import { decimalsOf, formatDecimal } from '#domain/money.ts'
import { cleanAmountText, cleanCountText, findAmount } from '#domain/typed-amount.ts'
import { unitBeside, nameCurrency } from './i18n/formats.ts'
import { settingsQuery, useSaveSettings } from './api/settings.ts'
import type { FailureWords } from './api/failure-message.ts'
import type { MessageId } from './i18n/locale.ts'
import { useLocale, useText } from './i18n/use-text.ts'
import { Button } from './ui/Button.tsx'
import { Field } from './ui/Field.tsx'
import { FormProblem } from './ui/DialogForm.tsx'
import { saveBlock, useSharedForm } from './use-shared-form.ts'

type Draft = Record<string, unknown>
type Problems<D extends Draft> = { [Name in keyof D]?: MessageId | undefined }

type SectionOptions<D extends Draft> = {
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
  return { ...form, isChanged, problems, hasProblem, save, submit }
}

type SectionProps = {
  heading: string
  lead?: string
  words?: FailureWords
  form: Pick<ReturnType<typeof useSection>, 'hasProblem' | 'isChanged' | 'save' | 'submit'>
  children: ReactNode
}

export function Section({ heading, lead, words, form, children }: SectionProps) {
  const t = useText()
  const headingId = useId()
  const blocked = saveBlock(form)
  const isSaved = blocked === 'limits.saved'
  return (
    <form
      aria-labelledby={headingId}
      className="flex min-w-0 flex-col gap-3 rounded-3 border-1 border-line bg-surface p-4"
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <h2 id={headingId} className="text-3">
        {heading}
      </h2>
      {lead !== undefined && <p className="text-ink-2">{lead}</p>}
      {children}
      <FormProblem error={form.save.error} words={{ 'stale-version': 'settings.stale', ...words }} />
      <span className="sr-only" role="status">
        {isSaved && t(blocked)}
      </span>
      <div className="flex">
        <Button
          type="submit"
          variant={form.isChanged ? 'primary' : 'secondary'}
          icon={isSaved ? Check : undefined}
          pending={form.save.isPending}
          blocked={blocked && t(blocked)}
          aria-describedby={headingId}
        >
          {t('limits.saveShop')}
        </Button>
      </div>
    </form>
  )
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
