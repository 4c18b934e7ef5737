import { Calendar, Check, CircleHelp, Clock, Package, PencilLine, UserRound, X, type LucideIcon } from 'lucide-react'
import { useState } from 'react'

import type { SaleListPage, SalesFilter } from '#api/sales.ts'
import { sorted } from '#domain/in-order.ts'
import { SALE_GROUPS, type SaleGroup } from '#domain/sale/group.ts'
import type { ShopDay } from '#domain/shop-calendar.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Chip } from '../../ui/Chip.tsx'
import { Select } from '../../ui/Select.tsx'
import { TextInput } from '../../ui/TextInput.tsx'
import { useShopDays } from '../../lib/shop-days.ts'
import type { ChangeFilter } from './sales-filter.ts'

const ICONS: Record<SaleGroup, LucideIcon> = {
  sold: Check,
  waiting: Clock,
  unknown: CircleHelp,
  'not-sold': X,
  'not-confirmed': PencilLine,
}
const ALL = ''

type SalesFiltersProps = {
  filter: SalesFilter
  onChange: ChangeFilter
  page: Omit<SaleListPage, 'sales'> | undefined
  isSupervisor: boolean
}

export function SalesFilters({ filter, onChange, page, isSupervisor }: SalesFiltersProps) {
  const t = useText()
  const byName = useByName()
  return (
    <>
      <div role="group" aria-label={t('salesList.filterState')} className="flex flex-wrap gap-2">
        <Chip
          isSelected={filter.state === undefined}
          count={page?.counts?.all}
          onClick={() => onChange({ state: undefined })}
        >
          {t('salesList.group.all')}
        </Chip>
        {SALE_GROUPS.map((group) => (
          <Chip
            key={group}
            icon={ICONS[group]}
            isSelected={group === filter.state}
            count={page?.counts?.[group]}
            onClick={() => onChange({ state: group })}
          >
            {t(`salesList.group.${group}`)}
          </Chip>
        ))}
      </div>
      {filter.q === undefined && isSupervisor && (
        <Select
          aria-label={t('salesList.cashiers')}
          icon={UserRound}
          value={filter.cashier ?? ALL}
          options={[{ value: ALL, text: t('salesList.allCashiers') }, ...byName(page?.cashiers, filter.cashier)]}
          onChange={(cashier) => onChange({ cashier, service: undefined })}
        />
      )}
    </>
  )
}

/** A search, and other filters set by a report, each with a button that removes it. */
export function NarrowedBy({ filter, onChange }: Pick<SalesFiltersProps, 'filter' | 'onChange'>) {
  const t = useText()
  const { q, hour, kind, brand, terminal, paymentMethod } = filter
  const narrowed = [
    { part: 'q', text: q && `\u2068${q}\u2069` },
    { part: 'hour', text: hour && t('salesList.hour', { hour: hour.padStart(2, '0') }) },
    { part: 'kind', text: kind && t(`reports.kind.${kind}`) },
    { part: 'brand', text: brand },
    { part: 'terminal', text: terminal && t('salesList.terminal') },
    { part: 'paymentMethod', text: paymentMethod && t(`shift.method.${paymentMethod}`) },
  ] as const
  const shown = narrowed.filter(({ text }) => text)
  if (shown.length === 0) return null
  return (
    <div className="flex flex-wrap gap-2">
      {shown.map(({ part, text = '' }) => (
        <Chip key={part} icon={X} isSelected onClick={() => onChange({ [part]: undefined })}>
          {t('salesList.narrowed', { what: text })}
        </Chip>
      ))}
    </div>
  )
}

type ProductSelectProps = Pick<SalesFiltersProps, 'filter' | 'onChange' | 'page'>

export function ProductSelect({ filter, onChange, page }: ProductSelectProps) {
  const t = useText()
  const byName = useByName()
  return (
    <Select
      aria-label={t('salesList.products')}
      icon={Package}
      value={filter.service ?? ALL}
      options={[{ value: ALL, text: t('salesList.allProducts') }, ...byName(page?.services, filter.service)]}
      onChange={(service) => onChange({ service })}
    />
  )
}

type Named = { id: string; name: string }
type Choice = { value: string; text: string }

/** Sorted by name. The selected choice stays, even if it does not occur on the day. */
function useByName(): (named: readonly Named[] | undefined, chosen: string | undefined) => Choice[] {
  const { compare } = new Intl.Collator(useLocale(), { numeric: true })
  return (named = [], chosen) => {
    const choices = named.map(({ id, name }) => ({ value: id, text: name }))
    const isThere = chosen === undefined || choices.some(({ value }) => value === chosen)
    return sorted([...choices, ...(isThere ? [] : [{ value: chosen, text: chosen }])], (a, b) =>
      compare(a.text, b.text),
    )
  }
}

const OTHER = 'other'

type DaySelectProps = { day: ShopDay | undefined; onChoose: (day: ShopDay | undefined) => void }

export function DaySelect({ day, onChoose }: DaySelectProps) {
  const t = useText()
  const { today, yesterday } = useShopDays()
  const [isChoosing, setIsChoosing] = useState(false)
  const shown = day ?? today
  const isOther = isChoosing || (shown !== today && shown !== yesterday)
  const choose = (chosen: ShopDay) => onChoose(chosen === today ? undefined : chosen)
  return (
    <>
      <Select
        aria-label={t('salesList.day')}
        icon={Calendar}
        value={isOther ? OTHER : shown}
        options={[
          { value: today, text: t('salesList.today') },
          { value: yesterday, text: t('salesList.yesterday') },
          { value: OTHER, text: t('salesList.otherDay') },
        ]}
        onChange={(chosen) => {
          setIsChoosing(chosen === OTHER)
          if (chosen !== OTHER) choose(chosen)
        }}
      />
      {isOther && <DateInput day={shown} latest={today} onChoose={choose} />}
    </>
  )
}

/** No shop has earlier sales; a partly typed year is earlier too. */
const EARLIEST = '2000-01-01'

function DateInput({ day, latest, onChoose }: { day: ShopDay; latest: ShopDay; onChoose: (day: ShopDay) => void }) {
  const t = useText()
  const [typed, setTyped] = useState(day)
  const [before, setBefore] = useState(day)
  // The day was changed elsewhere, or the typed day was accepted.
  if (day !== before) {
    setBefore(day)
    setTyped(day)
  }
  return (
    <TextInput
      type="date"
      aria-label={t('salesList.pickDay')}
      min={EARLIEST}
      max={latest}
      value={typed}
      onChange={({ currentTarget: { value } }) => {
        setTyped(value)
        if (value >= EARLIEST && value <= latest) onChoose(value)
      }}
    />
  )
}
