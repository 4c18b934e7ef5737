import { setImmediate as nextTurn } from 'node:timers/promises'

import type { ExportForm } from '#api/sales.ts'
import type { ReportAnswer } from '#api/reports.ts'
import { addDecimals, decimal, decimalsOf, money, type Decimal } from '#domain/money.ts'
import type { Tile } from '#domain/frontview.ts'
import { INTERNATIONAL_ID } from '#domain/international.ts'
import type { NamedRef } from '#domain/person.ts'
import { createReport } from '#domain/reports.ts'
import type { SaleRecord } from '#domain/sale/record.ts'
import { createTimesReport } from '#domain/sale-times.ts'
import { lossOf } from '#domain/sale/loss.ts'
import { dayBeside, shopDayBounds, type ShopCalendar, type ShopDay } from '#domain/shop-calendar.ts'
import type { ReportSales } from './report-sales.ts'
import type { ShopContext } from '../shop-context.ts'
import type { CatalogReading } from '../catalog/catalog-cache.ts'
import { exportSales } from './sales-export.ts'
import type { SaleTimesStore } from './sale-times.ts'
import { exportTimes } from './times-export.ts'

/** The usual hours are the mean of the same weekday in these previous weeks. */
const WEEKS = [1, 2, 3, 4]
const LISTED_LOSSES = 50

type Sources = {
  sales: ReportSales
  saleTimes: SaleTimesStore
  catalog: { latest: () => CatalogReading | undefined }
}
type Days = { from: ShopDay; to: ShopDay }

export function createReports(
  { calendar: calendarNow, settings }: Pick<ShopContext, 'calendar' | 'settings'>,
  { sales, saleTimes, catalog }: Sources,
) {
  const findCategories = createCategories(catalog)
  const hasPeople = () => settings().timesByPerson

  async function readUsual(day: ShopDay, calendar: ShopCalendar): Promise<ReportAnswer['usual']> {
    const first = await sales.firstDay()
    const days = WEEKS.map((week) => shopDayBounds(dayBeside(day, -7 * week), calendar))
    if (first === undefined || days.some(({ from }) => from < first)) return undefined
    const report = createReport({ calendar, categoryOf: () => undefined })
    for (const each of days) {
      report.addIntervals(await sales.quarters(each))
      await nextTurn()
    }
    return report.read().byHour.map(({ id, paid }) => ({
      id,
      paid: paid.map(({ amount, currency }) =>
        money(shareOf(decimal(amount), WEEKS.length, decimalsOf(currency)), currency),
      ),
    }))
  }

  return {
    read: async (days: Days): Promise<ReportAnswer> => {
      const calendar = calendarNow()
      const range = { from: shopDayBounds(days.from, calendar).from, to: shopDayBounds(days.to, calendar).to }
      const categories = await findCategories()
      const report = createReport({ calendar, categoryOf: (id) => categories.get(id) })
      for (const piece of await sales.chunksOf(range)) {
        const read = await sales.read(piece)
        report.addSales(read.sales)
        for (const { by, alike } of read.sold) report.addSold(by, alike)
        report.addProducts(read.products)
        report.addIntervals(read.quarters)
      }
      const usual = days.from === days.to ? await readUsual(days.from, calendar) : undefined
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

/** Rounds half up. */
function shareOf({ units, scale }: Decimal, parts: number, decimals: number): Decimal {
  const divisor = BigInt(parts) * 10n ** BigInt(Math.max(0, scale - decimals))
  const multiplied = units * 10n ** BigInt(Math.max(0, decimals - scale))
  return { units: (multiplied + divisor / 2n) / divisor, scale: decimals }
}

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

/** The root of a service's first tile in the storefront or, without a frontview, the wholesaler's category. Cached while the catalog stays the same. */
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
