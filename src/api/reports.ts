import * as v from 'valibot'

import { Money } from '#domain/money/money.ts'
import { Report } from '#domain/reports/reports.ts'
import { TimesReport } from '#domain/reports/sale-times.ts'
import { SALE_STATES } from '#domain/sale/sale.ts'
import { count, time } from '#domain/schema-parts.ts'
import { daysQuery, exportQuery } from './sales.ts'

/** Business days of the shop, both included, at most 400. */
export const ReportQuery = v.strictObject(daysQuery)
export type ReportQuery = v.InferOutput<typeof ReportQuery>

/** `by` refunded the customer. */
const loss = v.strictObject({
  id: v.string(),
  number: count,
  state: v.picklist(SALE_STATES),
  loss: v.picklist(['refunded', 'below-cost']),
  serviceName: v.string(),
  openedAt: time,
  amount: Money,
  by: v.exactOptional(v.string()),
})

const usualHour = v.strictObject({ id: v.string(), paid: v.array(Money) })

/** What customers usually pay on this weekday: the median of those of the last four weeks on which something was sold. */
const usual = v.strictObject({
  /** How many days it is the median of, from 1 to 4. */
  days: count,
  hours: v.array(usualHour),
  /** Today only: what was paid until `at`, the last full quarter of an hour, today and usually. */
  soFar: v.exactOptional(v.strictObject({ at: time, paid: v.array(Money), usual: v.array(Money) })),
})

/**
 * For supervisors: the sales opened on business days of the shop. Rows, cost and margin cover what was sold. `losses` lists the newest 50. `usual` is
 * present for a single day if something was sold on an earlier one.
 */
export const ReportAnswer = v.strictObject({
  ...Report.entries,
  usual: v.exactOptional(usual),
  losses: v.array(loss),
  /** How long sales took, as the tills measured it. Kiosks and self-order tablets measure nothing. */
  times: TimesReport,
})
export type ReportAnswer = v.InferOutput<typeof ReportAnswer>

/** In ms. What cannot be right is dropped. */
const stepMs = v.optional(v.number())

export const SaleTimesBody = v.strictObject({ entry: stepMs, answer: stepMs, next: stepMs })

export const reportEndpoints = {
  'GET /api/reports': { query: ReportQuery, answer: ReportAnswer },
  'GET /api/reports/times.csv': { query: v.strictObject(exportQuery), answer: 'text' as const },
  /** How long the sender needed for their own sale at this till. Sending it again changes nothing. */
  'POST /api/sales/:id/times': { body: SaleTimesBody, answer: v.strictObject({}) },
  'GET /api/sales.csv': { query: v.strictObject(exportQuery), answer: 'text' as const },
}
