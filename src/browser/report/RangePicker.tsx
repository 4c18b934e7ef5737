import { useQuery } from '@tanstack/react-query'
import { Calendar, Check, ChevronDown, ChevronLeft, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import { dayBeside, daysFrom, type ShopDay, isShopDay } from '#domain/shop-calendar.ts'
import { sessionQuery } from '../api/session.ts'
import type { DayRange } from '../api/day.ts'
import { formatShortDay } from '../i18n/format-time.ts'
import type { Locale } from '../i18n/locale.ts'
import { useLocale, useText } from '../i18n/use-text.ts'
import { WRITING } from '../i18n/writing.ts'
import { Button } from '../ui/Button.tsx'
import { DialogForm } from '../ui/DialogForm.tsx'
import { useShopDays } from '../lib/shop-days.ts'
import { ArrowButton, noonOf, RangeCalendar } from './RangeCalendar.tsx'

/** No shop has earlier sales. */
const EARLIEST = '2000-01-01'

type RangePickerProps = { range: DayRange; onChoose: (range: DayRange) => void }

export function RangePicker({ range, onChoose }: RangePickerProps) {
  const t = useText()
  const { today } = useShopDays()
  const name = useRangeName()
  const [isOpen, setIsOpen] = useState(false)
  const days = daysFrom(range.from, range.to)
  const isLast = range.to >= today
  const move = (by: number) => {
    const to = dayBeside(range.to, by) > today ? today : dayBeside(range.to, by)
    onChoose({ from: dayBeside(to, 1 - days), to })
  }
  return (
    <div
      role="group"
      aria-label={t('reports.range')}
      className="flex max-w-full items-center rounded-2 border-1 border-line-strong bg-surface"
    >
      <ArrowButton icon={ChevronLeft} label={t('reports.range.back')} onPress={() => move(-days)} />
      <Button variant="quiet" icon={Calendar} aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        <span className="whitespace-normal text-ink">{name(range)}</span>
        <ChevronDown size={16} aria-hidden />
      </Button>
      <ArrowButton icon={ChevronRight} label={t('reports.range.on')} isOff={isLast} onPress={() => move(days)} />
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

/** `Today, Fri 20 Nov`, `14 – 20 Nov`. */
export function useRangeName(): (range: DayRange) => string {
  const t = useText()
  const locale = useLocale()
  const { today, yesterday, noonOf: noonHere } = useShopDays()
  const dayName = (day: ShopDay) => formatShortDay(noonHere(day), locale)
  return ({ from, to }) => {
    if (from !== to) return formatRange({ from, to }, locale, today)
    if (to === today) return t('reports.range.today', { day: dayName(to) })
    return to === yesterday ? t('reports.range.yesterday', { day: dayName(to) }) : dayName(to)
  }
}

/** `14 – 20 Nov`, with the year unless it is the current one. */
function formatRange({ from, to }: DayRange, locale: Locale, today: ShopDay): string {
  const isThisYear = from.slice(0, 4) === today.slice(0, 4) && to.slice(0, 4) === today.slice(0, 4)
  return new Intl.DateTimeFormat(WRITING[locale].tag, {
    timeZone: 'UTC',
    day: 'numeric',
    month: 'short',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).formatRange(noonOf(from), noonOf(to))
}

type RangeDialogProps = RangePickerProps & { today: ShopDay; onClose: () => void }

function RangeDialog({ range, today, onChoose, onClose }: RangeDialogProps) {
  const t = useText()
  const locale = useLocale()
  const { data: dayStartHour = 0 } = useQuery({ ...sessionQuery, select: (session) => session.dayStartHour ?? 0 })
  const [{ from, to, isHalf }, setChosen] = useState({ ...range, isHalf: false })
  const [cursor, setCursor] = useState(range.to > today ? today : range.to)
  const days = daysFrom(from, to)
  const isPossible = from >= EARLIEST && to <= today && days >= 1 && days <= MAX_DAYS
  const choose = (day: ShopDay) =>
    setChosen(
      isHalf
        ? { from: day < from ? day : from, to: day < from ? from : day, isHalf: false }
        : { from: day, to: day, isHalf: true },
    )
  const hint = isHalf
    ? t('reports.range.chooseLast')
    : t('reports.range.begins', { time: `${String(dayStartHour).padStart(2, '0')}:00` })
  return (
    <DialogForm
      heading={t('reports.range')}
      size="wide"
      action={t('reports.range.show', { count: days })}
      missing={isPossible ? undefined : t('reports.range.wrong', { count: MAX_DAYS })}
      onSubmit={() => onChoose({ from, to })}
      onClose={onClose}
    >
      <div className="flex flex-wrap items-start gap-4">
        <div className="flex min-w-0 flex-1 basis-[120px] flex-wrap gap-1">
          {presetsOf(today).map(({ id, ...preset }) => {
            const isChosen = preset.from === from && preset.to === to
            return (
              <button
                key={id}
                type="button"
                aria-pressed={isChosen}
                className={`flex min-h-bar min-w-0 flex-1 basis-[120px] items-center gap-2 rounded-2 px-3 text-start text-2 font-medium ${isChosen ? 'bg-act-tint text-act-ink' : 'active:bg-sunken'}`}
                onClick={() => {
                  setChosen({ ...preset, isHalf: false })
                  setCursor(preset.to)
                }}
              >
                <span className="min-w-0 flex-1">
                  {t(`reports.preset.${id}`)}
                  <span className="block text-1 font-normal">{formatRange(preset, locale, today)}</span>
                </span>
                {isChosen && <Check size={20} aria-hidden />}
              </button>
            )
          })}
        </div>
        <div className="min-w-0 basis-[320px] grow max-sm:-mx-4 max-sm:basis-full">
          <RangeCalendar
            range={{ from, to }}
            cursor={cursor}
            earliest={EARLIEST}
            today={today}
            onMove={setCursor}
            onChoose={choose}
          />
        </div>
      </div>
      <p role="status" className="text-1 text-ink-2">
        {hint}
      </p>
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

const MAX_DAYS = 400

/** The range in the URL; today if there is none or it is not valid. */
export function useRange(): [range: DayRange, setRange: (range: DayRange) => void] {
  const [params, setParams] = useSearchParams()
  const { today } = useShopDays()
  return [readRange(params, today), (chosen) => setParams(chosen, { replace: true })]
}

function readRange(params: URLSearchParams, today: ShopDay): DayRange {
  const [from, to] = [params.get('from') ?? '', params.get('to') ?? '']
  const isRange = isShopDay(from) && isShopDay(to) && from <= to && daysFrom(from, to) <= MAX_DAYS
  return isRange ? { from, to } : { from: today, to: today }
}
