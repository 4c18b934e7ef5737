import { useSearchParams } from 'react-router-dom'

import { daysFrom, isShopDay, type ShopDay } from '#domain/shop-calendar.ts'
import type { DayRange } from '../api/reports.ts'
import { useShopDays } from '../use-shop-days.ts'

/** As many days as the proxy reads at once. */
export const MAX_DAYS = 400

/** The days in the address of a report; today where there are none, or no possible ones. */
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
