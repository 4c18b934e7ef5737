import { useQueryClient } from '@tanstack/react-query'
import { Check } from 'lucide-react'
import { useId, useState, type FormEvent, type ReactNode } from 'react'

import type { SetSettings, Settings } from '#api/settings.ts'
import { decimalsOf, formatDecimal } from '#domain/money.ts'
import { cleanAmountText, cleanCountText, findAmount, findCount } from '#domain/typed-amount.ts'
import { unitBeside, nameCurrency } from '../../../i18n/formats.ts'
import { settingsQuery, useSaveSettings } from '../../../api/settings.ts'
import type { FailureWords } from '../../../api/failure-message.ts'
import type { MessageId } from '../../../i18n/locale.ts'
import { useLocale, useText } from '../../../i18n/use-text.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { FormProblem } from '../../../ui/DialogForm.tsx'

/** What stands in the fields of a section, and what is wrong with it. */
type Draft = Record<string, unknown>
type Problems<D extends Draft> = { [Name in keyof D]?: MessageId | undefined }
type Reading<D extends Draft> = { wanted: SetSettings; problems?: Problems<D> }

export type SectionForm<D extends Draft> = {
  draft: D
  problems: Problems<D>
  set: (change: Partial<D>) => void
  isChanged: boolean
  save: ReturnType<typeof useSaveSettings>
  submit: () => void
}

type SectionOptions<D extends Draft> = {
  settings: Settings
  /** The settings as they stand in the fields. */
  toDraft: (settings: Settings) => D
  /** What is typed, as it is saved. */
  read: (draft: D) => Reading<D>
}

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** The fields of one section, which is saved alone. What somebody else changes meanwhile comes into the fields that nobody touched here. */
export function useSection<D extends Draft>({ settings, toDraft, read }: SectionOptions<D>): SectionForm<D> {
  const queryClient = useQueryClient()
  const save = useSaveSettings()
  const [seen, setSeen] = useState(settings)
  const [draft, setDraft] = useState(() => toDraft(settings))
  const { wanted, problems = {} } = read(draft)
  const isChanged = !isSame(draft, toDraft(seen))

  const readAgain = () => {
    const now = queryClient.getQueryData(settingsQuery.queryKey)
    if (!now) return
    const [before, after] = [toDraft(seen), toDraft(now)]
    setDraft((typed) => {
      const untouched = Object.keys(after).filter((name) => isSame(typed[name], before[name]))
      return { ...typed, ...Object.fromEntries(untouched.map((name) => [name, after[name]])) }
    })
    setSeen(now)
  }
  const submit = () => {
    if (!isChanged || save.isPending || hasProblem(problems)) return
    const names = Object.keys(wanted) as (keyof SetSettings)[]
    const expected = Object.fromEntries(names.map((name) => [name, seen[name as keyof Settings]]))
    const onSuccess = () => {
      const saved = { ...seen, ...(wanted as Partial<Settings>) }
      setSeen(saved)
      // As it is saved, unless the person typed on.
      setDraft((now) => (isSame(now, draft) ? toDraft(saved) : now))
    }
    save.mutate({ ...wanted, expected }, { onSuccess, onError: readAgain })
  }
  return { draft, problems, set: (change) => setDraft({ ...draft, ...change }), isChanged, save, submit }
}

const hasProblem = (problems: Record<string, unknown>) => Object.values(problems).some((each) => each !== undefined)

type SectionProps = {
  heading: string
  lead?: string
  /** What a refusal means in this section, where the usual words would not say it. */
  words?: FailureWords
  form: Pick<SectionForm<Draft>, 'isChanged' | 'save' | 'submit'> & { problems: Record<string, MessageId | undefined> }
  children: ReactNode
}

/** A part of the page with a button of its own. */
export function Section({ heading, lead, words, form: { problems, isChanged, save, submit }, children }: SectionProps) {
  const t = useText()
  const headingId = useId()
  const isSaved = save.isSuccess && !isChanged
  const blocked = hasProblem(problems)
    ? 'limits.fix'
    : isChanged
      ? undefined
      : isSaved
        ? 'limits.saved'
        : 'limits.unchanged'
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  return (
    <form
      aria-labelledby={headingId}
      className="flex min-w-0 flex-col gap-3 rounded-3 border-1 border-line bg-surface p-4"
      onSubmit={onSubmit}
    >
      <h2 id={headingId} className="text-3">
        {heading}
      </h2>
      {lead !== undefined && <p className="text-ink-2">{lead}</p>}
      {children}
      <FormProblem error={save.error} words={{ 'stale-version': 'settings.stale', ...words }} />
      <span className="sr-only" role="status">
        {isSaved && t('limits.saved')}
      </span>
      <div className="flex">
        <Button
          type="submit"
          variant={isChanged ? 'primary' : 'secondary'}
          icon={isSaved ? Check : undefined}
          pending={save.isPending}
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

/** An amount in the shop's currency. */
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

/** Why this is no amount of the currency. An empty field is none. */
export function findAmountProblem(text: string, currency: string): MessageId | undefined {
  if (text === '') return undefined
  const amount = findAmount(text)
  if (!amount) return 'limits.problem.unreadable'
  const [, fraction = ''] = formatDecimal(amount).split('.')
  return fraction.length > decimalsOf(currency) ? 'limits.problem.decimals' : undefined
}

/** Whether a typed number is a whole one between these. */
export function isWithin(text: string, min: number, max: number): boolean {
  const count = findCount(text)
  return count !== undefined && count >= min && count <= max
}
