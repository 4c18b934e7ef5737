import * as v from 'valibot'

import { sorted } from '../in-order.ts'
import type { NamedRef } from '../person.ts'
import { count, optionalTrue } from '../schema-parts.ts'
import type { ShopDay } from '../shop-calendar.ts'

/** From the first key or tap to *Send*, from there to the result, and from *Sold* to the first key or tap of the next sale. */
export const SALE_STEPS = ['entry', 'answer', 'next'] as const
export type SaleStep = (typeof SALE_STEPS)[number]
/** In ms. A step that was not measured is absent. */
export type SaleTimes = Partial<Record<SaleStep, number>>

/** Longer than anyone needs for a sale: the person did something else meanwhile. */
const MAX_STEP_MS = 60 * 60_000

export function plausibleTimes(times: Partial<Record<SaleStep, number | undefined>>): SaleTimes {
  const known = SALE_STEPS.flatMap((step) => {
    const ms = times[step]
    return ms !== undefined && ms >= 0 && ms <= MAX_STEP_MS ? [[step, Math.round(ms)] as const] : []
  })
  return Object.fromEntries(known)
}

const ms = count
/** Of `count` sales; the value at or below which 95 % of them are. */
const Spread = v.strictObject({ count, median: ms, p95: ms })
export type Spread = v.InferOutput<typeof Spread>

const StepSpreads = {
  entry: v.exactOptional(Spread),
  answer: v.exactOptional(Spread),
  next: v.exactOptional(Spread),
}
const TimesRow = v.strictObject({ ...StepSpreads, id: v.string(), name: v.string(), count })
export type TimesRow = v.InferOutput<typeof TimesRow>

/** Of sales that were sold. `isPartial`: only of the newest ones. */
export const TimesReport = v.strictObject({
  all: v.strictObject({ ...StepSpreads, count }),
  byService: v.array(TimesRow),
  byDay: v.array(TimesRow),
  /** Only where the shop allows it. */
  byCashier: v.exactOptional(v.array(TimesRow)),
  isPartial: optionalTrue,
})
export type TimesReport = v.InferOutput<typeof TimesReport>

export type TimedSale = { day: ShopDay; service: NamedRef; cashier: NamedRef; times: SaleTimes }

const MAX_ROWS = 500

type Group = { name: string; count: number; values: Record<SaleStep, number[]> }
type Groups = Map<string, Group>

const newGroup = (name: string): Group => ({ name, count: 0, values: { entry: [], answer: [], next: [] } })

function addTo(groups: Groups, { id, name }: NamedRef, times: SaleTimes): void {
  const group = groups.get(id) ?? newGroup(name)
  groups.set(id, group)
  group.count += 1
  for (const step of SALE_STEPS) {
    const value = times[step]
    if (value !== undefined) group.values[step].push(value)
  }
}

/** The nearest rank: a value that was measured. */
const at = (values: Float64Array, percent: number): number =>
  values[Math.max(0, Math.ceil((values.length * percent) / 100) - 1)] ?? 0

function spreadsOf({ count: sales, values }: Group) {
  const spreads = SALE_STEPS.flatMap((step) => {
    // oxlint-disable-next-line unicorn/no-array-sort
    const ordered = Float64Array.from(values[step]).sort()
    return ordered.length === 0
      ? []
      : [[step, { count: ordered.length, median: at(ordered, 50), p95: at(ordered, 95) }] as const]
  })
  return { count: sales, ...(Object.fromEntries(spreads) as Partial<Record<SaleStep, Spread>>) }
}

const rowOf = ([id, group]: readonly [string, Group]): TimesRow => ({ id, name: group.name, ...spreadsOf(group) })

const mostFirst = (groups: Groups): TimesRow[] =>
  sorted(groups, ([idA, a], [idB, b]) => b.count - a.count || (idA < idB ? -1 : 1))
    .slice(0, MAX_ROWS)
    .map(rowOf)

/** Add the newest sales first: a row is named like its newest sale. */
export function createTimesReport({ hasPeople }: { hasPeople: boolean }) {
  const all = newGroup('')
  const [byService, byDay, byCashier]: [Groups, Groups, Groups] = [new Map(), new Map(), new Map()]
  return {
    add: ({ day, service, cashier, times }: TimedSale): void => {
      addTo(new Map([['', all]]), { id: '', name: '' }, times)
      addTo(byService, service, times)
      addTo(byDay, { id: day, name: day }, times)
      if (hasPeople) addTo(byCashier, cashier, times)
    },
    read: (isPartial: boolean): TimesReport => ({
      all: spreadsOf(all),
      byService: mostFirst(byService),
      byDay: sorted(byDay, ([a], [b]) => (a < b ? -1 : 1)).map(rowOf),
      ...(hasPeople && { byCashier: mostFirst(byCashier) }),
      ...(isPartial && { isPartial }),
    }),
  }
}

/** Times by day and product, and by person where the shop allows it, for an export. */
export function createTimesTable({ hasPeople }: { hasPeople: boolean }) {
  const groups: Groups = new Map()
  const keys = new Map<string, Omit<TimedSale, 'times'>>()
  return {
    add: ({ times, ...of }: TimedSale): void => {
      const key = JSON.stringify([of.day, of.service.id, ...(hasPeople ? [of.cashier.id] : [])])
      if (!keys.has(key)) keys.set(key, of)
      addTo(groups, { id: key, name: '' }, times)
    },
    /** Oldest day first, then the products with most sales. */
    read: () =>
      sorted(groups, ([keyA, a], [keyB, b]) => {
        const [dayA, dayB] = [keys.get(keyA)!.day, keys.get(keyB)!.day]
        return dayA === dayB ? b.count - a.count || (keyA < keyB ? -1 : 1) : dayA < dayB ? -1 : 1
      }).map(([key, group]) => ({ ...keys.get(key)!, ...spreadsOf(group) })),
  }
}
