// In the ARIA patterns, a calendar is a grid, and browsers only expose its cells as such with explicit roles.
/* oxlint-disable jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/control-has-associated-label, jsx-a11y/no-redundant-roles */
import { ChevronLeft, ChevronRight, type LucideIcon } from 'lucide-react'
import { useId, useLayoutEffect, useRef, type KeyboardEvent } from 'react'

import { dayBeside, type ShopDay } from '#domain/shop-calendar.ts'
import type { DayRange } from '../api/day.ts'
import { formatWith } from '../i18n/format-time.ts'
import { LANGUAGES } from '../i18n/languages.ts'
import { useLocale, useText } from '../i18n/use-text.ts'
import { isRightToLeft } from '../i18n/writing.ts'
import { IconButton } from '../ui/Button.tsx'

type RangeCalendarProps = {
  range: DayRange
  /** The day in the tab order; its month is shown. */
  cursor: ShopDay
  /** The selectable days, up to today. */
  earliest: ShopDay
  today: ShopDay
  onMove: (cursor: ShopDay) => void
  onChoose: (day: ShopDay) => void
}

/** Arrow keys, Home, End, Page Up and Page Down move by day, week and month; with Shift, by year. */
export function RangeCalendar({ range, cursor, earliest, today, onMove, onChoose }: RangeCalendarProps) {
  const t = useText()
  const locale = useLocale()
  const monthId = useId()
  const atCursor = useRef<HTMLButtonElement>(null)
  const isByKey = useRef(false)
  useLayoutEffect(() => {
    if (isByKey.current) atCursor.current?.focus()
    isByKey.current = false
  }, [cursor])

  const format = (day: ShopDay, options: Intl.DateTimeFormatOptions) =>
    formatWith(options, noonOf(day).getTime(), locale, 'UTC')
  const nameOf = (day: ShopDay) => {
    const name = format(day, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })
    const ends = [day === range.from && t('reports.range.first'), day === range.to && t('reports.range.last')]
    return [name, ...ends.filter((end) => end !== false)].join(t('shell.comma'))
  }
  const within = (day: ShopDay) => (day < earliest ? earliest : day > today ? today : day)
  const isFirstMonth = dayInMonth(cursor, -1) < earliest
  const isLastMonth = lastOfMonth(cursor) >= today

  const onKeyDown = (event: KeyboardEvent) => {
    const onward = isRightToLeft(locale) ? -1 : 1
    const months = event.shiftKey ? 12 : 1
    const to = {
      ArrowLeft: () => dayBeside(cursor, -onward),
      ArrowRight: () => dayBeside(cursor, onward),
      ArrowUp: () => dayBeside(cursor, -7),
      ArrowDown: () => dayBeside(cursor, 7),
      Home: () => dayBeside(cursor, -weekdayOf(cursor)),
      End: () => dayBeside(cursor, 6 - weekdayOf(cursor)),
      PageUp: () => dayInMonth(cursor, -months),
      PageDown: () => dayInMonth(cursor, months),
    }[event.key]
    if (!to) return
    event.preventDefault()
    event.stopPropagation()
    isByKey.current = within(to()) !== cursor
    onMove(within(to()))
  }

  return (
    <div>
      <div className="flex items-center">
        <ArrowButton
          icon={ChevronLeft}
          label={t('reports.month.before')}
          isOff={isFirstMonth}
          onPress={() => onMove(dayInMonth(cursor, -1))}
        />
        <h3 id={monthId} aria-live="polite" className="flex-1 text-center text-3">
          {format(cursor, { month: 'long', year: 'numeric' })}
        </h3>
        <ArrowButton
          icon={ChevronRight}
          label={t('reports.month.after')}
          isOff={isLastMonth}
          onPress={() => onMove(within(dayInMonth(cursor, 1)))}
        />
      </div>
      <table
        role="grid"
        aria-labelledby={monthId}
        className="w-full border-collapse"
        style={{ tableLayout: 'fixed' }}
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr>
            {/* Any week will do for the weekday names. */}
            {weeksOf('2026-06-01')[0]?.map((day = '') => (
              <th
                key={day}
                scope="col"
                abbr={format(day, { weekday: 'long' })}
                className="text-1 font-medium text-ink-2"
              >
                {format(day, { weekday: LANGUAGES[locale].weekdays })}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(cursor).map((week) => (
            <tr key={week.join()}>
              {week.map((day, at) =>
                day === undefined ? (
                  <td key={at} role="gridcell" />
                ) : (
                  <td key={at} role="gridcell" className="p-0" aria-selected={day >= range.from && day <= range.to}>
                    <button
                      type="button"
                      ref={day === cursor ? atCursor : undefined}
                      tabIndex={day === cursor ? 0 : -1}
                      aria-label={nameOf(day)}
                      aria-current={day === today ? 'date' : undefined}
                      aria-disabled={day !== within(day)}
                      className={`min-h-hit w-full text-center text-2 ${lookOf(day, range)} ${day === within(day) ? '' : 'text-ink-2 opacity-40'}`}
                      onClick={() => {
                        if (day !== within(day)) return
                        onMove(day)
                        onChoose(day)
                      }}
                    >
                      <span className={day === today ? 'underline' : ''}>{Number(day.slice(8))}</span>
                    </button>
                  </td>
                ),
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type ArrowButtonProps = { icon: LucideIcon; label: string; isOff?: boolean; onPress: () => void }

/** Mirrored in right-to-left languages. */
export const ArrowButton = ({ icon, label, isOff = false, onPress }: ArrowButtonProps) => (
  <span className={`rtl:-scale-x-100 ${isOff ? 'opacity-40' : ''}`}>
    <IconButton icon={icon} label={label} aria-disabled={isOff} onClick={() => !isOff && onPress()} />
  </span>
)

function lookOf(day: ShopDay, { from, to }: DayRange): string {
  if (day === from || day === to) return 'rounded-2 bg-act font-semibold text-act-on'
  return day > from && day < to ? 'bg-act-tint font-medium text-act-ink' : 'rounded-2 font-medium active:bg-sunken'
}

const firstOfMonth = (day: ShopDay): ShopDay => `${day.slice(0, 7)}-01`

/** The same day in another month, or that month's last day. */
export function dayInMonth(day: ShopDay, months: number): ShopDay {
  const first = noonOf(firstOfMonth(day))
  first.setUTCMonth(first.getUTCMonth() + months)
  const date = Math.min(Number(day.slice(8)), Number(lastOfMonth(first.toISOString().slice(0, 10)).slice(8)))
  return `${first.toISOString().slice(0, 8)}${String(date).padStart(2, '0')}`
}

export function lastOfMonth(day: ShopDay): ShopDay {
  const next = noonOf(firstOfMonth(day))
  next.setUTCMonth(next.getUTCMonth() + 1)
  return dayBeside(next.toISOString().slice(0, 10), -1)
}

/** Days since Monday, 0 to 6. */
export const weekdayOf = (day: ShopDay): number => (noonOf(day).getUTCDay() + 6) % 7

/** The weeks of the month, Monday to Sunday; days of other months are `undefined`. */
export function weeksOf(day: ShopDay): (ShopDay | undefined)[][] {
  const first = firstOfMonth(day)
  const monday = dayBeside(first, -weekdayOf(first))
  const weeks = Math.ceil((weekdayOf(first) + Number(lastOfMonth(day).slice(8))) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (__, at) => {
      const one = dayBeside(monday, 7 * week + at)
      return firstOfMonth(one) === first ? one : undefined
    }),
  )
}

/** A date for `Intl` formats with time zone UTC. */
export const noonOf = (day: ShopDay): Date => new Date(`${day}T12:00:00Z`)
