import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'

import type { Settings } from '#api/settings.ts'
import { catalogQuery } from '../../api/catalog.ts'
import { settingsQuery } from '../../api/settings.ts'
import { useText } from '../../i18n/use-text.ts'
import { Async } from '../../ui/Async.tsx'
import { FormProblem } from '../../ui/DialogForm.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { CountField, isCountWithin } from '../../ui/StepperField.tsx'
import { AdminLayout } from './AdminLayout.tsx'
import { LimitFields, readLimits, SaveButton, textsOf } from './LimitFields.tsx'
import { useSection } from '../../settings/settings-section.tsx'

const MAX_MINUTES = 60

export default function LimitsPage() {
  const settings = useQuery(settingsQuery)
  const { data: currency, error } = useQuery({ ...catalogQuery, select: ({ currency }) => currency })
  const both = settings.data && currency !== undefined ? { settings: settings.data, currency } : undefined
  return (
    <AdminLayout page="limits">
      <Async query={{ data: both, error: settings.error ?? (both ? null : error) }} loading="staff.reading">
        {({ settings, currency }) => <SettingsForm settings={settings} currency={currency} />}
      </Async>
    </AdminLayout>
  )
}

function SettingsForm({ settings, currency }: { settings: Settings; currency: string }) {
  const t = useText()
  const formId = useId()
  const other = settings.limits && settings.limits.currency !== currency ? settings.limits.currency : undefined
  const form = useSection({
    settings,
    toDraft: ({ idleMinutes, limits }) => ({ minutes: String(idleMinutes), limits: textsOf(limits) }),
    isOutdated: other !== undefined,
    read: ({ minutes, limits: texts }) => {
      const limits = readLimits(texts, currency)
      return {
        wanted: { idleMinutes: Number(minutes), limits: limits ?? null },
        problems: {
          minutes: isCountWithin(minutes, 1, MAX_MINUTES) ? undefined : 'limits.idleRule',
          limits: limits === undefined ? 'limits.fix' : undefined,
        },
      }
    },
  })
  const { draft, set, save } = form
  return (
    <form
      id={formId}
      className="grid items-start gap-4 lg:grid-cols-[320px_1fr]"
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <section className="flex flex-col gap-3 rounded-3 border-1 border-line bg-surface p-4">
        <h2 className="text-3">{t('limits.lock')}</h2>
        <p className="text-ink-2">{t('limits.lockLead')}</p>
        <CountField
          label={t('limits.idle')}
          hint={t('limits.idleRule')}
          problem={t('limits.idleRule')}
          unit={t('limits.minutes')}
          min={1}
          max={MAX_MINUTES}
          value={draft.minutes}
          onType={(minutes) => set({ minutes })}
        />
      </section>
      <section className="flex flex-col gap-3 rounded-3 border-1 border-line bg-surface p-4">
        <h2 className="text-3">{t('limits.shop')}</h2>
        <p className="text-ink-2">{t('limits.shopLead')}</p>
        {other !== undefined && <Notice tone="info">{t('limits.otherCurrency', { other, currency })}</Notice>}
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(280px,100%),1fr))] gap-x-4 gap-y-3">
          <LimitFields texts={draft.limits} currency={currency} onType={(limits) => set({ limits })} />
        </div>
      </section>
      <div className="flex max-w-dialog flex-col gap-3 lg:col-start-2">
        <FormProblem error={save.error} />
        <SaveButton form={formId} {...form}>
          {t('limits.saveShop')}
        </SaveButton>
      </div>
    </form>
  )
}
