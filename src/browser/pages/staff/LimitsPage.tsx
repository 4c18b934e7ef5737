import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'

import type { Settings } from '#api/settings.ts'
import { isSameLimits } from '#domain/sales-limits.ts'
import { cleanCountText, findCount } from '#domain/typed-amount.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { settingsQuery, useSaveSettings } from '../../api/settings.ts'
import { useText } from '../../i18n/use-text.ts'
import { AmountStepper } from '../../ui/AmountStepper.tsx'
import { Async } from '../../ui/Async.tsx'
import { Field } from '../../ui/Field.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { AdminLayout } from './AdminLayout.tsx'
import { FormProblem } from '../../ui/DialogForm.tsx'
import { LimitFields, readLimits, SaveButton, takeOver, textsOf } from './LimitFields.tsx'

const MAX_MINUTES = 60

/** What holds for the whole shop: when a till locks, and what all cashiers together may sell. */
export default function LimitsPage() {
  const settings = useQuery(settingsQuery)
  const { data: currency, error } = useQuery({ ...catalogueQuery, select: ({ currency }) => currency })
  const both = settings.data && currency !== undefined ? { settings: settings.data, currency } : undefined
  return (
    <AdminLayout page="limits">
      <Async query={{ data: both, error: settings.error ?? (both ? null : error) }} loading="staff.reading">
        {({ settings, currency }) => <SettingsForm settings={settings} currency={currency} />}
      </Async>
    </AdminLayout>
  )
}

type SettingsFormProps = { settings: Settings; currency: string }

function SettingsForm({ settings, currency }: SettingsFormProps) {
  const t = useText()
  const formId = useId()
  const save = useSaveSettings()
  const queryClient = useQueryClient()
  const [minutes, setMinutes] = useState(String(settings.idleMinutes))
  const [texts, setTexts] = useState(() => textsOf(settings.limits))
  const [seen, setSeen] = useState(settings)
  const limits = readLimits(texts, currency)
  const areMinutesBad = (findCount(minutes) ?? 0) < 1 || Number(minutes) > MAX_MINUTES
  const wanted = limits === undefined || areMinutesBad ? undefined : { idleMinutes: Number(minutes), limits }
  const isChanged =
    wanted !== undefined &&
    (wanted.idleMinutes !== settings.idleMinutes || !isSameLimits(wanted.limits, settings.limits))
  const other = settings.limits && settings.limits.currency !== currency ? settings.limits.currency : undefined

  /** Somebody else changed them: theirs come into the fields nobody touched here. */
  const readAgain = () => {
    const now = queryClient.getQueryData(settingsQuery.queryKey)
    if (!now) return
    setMinutes((typed) => (typed === String(seen.idleMinutes) ? String(now.idleMinutes) : typed))
    setTexts((typed) => takeOver(typed, seen.limits, now.limits))
    setSeen(now)
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (!wanted || !isChanged || save.isPending) return
    const expected = { idleMinutes: seen.idleMinutes, limits: seen.limits }
    save.mutate({ ...wanted, expected }, { onSuccess: () => setSeen({ ...seen, ...wanted }), onError: readAgain })
  }
  const minuteBy = (change: number) => {
    const next = Number(minutes) + change
    return areMinutesBad || next < 1 || next > MAX_MINUTES ? undefined : () => setMinutes(String(next))
  }
  return (
    <form id={formId} className="grid items-start gap-4 lg:grid-cols-[320px_1fr]" onSubmit={onSubmit}>
      <section className="flex flex-col gap-3 rounded-3 border-1 border-line bg-surface p-4">
        <h2 className="text-3">{t('limits.lock')}</h2>
        <p className="text-ink-2">{t('limits.lockLead')}</p>
        <Field
          label={t('limits.idle')}
          hint={t('limits.idleRule')}
          problem={areMinutesBad ? t('limits.idleRule') : undefined}
        >
          {(control) => (
            <AmountStepper
              control={control}
              value={minutes}
              end={t('limits.minutes')}
              inputMode="numeric"
              lower={{ label: `${t('limits.lower')}, ${t('limits.idle')}`, onPress: minuteBy(-1) }}
              raise={{ label: `${t('limits.raise')}, ${t('limits.idle')}`, onPress: minuteBy(1) }}
              onType={(typed) => setMinutes(cleanCountText(typed))}
            />
          )}
        </Field>
      </section>
      <section className="flex flex-col gap-3 rounded-3 border-1 border-line bg-surface p-4">
        <h2 className="text-3">{t('limits.shop')}</h2>
        <p className="text-ink-2">{t('limits.shopLead')}</p>
        {other !== undefined && <Notice tone="info">{t('limits.otherCurrency', { other, currency })}</Notice>}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(280px,100%),1fr))] gap-x-4 gap-y-3">
          <LimitFields texts={texts} currency={currency} onType={setTexts} />
        </div>
      </section>
      <div className="flex max-w-dialog flex-col gap-3 lg:col-start-2">
        <FormProblem error={save.error} />
        <SaveButton form={formId} hasProblem={wanted === undefined} isChanged={isChanged} save={save}>
          {t('limits.saveShop')}
        </SaveButton>
      </div>
    </form>
  )
}
