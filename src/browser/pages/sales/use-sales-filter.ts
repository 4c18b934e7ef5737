import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'

import { SALE_GROUPS } from '#domain/sale/group.ts'
import { MAX_SEARCH_LENGTH } from '#domain/sale/search.ts'
import type { SalesFilter } from '../../api/sale-lists.ts'

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
  const cashier = text('cashier')
  const service = text('service')
  const q = text('q')?.slice(0, MAX_SEARCH_LENGTH)
  return {
    ...(day !== undefined && isDay(day) ? { day } : {}),
    ...(state ? { state } : {}),
    ...(cashier !== undefined && cashier.length <= 40 ? { cashier } : {}),
    ...(service !== undefined && service.length <= 100 ? { service } : {}),
    ...(q ? { q } : {}),
  }
}

function isDay(text: string): boolean {
  const noon = new Date(`${text}T12:00:00Z`)
  return !Number.isNaN(noon.getTime()) && noon.toISOString().slice(0, 10) === text
}
