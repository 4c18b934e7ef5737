import * as v from 'valibot'

import { ALERT_KINDS } from '#domain/alerts.ts'
import { LANGUAGES, type Language } from '#domain/language.ts'
import { Balance, Money } from '#domain/money.ts'
import { Report } from '#domain/reports.ts'
import { count, time } from '#domain/schema-parts.ts'
import { Sold } from '#domain/sold.ts'
import { daysQuery, exportQuery } from './sales.ts'

const shop = { id: v.string(), name: v.string() }
/** Nothing is known of it: it is never shown as zero. */
const unknownShop = v.strictObject({ ...shop, state: v.picklist(['unreachable', 'unreadable']) })

const words = v.strictObject({ title: v.string(), body: v.string() })

/** An alert that lasts, in the words of each language. */
const openAlert = v.strictObject({
  kind: v.picklist(ALERT_KINDS),
  since: time,
  words: v.strictObject(
    Object.fromEntries(LANGUAGES.map((language) => [language, words])) as Record<Language, typeof words>,
  ),
})
export type OpenAlert = v.InferOutput<typeof openAlert>

const shopWallet = v.strictObject({
  /** As it was last read; absent before the first reading. */
  balance: v.exactOptional(Balance),
  asOf: v.exactOptional(time),
  /** The shop has not read it for longer than it should. */
  isStale: v.boolean(),
  /** How long it lasts at the pace of the shop, as its own page says. */
  runwayDays: v.exactOptional(v.pipe(v.number(), v.minValue(0))),
  /** Which of the shop's own lines it is below. */
  low: v.exactOptional(v.picklist(['line', 'days'])),
  line: v.exactOptional(Money),
})

const knownShop = v.strictObject({
  ...shop,
  state: v.literal('read'),
  /** A process sells for it now. */
  isLed: v.boolean(),
  wallet: shopWallet,
  openItems: v.strictObject({ openItems: count, attention: count, refundsDue: count, undelivered: count }),
  alerts: v.array(openAlert),
  /** Whether anybody would hear that it cannot sell: without it, no alert says nothing. */
  isWatched: v.boolean(),
  /** Its own business day. `tests` of the sales are test transactions of the service. */
  today: v.strictObject({ day: v.string(), sold: Sold, tests: count }),
})
export type KnownShop = v.InferOutput<typeof knownShop>

const shopState = v.variant('state', [knownShop, unknownShop])
export type ShopState = v.InferOutput<typeof shopState>

/** For owners: all shops of the installation, the worst first. */
export const Shops = v.strictObject({
  /** The shop of the till that asks. */
  here: v.string(),
  shops: v.array(shopState),
  /** What the shops that could be read sold on their own business days. Currencies are never added up. */
  today: v.strictObject({ count, amount: v.array(Money), tests: count }),
})
export type Shops = v.InferOutput<typeof Shops>

/** Business days of each shop, both included; `shops` are ids with commas between, without it all of them. */
const chosenShops = v.optional(
  v.pipe(v.string(), v.maxLength(2_000), v.regex(/^[a-z0-9]+(,[a-z0-9]+)*$/, 'ids of shops')),
)
const ShopsReportQuery = v.strictObject({ ...daysQuery, shops: chosenShops })
const ShopsExportQuery = v.strictObject({ ...exportQuery, shops: chosenShops })

const knownReport = v.strictObject({ ...shop, state: v.literal('read'), totals: Report.entries.totals })
const shopReport = v.variant('state', [knownReport, unknownShop])
export type ShopReport = v.InferOutput<typeof shopReport>

/** The totals of each shop's own report, in the order of the installation, and their sum without shops that could not be read. */
export const ShopsReport = v.strictObject({ shops: v.array(shopReport), sum: Report.entries.totals })
export type ShopsReport = v.InferOutput<typeof ShopsReport>

export const shopEndpoints = {
  'GET /api/shops': { answer: Shops },
  'GET /api/shops/report': { query: ShopsReportQuery, answer: ShopsReport },
  'GET /api/shops/sales.csv': { query: ShopsExportQuery, answer: 'text' as const },
}
