import { setImmediate as nextTurn } from 'node:timers/promises'

import type { ExportForm } from '#api/sales.ts'
import type { ReportAnswer } from '#api/reports.ts'
import { addDecimals, addMoney, decimal, money, type Money } from '#domain/money/money.ts'
import type { Tile } from '#domain/catalog/frontview.ts'
import { INTERNATIONAL_ID } from '#domain/catalog/international.ts'
import type { NamedRef } from '#domain/person.ts'
import { createReport, hoursOf, type IntervalAggregate } from '#domain/reports/reports.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { createTimesReport } from '#domain/reports/sale-times.ts'
import { lossOf } from '#domain/sale/loss.ts'
import { dayBeside, shopDayBounds, type ShopCalendar, type ShopDay } from '#domain/shop-calendar.ts'
import { medianOf, usualHours } from '#domain/reports/usual-day.ts'
import { SALE_QUARTER_MS } from '../database/schema/totals-schema.ts'
import type { ReportSales } from './report-sales.ts'
import type { ShopContext } from '../parts/shop-context.ts'
import type { CatalogReading } from '../catalog/catalog-cache.ts'
import { exportSales } from './sales-export.ts'
import type { SaleTimesStore } from './sale-times.ts'
import { exportTimes } from './times-export.ts'

/** A usual day is the median of the same weekday in these previous weeks. */
const WEEKS = [1, 2, 3, 4]
const LISTED_LOSSES = 50

type Sources = {
  sales: ReportSales
  saleTimes: SaleTimesStore
  catalog: { latest: () => CatalogReading | undefined }
}
type Days = { from: ShopDay; to: ShopDay }

export function createReports(
  { calendar: calendarNow, settings, clock }: Pick<ShopContext, 'calendar' | 'settings' | 'clock'>,
  { sales, saleTimes, catalog }: Sources,
) {
  const findCategories = createCategories(catalog)
  const hasPeople = () => settings().timesByPerson

  async function readUsual(
    day: ShopDay,
    calendar: ShopCalendar,
    quarters: readonly IntervalAggregate[],
  ): Promise<ReportAnswer['usual']> {
    const earlier: { from: number; quarters: IntervalAggregate[] }[] = []
    for (const week of WEEKS) {
      const bounds = shopDayBounds(dayBeside(day, -7 * week), calendar)
      const sold = await sales.quarters(bounds)
      // A day without sales says nothing about a usual one: the shop was closed.
      if (sold.length > 0) earlier.push({ from: bounds.from, quarters: sold })
      await nextTurn()
    }
    if (earlier.length === 0) return undefined
    const hours = earlier.map((each) => {
      const report = createReport({ calendar, categoryOf: () => undefined })
      report.addIntervals(each.quarters)
      return report.read().byHour
    })
    const { from, to } = shopDayBounds(day, calendar)
    const at = Math.floor(clock.now() / SALE_QUARTER_MS) * SALE_QUARTER_MS
    return {
      days: earlier.length,
      hours: usualHours(hours, hoursOf(calendar)),
      ...(at >= from && at < to
        ? {
            soFar: {
              at,
              paid: paidBefore(at, quarters),
              usual: medianOf(earlier.map((each) => paidBefore(each.from + at - from, each.quarters))),
            },
          }
        : {}),
    }
  }

  return {
    read: async (days: Days): Promise<ReportAnswer> => {
      const calendar = calendarNow()
      const range = { from: shopDayBounds(days.from, calendar).from, to: shopDayBounds(days.to, calendar).to }
      const categories = await findCategories()
      const report = createReport({ calendar, categoryOf: (id) => categories.get(id) })
      const isDay = days.from === days.to
      const quarters: IntervalAggregate[] = []
      for (const piece of await sales.chunksOf(range)) {
        const read = await sales.read(piece)
        if (isDay) quarters.push(...read.quarters)
        report.addSales(read.sales)
        for (const { by, alike } of read.sold) report.addSold(by, alike)
        report.addProducts(read.products)
        report.addIntervals(read.quarters)
      }
      const usual = isDay ? await readUsual(days.from, calendar, quarters) : undefined
      const losses = await sales.losses(range, LISTED_LOSSES)
      // The totals of all days take a separate turn.
      await nextTurn()
      const times = createTimesReport({ hasPeople: hasPeople() })
      const isPartial = await saleTimes.read(range, calendar, times.add)
      return {
        ...report.read(),
        losses: losses.flatMap(toLoss),
        times: times.read(isPartial),
        ...(usual ? { usual } : {}),
      }
    },
    recordTimes: saleTimes.record,
    exportTimes: (range: { from: number; to: number }, form?: ExportForm) =>
      exportTimes(saleTimes, range, { calendar: calendarNow(), hasPeople: hasPeople(), form }),
    exportSales: (range: { from: number; to: number }, form?: ExportForm) =>
      exportSales(sales, range, calendarNow(), form),
  }
}
export type Reports = ReturnType<typeof createReports>

const paidBefore = (at: number, quarters: readonly IntervalAggregate[]): Money[] =>
  addMoney(quarters.filter((each) => each.at < at).map(({ paid, currency }) => money(paid, currency)))

function toLoss(sale: SaleRecord): ReportAnswer['losses'] {
  const loss = lossOf(sale)
  if (!loss) return []
  const { id, number, state, serviceName, openedAt, pays, cost, refund } = sale
  const paid = decimal(pays.amount)
  const above = cost ? addDecimals(decimal(cost.amount), { ...paid, units: -paid.units }) : paid
  return [
    {
      id,
      number,
      state,
      loss,
      serviceName,
      openedAt,
      amount: loss === 'refunded' ? pays : money(above, pays.currency),
      ...(loss === 'refunded' && refund?.done ? { by: refund.done.by } : {}),
    },
  ]
}

/** Per turn of the event loop. */
const TILES_AT_ONCE = 5_000

/** The root of a service's first tile or, without a frontview, the wholesaler's category. Cached while the catalog stays the same. */
function createCategories(catalog: Sources['catalog']): () => Promise<ReadonlyMap<string, NamedRef>> {
  let known: { of: CatalogReading; categories: Map<string, NamedRef> } | undefined
  return async () => {
    const current = catalog.latest()
    if (!current) return new Map()
    if (known?.of.tiles === current.tiles && known.of.services === current.services) return known.categories
    const categories = new Map<string, NamedRef>()
    const byId = new Map<string, Tile>()
    for (const [index, tile] of current.tiles.entries()) {
      if (!byId.has(tile.id)) byId.set(tile.id, tile)
      if (index % TILES_AT_ONCE === TILES_AT_ONCE - 1) await nextTurn()
    }
    for (const [index, tile] of current.tiles.entries()) {
      const serviceId = serviceOf(tile)
      const root = serviceId === undefined || categories.has(serviceId) ? undefined : findRoot(tile, byId)
      if (serviceId !== undefined && root && root !== tile)
        categories.set(serviceId, { id: root.id, name: root.name.replaceAll('\n', ' ') })
      if (index % TILES_AT_ONCE === TILES_AT_ONCE - 1) await nextTurn()
    }
    if (current.tiles.length === 0)
      for (const { id, category } of current.services)
        if (category !== '') categories.set(id, { id: category, name: category })
    known = { of: current, categories }
    return categories
  }
}

function serviceOf({ action }: Tile): string | undefined {
  if (action.kind === 'sell') return action.serviceId
  return action.kind === 'international' ? INTERNATIONAL_ID : undefined
}

/** No storefront is that deep, so it is a cycle. */
const MAX_DEPTH = 100

/** `undefined` if a tile is missing or the tiles form a cycle. */
function findRoot(tile: Tile, byId: ReadonlyMap<string, Tile>): Tile | undefined {
  let root: Tile | undefined = tile
  for (let depth = 0; root?.parentId !== undefined; depth += 1) {
    if (depth === MAX_DEPTH) return undefined
    root = byId.get(root.parentId)
  }
  return root
}
