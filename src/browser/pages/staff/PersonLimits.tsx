import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'

import type { StaffEntry } from '#contract/proxy/staff.ts'
import { decimal } from '#domain/money.ts'
import { isSameLimits } from '#domain/sales-limits.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { settingsQuery } from '../../api/settings.ts'
import { staffQuery, useSetLimits } from '../../api/staff.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { Notice } from '../../ui/Notice.tsx'
import { readLimits, takeOver, textsOf } from './limit-entry.ts'
import { LimitFields } from './LimitFields.tsx'

type PersonLimitsProps = { person: StaffEntry; formId: string; limits: ReturnType<typeof usePersonLimits> }

/** Up to how much a cashier sells without a supervisor. */
export function PersonLimits({ person, formId, limits: { currency, texts, setTexts, onSubmit } }: PersonLimitsProps) {
  const t = useText()
  const formats = useFormats()
  const { data: shop } = useQuery({ ...settingsQuery, select: (settings) => settings.limits })
  if (currency === undefined) return null
  const other = person.limits && person.limits.currency !== currency ? person.limits.currency : undefined
  const used = person.usedToday.pays.find((pays) => pays.currency === currency)
  const amount = (value: string) => formats.shortMoney(decimal(value), currency)
  return (
    <form
      id={formId}
      aria-label={t('limits.of', { name: person.name })}
      className="flex flex-col gap-3"
      onSubmit={onSubmit}
    >
      {person.hasUnreadableLimits && <Notice tone="info">{t('limits.unreadable')}</Notice>}
      {other !== undefined && <Notice tone="info">{t('limits.otherCurrency', { other, currency })}</Notice>}
      <LimitFields
        texts={texts}
        currency={currency}
        remarks={{
          perSale:
            shop?.perSale !== undefined && shop.currency === currency
              ? t('limits.ofShop', { amount: amount(shop.perSale) })
              : undefined,
          perDay: used && t('limits.usedToday', { amount: amount(used.amount) }),
        }}
        onType={setTexts}
      />
    </form>
  )
}

/** What is typed into the limits of a person. */
export function usePersonLimits(person: StaffEntry) {
  const queryClient = useQueryClient()
  const { data: currency } = useQuery({ ...catalogueQuery, select: ({ currency }) => currency })
  const save = useSetLimits(person.id)
  const [texts, setTexts] = useState(() => textsOf(person.limits))
  const [seen, setSeen] = useState(person.limits ?? null)
  const limits = currency === undefined ? undefined : readLimits(texts, currency)
  const isChanged =
    limits !== undefined && (person.hasUnreadableLimits === true || !isSameLimits(limits, person.limits ?? null))

  /** Somebody else changed them: theirs come into the fields nobody touched here. */
  const readAgain = () => {
    const now = queryClient.getQueryData(staffQuery.queryKey)?.find(({ id }) => id === person.id)?.limits ?? null
    setTexts((typed) => takeOver(typed, seen, now))
    setSeen(now)
  }
  const onSubmit = (event: { preventDefault: () => void }) => {
    event.preventDefault()
    if (limits === undefined || !isChanged || save.isPending) return
    save.mutate({ limits, expected: seen }, { onSuccess: () => setSeen(limits), onError: readAgain })
  }
  return { currency, texts, setTexts, save, hasProblem: limits === undefined, isChanged, onSubmit }
}
