import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { StaffEntry } from '#contract/proxy/staff.ts'
import { isSameLimits } from '#domain/sales-limits.ts'
import { decimal } from '#domain/money.ts'
import { staffQuery, useSetLimits } from '../../../api/staff.ts'
import { useFormats } from '../../../i18n/use-formats.ts'
import { useText } from '../../../i18n/use-text.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { readLimits, takeOver, textsOf } from '../limits/limit-entry.ts'
import { LimitFields } from '../limits/LimitFields.tsx'
import { SaveBar } from '../limits/SaveBar.tsx'

type PersonLimitsProps = { entry: StaffEntry; currency: string }

/** Up to how much a cashier sells without a supervisor. */
export function PersonLimits({ entry, currency }: PersonLimitsProps) {
  const t = useText()
  const formats = useFormats()
  const save = useSetLimits(entry.id)
  const queryClient = useQueryClient()
  const [texts, setTexts] = useState(() => textsOf(entry.limits))
  const [seen, setSeen] = useState(entry.limits ?? null)
  const limits = readLimits(texts, currency)
  const isChanged = limits !== undefined && (entry.hasUnreadableLimits || !isSameLimits(limits, entry.limits ?? null))
  const other = entry.limits && entry.limits.currency !== currency ? entry.limits.currency : undefined
  const used = entry.usedToday.pays.find((pays) => pays.currency === currency)

  /** Somebody else changed them: theirs come into the fields nobody touched here. */
  const lookAgain = () => {
    const now = queryClient.getQueryData(staffQuery.queryKey)?.find(({ id }) => id === entry.id)?.limits ?? null
    setTexts((typed) => takeOver(typed, seen, now))
    setSeen(now)
  }
  const send = () => {
    if (limits === undefined || !isChanged || save.isPending) return
    save.mutate({ limits, expected: seen }, { onSuccess: () => setSeen(limits), onError: lookAgain })
  }
  return (
    <form
      className="card staff__card"
      aria-label={t('limits.of', { name: entry.name })}
      onSubmit={(event) => {
        event.preventDefault()
        send()
      }}
    >
      <h3>{t('limits.title')}</h3>
      {entry.hasUnreadableLimits && <Notice kind="info">{t('limits.unreadable')}</Notice>}
      {other !== undefined && <Notice kind="info">{t('limits.otherCurrency', { other, currency })}</Notice>}
      <LimitFields
        texts={texts}
        currency={currency}
        remarks={{
          perDay: used && t('limits.usedToday', { amount: formats.shortMoney(decimal(used.amount), currency) }),
        }}
        onType={setTexts}
      />
      <SaveBar
        hasProblem={limits === undefined}
        isChanged={isChanged}
        isSaved={save.isSuccess}
        isSaving={save.isPending}
        error={save.error}
        onSave={send}
      >
        {t('limits.save')}
      </SaveBar>
    </form>
  )
}
