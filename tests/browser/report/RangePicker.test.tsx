// @vitest-environment happy-dom
import { i18n } from '@lingui/core'
import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, it, onTestFinished } from 'vitest'

import ar from '#browser/i18n/ar.json'
import { useLocalePreference } from '#browser/i18n/locale.ts'
import type { DayRange } from '#browser/api/day.ts'
import { dayInMonth, lastOfMonth, weekdayOf, weeksOf } from '#browser/report/RangeCalendar.tsx'
import { RangePicker } from '#browser/report/RangePicker.tsx'
import { shopDayAt } from '#domain/shop-calendar.ts'
import { hamad, proxyWith } from '../../support/fake-proxy.ts'
import { NOW } from '../../support/now.ts'
import { renderPage } from '../../support/render-page.tsx'
import { text } from '../../support/texts.ts'

async function open(from: string, to: string, locale: 'en' | 'ar' = 'en') {
  const chosen: DayRange[] = []
  const user = userEvent.setup()
  // Otherwise the page changes to the till's language once it is known who is signed in.
  useLocalePreference.setState({ locale })
  onTestFinished(() => void useLocalePreference.setState({ locale: 'en' }))
  const element = <RangePicker range={{ from, to }} onChoose={(range) => void chosen.push(range)} />
  renderPage(element, { at: '/reports', proxy: proxyWith(() => undefined, { person: hamad }) })
  if (locale === 'ar') act(() => i18n.loadAndActivate({ locale: 'ar', messages: ar }))
  const picker = await screen.findByRole('group', { name: i18n._('reports.range') })
  await user.click(within(picker).getAllByRole('button')[1]!)
  const dialog = await screen.findByRole('dialog', { name: i18n._('reports.range') })
  const grid = within(dialog).getByRole('grid')
  return { user, chosen, dialog: within(dialog), grid: within(grid) }
}

function focused(): string {
  const name = document.activeElement?.getAttribute('aria-label') ?? ''
  const [, day = '', month = '', year = ''] = /(\d+) (\p{L}+) (\d{4})/u.exec(name) ?? []
  const monthNumber = new Date(`1 ${month} ${year} 12:00 UTC`).getUTCMonth() + 1
  return `${year}-${String(monthNumber).padStart(2, '0')}-${day.padStart(2, '0')}`
}

it.each([
  ['{ArrowLeft}', '2024-03-30'],
  ['{ArrowRight}', '2024-04-01'],
  ['{ArrowUp}', '2024-03-24'],
  ['{ArrowDown}', '2024-04-07'],
  ['{Home}', '2024-03-25'],
  ['{End}', '2024-03-31'],
  ['{ArrowLeft}{End}', '2024-03-31'],
  ['{PageUp}', '2024-02-29'],
  ['{PageDown}', '2024-04-30'],
  ['{Shift>}{PageUp}{/Shift}', '2023-03-31'],
  ['{PageUp}{Shift>}{PageDown}{/Shift}', '2025-02-28'],
])('the keys %s lead from 31 March 2024 to %s', async (keys, day) => {
  const { user, grid } = await open('2024-03-25', '2024-03-31')
  grid.getByRole('button', { name: /31 March 2024/ }).focus()
  await user.keyboard(keys)
  expect(focused()).toBe(day)
})

it('in Arabic the left arrow leads to the next day, which is on the left', async () => {
  const { user, grid } = await open('2024-03-25', '2024-03-30', 'ar')
  const days = grid.getAllByRole('button')
  days[29]!.focus()
  await user.keyboard('{ArrowLeft}')
  expect(grid.getAllByRole('button').indexOf(document.activeElement as HTMLElement)).toBe(30)
})

it('Tab stops at only one day of the month, and the days of the range are selected', async () => {
  const { grid } = await open('2024-03-25', '2024-03-28')
  const reached = grid.getAllByRole('button').filter(({ tabIndex }) => tabIndex === 0)
  expect(reached).toHaveLength(1)
  expect(reached[0]).toHaveAccessibleName(expect.stringContaining('28 March 2024'))
  const selected = grid.getAllByRole('gridcell', { selected: true }).map(({ textContent }) => textContent)
  expect(selected).toEqual(['25', '26', '27', '28'])
  expect(grid.getByRole('button', { name: new RegExp(text('reports.range.first')) })).toHaveTextContent('25')
  expect(grid.getByRole('button', { name: new RegExp(text('reports.range.last')) })).toHaveTextContent('28')
})

it('two presses choose a range, in either order of its ends', async () => {
  const { user, chosen, dialog, grid } = await open('2024-03-25', '2024-03-28')
  await user.click(grid.getByRole('button', { name: /\b14 March 2024/ }))
  expect(dialog.getByRole('button', { name: text('reports.range.show', { count: 1 }) })).toBeVisible()
  await user.click(grid.getByRole('button', { name: /\b5 March 2024/ }))
  await user.click(dialog.getByRole('button', { name: text('reports.range.show', { count: 10 }) }))
  expect(chosen).toEqual([{ from: '2024-03-05', to: '2024-03-14' }])
  expect(screen.queryByRole('dialog')).toBeNull()
})

it('a range of more than 400 days cannot be shown', async () => {
  const { user, dialog, grid } = await open('2024-03-25', '2024-03-28')
  await user.click(grid.getByRole('button', { name: /\b28 March 2024/ }))
  await user.keyboard('{Shift>}{PageDown}{/Shift}{PageDown}{PageDown}{Enter}')
  expect(dialog.getByRole('button', { name: text('reports.range.wrong', { count: 400 }) })).toBeVisible()
})

it('today is marked, and no later day can be reached or chosen', async () => {
  const today = shopDayAt(NOW, { timeZone: 'Asia/Dubai', dayStartHour: 0 })
  const { user, grid, dialog } = await open(today, today)
  const marked = grid.getAllByRole('button').filter((day) => day.getAttribute('aria-current') === 'date')
  expect(marked.map(({ textContent }) => textContent)).toEqual([String(Number(today.slice(8)))])
  marked[0]!.focus()
  await user.keyboard('{ArrowDown}{PageDown}{End}')
  expect(document.activeElement).toBe(marked[0])
  expect(dialog.getByRole('button', { name: text('reports.month.after') })).toHaveAttribute('aria-disabled', 'true')
  for (const later of grid.getAllByRole('button').slice(Number(today.slice(8))))
    expect(later).toHaveAttribute('aria-disabled', 'true')
})

it.each([
  ['2026-11-20', 1, '2026-12-20'],
  ['2026-11-20', -11, '2025-12-20'],
  ['2026-12-31', 2, '2027-02-28'],
  ['2024-03-31', -1, '2024-02-29'],
  ['2024-02-29', 12, '2025-02-28'],
  ['2024-02-29', -12, '2023-02-28'],
])('from %s by %i months is %s, which is no later than the last day of its month', (day, months, expected) => {
  expect(dayInMonth(day, months)).toBe(expected)
})

it.each([
  ['2026-02-10', '2026-02-28'],
  ['2024-02-01', '2024-02-29'],
  ['2026-12-31', '2026-12-31'],
])('the month of %s ends on %s', (day, last) => {
  expect(lastOfMonth(day)).toBe(last)
})

it.each(['2026-02-15', '2026-03-01', '2026-11-20', '2024-02-29', '2021-02-28'])(
  'the weeks of the month of %s contain each of its days once, each below its weekday',
  (day) => {
    const weeks = weeksOf(day)
    const days = weeks.flat().filter((one) => one !== undefined)
    expect(days).toEqual(
      Array.from(
        { length: Number(lastOfMonth(day).slice(8)) },
        (_, index) => `${day.slice(0, 8)}${String(index + 1).padStart(2, '0')}`,
      ),
    )
    for (const week of weeks) {
      expect(week).toHaveLength(7)
      expect(week.some((one) => one !== undefined)).toBe(true)
      week.forEach((one, at) => one !== undefined && expect(weekdayOf(one)).toBe(at))
    }
  },
)

it('a week begins on Monday', () => {
  expect(weekdayOf('2026-11-23')).toBe(0)
  expect(weekdayOf('2026-11-22')).toBe(6)
})
