import type { ExportForm } from '#api/sales.ts'
import type { Readable } from 'node:stream'
import { setImmediate as nextTurn } from 'node:timers/promises'

import type { Kysely } from 'kysely'

import type { ShopReport, Shops, ShopsReport, ShopState } from '#api/shops.ts'
import { addMoney } from '#domain/money/money.ts'
import { createReport, type SalesAggregate } from '#domain/reports/reports.ts'
import { shopDayBounds, type ShopCalendar, type ShopDay } from '#domain/shop-calendar.ts'
import { worstFirst } from '#domain/shops.ts'
import type { Clock } from '../lib/clock.ts'
import { RequestRefused } from '../lib/failures.ts'
import { reportSales } from '../reports/report-sales.ts'
import type { JournalTables } from '../database/schema/tables.ts'
import { exportShops, type ExportedShop } from '../reports/sales-export.ts'
import { readSettings } from '../staff/settings.ts'
import { readShop } from './read-shop.ts'
import { createShared } from '../lib/concurrency.ts'
import type { ShopPlace } from './shop-place.ts'
import type { ShopReaders } from './shop-readers.ts'

/** Timeout per shop, longer for a report of up to 400 days. */
const SHOP_MS = 5_000
const REPORT_MS = 10_000

type Deps = {
  here: string
  places: readonly ShopPlace[]
  readers: ShopReaders
  clock: Clock
}

/** Owners see all shops of an installation. */
export type OverShops = ReturnType<typeof createOverShops>

export function createOverShops(deps: Deps) {
  const { places, readers } = deps
  const [looks, reports] = [createShared<Shops>(), createShared<ShopsReport>()]

  return {
    /** Simultaneous callers share the answer. */
    read: (): Promise<Shops> => looks.run('all', () => readAll(deps)),

    /** Both days included, by each shop's calendar. Simultaneous equal calls share the answer. Throws `RequestRefused` 400 for an unknown shop. */
    report: (days: Days, ids?: readonly string[]): Promise<ShopsReport> =>
      reports.run(JSON.stringify([days.from, days.to, ids]), () => readReport(deps, days, ids)),

    /** All shops are checked before anything is sent, so unreadable ones come first. Throws like `report`. */
    exportSales: async (days: Days, ids?: readonly string[], form?: ExportForm): Promise<Readable> => {
      const readings = await readers.readEach(choose(places, ids), SHOP_MS, (db, { timeZone }) =>
        readCalendar(db, timeZone),
      )
      return exportShops(
        readings.map((reading): ExportedShop => {
          const { place } = reading
          const { id, name } = place
          if (reading.state !== 'read') return { id, name, state: reading.state }
          const calendar = reading.value
          return {
            id,
            name,
            state: 'read',
            calendar,
            range: rangeOf(days, calendar),
            read: (use) => readers.readOn(place, (db) => use(reportSales(db))),
          }
        }),
        form,
      )
    },
  }
}

async function readAll({ here, places, readers, clock }: Deps): Promise<Shops> {
  const now = clock.now()
  const readings = await readers.readEach(places, SHOP_MS, (db, { timeZone }) => readShop(db, { timeZone, now }))
  const shops = readings.map(({ place: { id, name }, ...reading }): ShopState =>
    reading.state === 'read' ? { id, name, state: 'read', ...reading.value } : { id, name, state: reading.state },
  )
  const sold = shops.flatMap((shop) => (shop.state === 'read' ? [shop.today.sold] : []))
  return {
    here,
    shops: worstFirst(shops),
    today: {
      count: sold.reduce((sum, { count }) => sum + count, 0),
      amount: addMoney(sold.flatMap(({ amount }) => amount)),
      tests: shops.reduce((sum, shop) => (shop.state === 'read' ? sum + shop.today.tests : sum), 0),
    },
  }
}

async function readReport({ places, readers }: Deps, days: Days, ids?: readonly string[]): Promise<ShopsReport> {
  const chosen = choose(places, ids)
  const readings = await readers.readEach(chosen, REPORT_MS, async (db, { timeZone }) => {
    const range = rangeOf(days, await readCalendar(db, timeZone))
    const sales = reportSales(db)
    const report = createTotals()
    const pieces: SalesAggregate[][] = []
    for (const piece of await sales.chunksOf(range)) {
      const alike = await sales.sales(piece)
      report.addSales(alike)
      pieces.push(alike)
    }
    return { totals: report.read().totals, pieces }
  })
  const sum = createTotals()
  // Added up after all shops were read, so a shop that could not be read completely is left out.
  for (const reading of readings) {
    if (reading.state !== 'read') continue
    for (const piece of reading.value.pieces) {
      sum.addSales(piece)
      // The process also has to sell meanwhile.
      await nextTurn()
    }
  }
  return {
    shops: readings.map(({ place: { id, name }, ...reading }): ShopReport =>
      reading.state === 'read'
        ? { id, name, state: 'read', totals: reading.value.totals }
        : { id, name, state: reading.state },
    ),
    sum: sum.read().totals,
  }
}

type Days = { from: ShopDay; to: ShopDay }

const readCalendar = async (db: Kysely<JournalTables>, timeZone: string | undefined): Promise<ShopCalendar> => {
  const settings = await readSettings(db)
  return { timeZone: timeZone ?? settings.timeZone, dayStartHour: settings.dayStartHour }
}

const rangeOf = (days: Days, calendar: ShopCalendar) => ({
  from: shopDayBounds(days.from, calendar).from,
  to: shopDayBounds(days.to, calendar).to,
})

function choose(places: readonly ShopPlace[], ids: readonly string[] | undefined): readonly ShopPlace[] {
  if (!ids) return places
  const missing = ids.find((id) => !places.some((place) => place.id === id))
  if (missing !== undefined)
    throw new RequestRefused(400, 'invalid-request', `shops: there is no shop ${missing} here.`)
  return places.filter(({ id }) => ids.includes(id))
}

/** Totals depend on the sales only, not on days or categories. */
const createTotals = () => createReport({ calendar: { timeZone: 'UTC', dayStartHour: 0 }, categoryOf: () => undefined })
