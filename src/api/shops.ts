import * as v from 'valibot'

import { ALERT_KINDS } from '#domain/alerts.ts'
import { LANGUAGES, type Language } from '#domain/language.ts'
import { Balance, Money } from '#domain/money/money.ts'
import { Report } from '#domain/reports/reports.ts'
import { count, time } from '#domain/schema-parts.ts'
import { Sold } from '#domain/reports/sold.ts'
import { daysQuery, exportQuery } from './sales.ts'

const shop = { id: v.string(), name: v.string() }
/** Nothing is known about this shop, so it is never shown as zero. */
const unknownShop = v.strictObject({ ...shop, state: v.picklist(['unreachable', 'unreadable']) })

const words = v.strictObject({ title: v.string(), body: v.string() })

/** An alert that is still open, worded in each language. */
const openAlert = v.strictObject({
  kind: v.picklist(ALERT_KINDS),
  since: time,
  words: v.strictObject(
    Object.fromEntries(LANGUAGES.map((language) => [language, words])) as Record<Language, typeof words>,
  ),
})
export type OpenAlert = v.InferOutput<typeof openAlert>

const shopWallet = v.strictObject({
  /** Absent before the first reading. */
  balance: v.exactOptional(Balance),
  asOf: v.exactOptional(time),
  /** The shop has not read the balance for longer than it should. */
  isStale: v.boolean(),
  runwayDays: v.exactOptional(v.pipe(v.number(), v.minValue(0))),
  /** Which of the shop's limits the balance is below. */
  low: v.exactOptional(v.picklist(['line', 'days'])),
  line: v.exactOptional(Money),
})

const knownShop = v.strictObject({
  ...shop,
  state: v.literal('read'),
  /** A server process sells for the shop now. */
  isLed: v.boolean(),
  wallet: shopWallet,
  openItems: v.strictObject({ openItems: count, attention: count, refundsDue: count, undelivered: count }),
  alerts: v.array(openAlert),
  /** Whether a channel is on for alerts that the shop cannot sell. Without one, the absence of alerts means nothing. */
  isWatched: v.boolean(),
  /** The shop's own business day. `tests` are the service's test transactions among the sales. */
  today: v.strictObject({ day: v.string(), sold: Sold, tests: count }),
})
export type KnownShop = v.InferOutput<typeof knownShop>

const shopState = v.variant('state', [knownShop, unknownShop])
export type ShopState = v.InferOutput<typeof shopState>

/** For owners: all shops of the installation, worst first. */
export const Shops = v.strictObject({
  here: v.string(),
  shops: v.array(shopState),
  /** What the readable shops sold on their own business days. Currencies are never added up. */
  today: v.strictObject({ count, amount: v.array(Money), tests: count }),
})
export type Shops = v.InferOutput<typeof Shops>

/** Comma-separated shop ids; by default all. Days are business days of each shop, both included. */
const chosenShops = v.optional(
  v.pipe(v.string(), v.maxLength(2_000), v.regex(/^[a-z0-9]+(,[a-z0-9]+)*$/, 'ids of shops')),
)
const ShopsReportQuery = v.strictObject({ ...daysQuery, shops: chosenShops })
const ShopsExportQuery = v.strictObject({ ...exportQuery, shops: chosenShops })

const knownReport = v.strictObject({ ...shop, state: v.literal('read'), totals: Report.entries.totals })
const shopReport = v.variant('state', [knownReport, unknownShop])
export type ShopReport = v.InferOutput<typeof shopReport>

/** The totals of each shop's own report, in the order of the installation, and their sum without unreadable shops. */
export const ShopsReport = v.strictObject({ shops: v.array(shopReport), sum: Report.entries.totals })
export type ShopsReport = v.InferOutput<typeof ShopsReport>

export const shopEndpoints = {
  'GET /api/shops': { answer: Shops },
  'GET /api/shops/report': { query: ShopsReportQuery, answer: ShopsReport },
  'GET /api/shops/sales.csv': { query: ShopsExportQuery, answer: 'text' as const },
}
