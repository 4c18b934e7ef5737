import { Calendar, Check, ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'

import { dayBeside, daysFrom, type ShopDay } from '#domain/shop-calendar.ts'
import type { DayRange } from '../../api/reports.ts'
import { formatShortDay } from '../../i18n/format-time.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { DialogForm } from '../../ui/DialogForm.tsx'
import { Field } from '../../ui/Field.tsx'
import { useShopDays } from '../../use-shop-days.ts'

/** As many days as the proxy reads at once. */
const MAX_DAYS = 400
/** No shop has earlier sales. */
const EARLIEST = '2000-01-01'

type RangePickerProps = { range: DayRange; onChoose: (range: DayRange) => void }

/** The days a report is of: the arrows go one range back and forth. */
export function RangePicker({ range, onChoose }: RangePickerProps) {
  const t = useText()
  const { today } = useShopDays()
  const name = useRangeName()
  const [isOpen, setIsOpen] = useState(false)
  const days = daysFrom(range.from, range.to)
  const move = (by: number) => {
    const to = dayBeside(range.to, by) > today ? today : dayBeside(range.to, by)
    onChoose({ from: dayBeside(to, 1 - days), to })
  }
  return (
    <div role="group" aria-label={t('reports.range')} className="flex items-center gap-1">
      <span className="rtl:-scale-x-100">
        <IconButton icon={ChevronLeft} label={t('reports.range.back')} onClick={() => move(-days)} />
      </span>
      <Button icon={Calendar} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {name(range)}
      </Button>
      <span className="rtl:-scale-x-100">
        <IconButton
          icon={ChevronRight}
          label={t('reports.range.on')}
          aria-disabled={range.to >= today}
          onClick={() => range.to < today && move(days)}
        />
      </span>
      {isOpen && (
        <RangeDialog
          range={range}
          today={today}
          onChoose={(chosen) => {
            setIsOpen(false)
            onChoose(chosen)
          }}
          onClose={() => setIsOpen(false)}
        />
      )}
    </div>
  )
}

/** `Today, Fri 20 Nov`, `14 Nov to 20 Nov`. */
export function useRangeName(): (range: DayRange) => string {
  const t = useText()
  const locale = useLocale()
  const { today, yesterday, noonOf } = useShopDays()
  const dayName = (day: ShopDay) => formatShortDay(noonOf(day), locale)
  return ({ from, to }) => {
    if (from !== to) return t('reports.range.days', { from: dayName(from), to: dayName(to) })
    if (to === today) return t('reports.range.today', { day: dayName(to) })
    return to === yesterday ? t('reports.range.yesterday', { day: dayName(to) }) : dayName(to)
  }
}

type RangeDialogProps = RangePickerProps & { today: ShopDay; onClose: () => void }

function RangeDialog({ range, today, onChoose, onClose }: RangeDialogProps) {
  const t = useText()
  const [{ from, to }, setRange] = useState(range)
  const days = daysFrom(from, to)
  const isPossible = from >= EARLIEST && to <= today && days >= 1 && days <= MAX_DAYS
  return (
    <DialogForm
      heading={t('reports.range')}
      action={t('reports.range.show', { count: days })}
      missing={isPossible ? undefined : t('reports.range.wrong', { count: MAX_DAYS })}
      onSubmit={() => onChoose({ from, to })}
      onClose={onClose}
    >
      <div className="grid gap-1">
        {presetsOf(today).map(({ id, ...preset }) => (
          <Button
            key={id}
            variant={preset.from === from && preset.to === to ? 'tint' : 'quiet'}
            icon={preset.from === from && preset.to === to ? Check : undefined}
            aria-pressed={preset.from === from && preset.to === to}
            onClick={() => setRange(preset)}
          >
            {t(`reports.preset.${id}`)}
          </Button>
        ))}
      </div>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field
          label={t('reports.range.first')}
          type="date"
          min={EARLIEST}
          max={today}
          value={from}
          onChange={({ currentTarget: { value } }) => value !== '' && setRange({ from: value, to })}
        />
        <Field
          label={t('reports.range.last')}
          type="date"
          min={EARLIEST}
          max={today}
          value={to}
          onChange={({ currentTarget: { value } }) => value !== '' && setRange({ from, to: value })}
        />
      </div>
    </DialogForm>
  )
}

function presetsOf(today: ShopDay) {
  const month = `${today.slice(0, 7)}-01`
  const lastOfBefore = dayBeside(month, -1)
  const yesterday = dayBeside(today, -1)
  return [
    { id: 'today', from: today, to: today },
    { id: 'yesterday', from: yesterday, to: yesterday },
    { id: 'week', from: dayBeside(today, -6), to: today },
    { id: 'month', from: month, to: today },
    { id: 'lastMonth', from: `${lastOfBefore.slice(0, 7)}-01`, to: lastOfBefore },
  ] as const
}
