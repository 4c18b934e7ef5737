import type { Readable } from 'node:stream'

import type { ExportForm } from '#api/sales.ts'
import { createTimesTable, SALE_STEPS } from '#domain/reports/sale-times.ts'
import type { ShopCalendar } from '#domain/shop-calendar.ts'
import { csvOf } from '../lib/csv.ts'
import type { SaleTimesStore } from './sale-times.ts'

type Options = { calendar: ShopCalendar; hasPeople: boolean; form?: ExportForm | undefined }

/** By day and product, and by person where the shop allows it. Times are in ms, which no spreadsheet rereads. */
export async function exportTimes(
  saleTimes: Pick<SaleTimesStore, 'read'>,
  range: { from: number; to: number },
  { calendar, hasPeople, form }: Options,
): Promise<Readable> {
  const table = createTimesTable({ hasPeople })
  await saleTimes.read(range, calendar, table.add)
  async function* rows() {
    yield table
      .read()
      .map(({ day, service, cashier, count, ...spreads }) => [
        day,
        service.id,
        service.name,
        ...(hasPeople ? [cashier.name] : []),
        count,
        ...SALE_STEPS.flatMap((step) => [spreads[step]?.median ?? '', spreads[step]?.p95 ?? '']),
      ])
  }
  const columns = SALE_STEPS.flatMap((step) => [`${step}_median_ms`, `${step}_p95_ms`])
  return csvOf(
    ['business_day', 'service_id', 'service', ...(hasPeople ? ['cashier'] : []), 'sales', ...columns],
    rows(),
    form,
  )
}
