import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'

import type { Settings } from '#contract/proxy/settings.ts'
import { isSameLimits } from '#domain/sales-limits.ts'
import { catalogueQuery } from '../../../api/catalogue.ts'
import { settingsQuery, useSaveSettings } from '../../../api/settings.ts'
import { useText } from '../../../i18n/use-text.ts'
import { SupervisorsOnly } from '../../../SupervisorsOnly.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { AsyncContent } from '../AsyncContent.tsx'
import { AdminLayout } from '../AdminLayout.tsx'
import { readLimits, takeOver, textsOf } from './limit-entry.ts'
import { LimitFields } from './LimitFields.tsx'
import { SaveBar } from './SaveBar.tsx'

const MOST_MINUTES = 60

/** What holds for the whole shop: when a till locks, and what all cashiers together may sell. */
export default function LimitsPage() {
  return (
    <SupervisorsOnly next="staff.forSupervisors">
      <ShopLimits />
    </SupervisorsOnly>
  )
}

function ShopLimits() {
  const settings = useQuery(settingsQuery)
  const { data: currency, error } = useQuery({ ...catalogueQuery, select: ({ currency }) => currency })
  const both = settings.data && currency !== undefined ? { settings: settings.data, currency } : undefined
  return (
    <AdminLayout page="limits">
      <AsyncContent query={{ data: both, error: settings.error ?? (both ? null : error) }}>
        {({ settings, currency }) => <SettingsForm settings={settings} currency={currency} />}
      </AsyncContent>
    </AdminLayout>
  )
}

type SettingsFormProps = { settings: Settings; currency: string }

function SettingsForm({ settings, currency }: SettingsFormProps) {
  const t = useText()
  const minutesId = useId()
  const save = useSaveSettings()
  const queryClient = useQueryClient()
  const [minutes, setMinutes] = useState(String(settings.idleMinutes))
  const [texts, setTexts] = useState(() => textsOf(settings.limits))
  const [seen, setSeen] = useState(settings)
  const limits = readLimits(texts, currency)
  const isBadMinutes = !/^\d+$/.test(minutes) || Number(minutes) < 1 || Number(minutes) > MOST_MINUTES
  const wanted = limits === undefined || isBadMinutes ? undefined : { idleMinutes: Number(minutes), limits }
  const isChanged =
    wanted !== undefined &&
    (wanted.idleMinutes !== settings.idleMinutes || !isSameLimits(wanted.limits, settings.limits))
  const other = settings.limits && settings.limits.currency !== currency ? settings.limits.currency : undefined

  /** Somebody else changed them: theirs come into the fields nobody touched here. */
  const lookAgain = () => {
    const now = queryClient.getQueryData(settingsQuery.queryKey)
    if (!now) return
    setMinutes((typed) => (typed === String(seen.idleMinutes) ? String(now.idleMinutes) : typed))
    setTexts((typed) => takeOver(typed, seen.limits, now.limits))
    setSeen(now)
  }
  const send = () => {
    if (!wanted || !isChanged || save.isPending) return
    save.mutate({ ...wanted, expected: seen }, { onSuccess: () => setSeen(wanted), onError: lookAgain })
  }
  return (
    <form
      className="staff__form"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        send()
      }}
    >
      <section className="card staff__card" aria-labelledby={`${minutesId}-head`}>
        <h2 id={`${minutesId}-head`}>{t('limits.lock')}</h2>
        <p className="muted">{t('limits.lockLead')}</p>
        <div className="field">
          <div className="field__top">
            <label htmlFor={minutesId}>
              <b>{t('limits.idle')}</b>
            </label>
            <span id={`${minutesId}-rule`} className={isBadMinutes ? 'field__rule field__rule--bad' : 'field__rule'}>
              {t('limits.idleRule')}
            </span>
          </div>
          <div className={isBadMinutes ? 'field__box field__box--bad' : 'field__box'} data-no-scan>
            <input
              id={minutesId}
              className="field__plain num"
              inputMode="numeric"
              autoComplete="off"
              maxLength={2}
              aria-describedby={`${minutesId}-rule`}
              aria-invalid={isBadMinutes}
              value={minutes}
              onChange={(event) => setMinutes(event.currentTarget.value.replace(/\D/g, ''))}
            />
            <span className="muted">{t('limits.minutes')}</span>
          </div>
        </div>
      </section>
      <section className="card staff__card" aria-labelledby={`${minutesId}-shop`}>
        <h2 id={`${minutesId}-shop`}>{t('limits.shop')}</h2>
        <p className="muted">{t('limits.shopLead')}</p>
        {other !== undefined && <Notice kind="info">{t('limits.otherCurrency', { other, currency })}</Notice>}
        <div className="staff__fields">
          <LimitFields texts={texts} currency={currency} onType={setTexts} />
        </div>
      </section>
      <SaveBar
        hasProblem={wanted === undefined}
        isChanged={isChanged}
        isSaved={save.isSuccess}
        isSaving={save.isPending}
        error={save.error}
        onSave={send}
      >
        {t('limits.saveShop')}
      </SaveBar>
    </form>
  )
}
