import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'

import { PAYMENT_METHODS } from '#domain/payment.ts'
import { SALE_GROUPS } from '#domain/sale/group.ts'
import { SALE_KINDS } from '#domain/sale/sale.ts'
import { MAX_SEARCH_LENGTH } from '#domain/sale/search.ts'
import { isShopDay, type ShopDay } from '#domain/shop-calendar.ts'
import type { SalesFilter } from '../../api/sale-lists.ts'
import { formatClock, formatShortDay } from '../../i18n/format-time.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useShopDays } from '../../use-shop-days.ts'

export type ChangeFilter = (change: { [Part in keyof SalesFilter]?: SalesFilter[Part] | undefined }) => void

/** What of the list is shown stands in the address: a reload, a link and the way back show the same. */
export function useSalesFilter(): { filter: SalesFilter; change: ChangeFilter; search: string } {
  const [params, setParams] = useSearchParams()
  const search = params.toString()
  const filter = useMemo(() => readSalesFilter(new URLSearchParams(search)), [search])
  const change: ChangeFilter = (part) =>
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        for (const [name, value] of Object.entries(part)) {
          if (value === undefined || value === '') after.delete(name)
          else after.set(name, value)
        }
        return after
      },
      { replace: true },
    )
  return { filter, change, search: search === '' ? '' : `?${search}` }
}

/** What cannot be read in an address somebody typed is left out. */
export function readSalesFilter(params: URLSearchParams): SalesFilter {
  const text = (name: string) => params.get(name)?.trim() || undefined
  const state = SALE_GROUPS.find((group) => group === text('state'))
  const day = text('day')
  const [from, to] = [text('from'), text('to')]
  const hour = text('hour')
  const kind = SALE_KINDS.find((one) => one === text('kind'))
  const paidBy = PAYMENT_METHODS.find((one) => one === text('paidBy'))
  const [brand, terminal] = [text('brand'), text('terminal')]
  const cashier = text('cashier')
  const service = text('service')
  const q = text('q')?.slice(0, MAX_SEARCH_LENGTH)
  return {
    ...(day !== undefined && isShopDay(day) ? { day } : {}),
    ...(from !== undefined && to !== undefined && isShopDay(from) && isShopDay(to) && from <= to ? { from, to } : {}),
    ...(hour !== undefined && /^([0-9]|1[0-9]|2[0-3])$/.test(hour) ? { hour } : {}),
    ...(state ? { state } : {}),
    ...(kind ? { kind } : {}),
    ...(paidBy ? { paidBy } : {}),
    ...(brand !== undefined && brand.length <= 200 ? { brand } : {}),
    ...(terminal !== undefined && terminal.length <= 40 ? { terminal } : {}),
    ...(cashier !== undefined && cashier.length <= 40 ? { cashier } : {}),
    ...(service !== undefined && service.length <= 100 ? { service } : {}),
    ...(q ? { q } : {}),
  }
}

/** Every time of a sale in one style: `14:32:08` today, `Fri 20 Nov, 14:32:08` on another day. */
export function useMoments() {
  const t = useText()
  const locale = useLocale()
  const { today, dayAt, noonOf } = useShopDays()
  // Past midnight the date is the calendar's, although the shop's day goes on.
  const momentOf = (day: ShopDay, at: number, clock: string) =>
    day === today ? clock : [formatShortDay(at, locale), clock].join(t('shell.comma'))
  return {
    at: (at: number) => momentOf(dayAt(at), at, formatClock(at)),
    /** The wholesaler's time as it wrote it, `2026-11-20 14:32:02`; nobody knows its zone, so that it is not converted. */
    ofService: (text: string) => {
      const [, day, clock] = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d(?::\d\d)?)$/.exec(text) ?? []
      return day === undefined || clock === undefined || Number.isNaN(Date.parse(day))
        ? text
        : momentOf(day, noonOf(day), clock)
    },
  }
}
