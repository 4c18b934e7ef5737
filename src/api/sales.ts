import * as v from 'valibot'

import { PAYMENT_METHODS } from '#domain/money/payment-method.ts'
import { NamedRef } from '#domain/person.ts'
import { Receipt } from '#domain/receipt.ts'
import { MAX_LIST_LINES } from '#domain/sale/batch.ts'
import { Sale, SALE_KINDS } from '#domain/sale/sale.ts'
import { SALE_GROUPS, type SaleGroup } from '#domain/sale/group.ts'
import { MAX_SEARCH_LENGTH } from '#domain/sale/search.ts'
import { SaleSummary } from '#domain/sale/summary.ts'
import { count, optionalText } from '#domain/schema-parts.ts'
import { LONGEST_NAME } from '#domain/catalog/service.ts'
import { Sold } from '#domain/reports/sold.ts'
import { isShopDay } from '#domain/shop-calendar.ts'
import { findHiddenCharacter, isReadable } from '#domain/text/typed-text.ts'
import { DELIVERY_METHODS, Voucher } from '#domain/catalog/voucher.ts'
import {
  amountForm,
  boundedText,
  currencyText,
  cursor,
  NoContent,
  personId,
  pinText,
  serviceId,
} from './input-parts.ts'

/** A reason or note in a person's own words: one line with at least one visible character. */
export const spokenText = (longest: number, what: string) =>
  v.pipe(
    // Leaves room for blanks that are trimmed.
    boundedText(2 * longest),
    // Checked before trimming, which would remove some hidden characters.
    v.check((text) => findHiddenCharacter(text) === undefined, 'a character in it cannot be seen; type it without it'),
    v.trim(),
    v.maxLength(longest),
    v.check(isReadable, what),
  )
export const ulidText = (what: string) => v.pipe(boundedText(26, what), v.regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, what))
export const duplicateOf = v.optional(ulidText('the id of a sale'))

const contact = v.pipe(boundedText(120), v.minLength(1))

/** Of a quantity. */
export const MAX_LINES = 10
export const lineNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_LIST_LINES))

const shownMoney = v.strictObject({
  amount: amountForm,
  currency: currencyText,
})

/** The order, taken by this person, that the sale is for. Only one sale of an order is sold. */
const orderId = v.optional(ulidText('the id of an order'))

export const OpenServiceSale = v.strictObject({
  kind: v.picklist(['direct', 'voucher']),
  serviceId,
  amount: amountForm,
  /** Required for a direct recharge, and for a voucher if its service requires one. */
  account: v.optional(contact),
  /** Vouchers only. */
  customer: v.optional(contact),
  orderId,
  /** The sale in a `confirm-duplicate` failure. The person wants this sale in addition. */
  duplicateOf,
})

export const OpenInternationalSale = v.strictObject({
  kind: v.literal('international'),
  countryId: serviceId,
  providerId: serviceId,
  denominationId: serviceId,
  /** Digits with the country code, no plus (spec 4.9). */
  account: v.pipe(boundedText(20), v.regex(/^\d{5,20}$/, 'digits with the country code, no plus')),
  /** The price that the terminal showed. If the fresh offer differs, no sale is opened. */
  shown: v.optional(shownMoney),
  orderId,
  duplicateOf,
})

export const OpenSale = v.variant('kind', [OpenServiceSale, OpenInternationalSale])
export type OpenSale = v.InferOutput<typeof OpenSale>
export type OpenServiceSale = v.InferOutput<typeof OpenServiceSale>
export type OpenInternationalSale = v.InferOutput<typeof OpenInternationalSale>

/** The supervisor who allows exceeding a limit; at an ordinary terminal a supervisor who sells may be their own approver (rule 17). */
export const approver = v.optional(v.strictObject({ staffId: personId, pin: pinText }))

const paymentMethod = v.optional(v.picklist(PAYMENT_METHODS))

/**
 * `split` is what a second method pays; `paymentMethod` pays the rest. Its amount and `cashTendered` are in the currency of the price. `fraudWarningShown`: the fraud warning was answered. `skipCustomerConfirmation`: the cashier continues
 * although the customer has not confirmed the number.
 */
export const atCounter = {
  paymentMethod,
  split: v.optional(v.strictObject({ paymentMethod: v.picklist(PAYMENT_METHODS), amount: amountForm })),
  cashTendered: v.optional(amountForm),
  fraudWarningShown: v.optional(v.literal(true)),
  skipCustomerConfirmation: v.optional(v.literal(true)),
}

/** `version` is the one the person saw; `accept` accepts the detected operator as the chosen one (rule 10). */
export const ConfirmSale = v.strictObject({
  version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  accept: v.optional(v.literal('operator')),
  approver,
  duplicateOf,
  ...atCounter,
})
export type ConfirmSale = v.InferOutput<typeof ConfirmSale>

/** `paymentMethod` pays out all of it; by default, the refund is paid the way the customer paid. */
const RefundSale = v.optional(v.strictObject({ paymentMethod }))
type RefundSale = v.InferOutput<typeof RefundSale>

/** What a supervisor learned from support (rule 15). */
export const ResolveSale = v.strictObject({
  outcome: v.picklist(['sold', 'not-sold']),
  note: spokenText(500, 'what support said, in words'),
})
export type ResolveSale = v.InferOutput<typeof ResolveSale>

const shopDay = v.pipe(boundedText(10), v.check(isShopDay, 'a day of the calendar such as 2026-11-20'))
const filterText = (longest: number) => v.optional(v.pipe(boundedText(longest), v.minLength(1)))

/** Both days included. */
export const daysQuery = { from: shopDay, to: shopDay }

/**
 * How a spreadsheet separates columns and decimals, which depends on the region of its system: `a,1.50` in English, `a;1.50` in Arabic countries, `a;1,50` in most
 * of Europe. With the wrong form a line becomes one cell, or 12.345 is read as 12345.
 */
export const EXPORT_FORMS = ['comma', 'semicolon', 'decimal-comma'] as const
export type ExportForm = (typeof EXPORT_FORMS)[number]
export const exportForm = v.optional(v.picklist(EXPORT_FORMS))
export const exportQuery = { ...daysQuery, form: exportForm }

export const MAX_RANGE_DAYS = 400

/**
 * Newest first. A day is `YYYY-MM-DD`, a business day of the shop, by default today; `from` and `to` are a range, both included; `hour` is one local
 * hour of a single day (0 to 23). `group=open-items` lists the whole shop's open items of any day: sales that wait, need attention, have a refund due
 * or are unread for this person. `q` finds sales of any day by number, id, the wholesaler's id or a part of the account; a colleague's complete sale
 * is a summary. `cashier` is for supervisors.
 */
export const SalesQuery = v.strictObject({
  day: v.optional(shopDay),
  from: v.optional(shopDay),
  to: v.optional(shopDay),
  hour: v.optional(v.pipe(boundedText(2), v.regex(/^(\d|1\d|2[0-3])$/, 'an hour from 0 to 23'))),
  group: v.optional(
    v.picklist([...SALE_GROUPS, 'open', 'open-items'], `one of ${SALE_GROUPS.join(', ')}, open, open-items`),
  ),
  cashier: filterText(40),
  service: filterText(100),
  /** The service's brand, or the operator of an international sale. */
  brand: filterText(LONGEST_NAME),
  terminal: filterText(40),
  kind: v.optional(v.picklist(SALE_KINDS, `one of ${SALE_KINDS.join(', ')}`)),
  paymentMethod: v.optional(v.picklist(PAYMENT_METHODS, `one of ${PAYMENT_METHODS.join(', ')}`)),
  q: v.optional(
    // Leaves room for blanks that are trimmed.
    v.pipe(
      boundedText(2 * MAX_SEARCH_LENGTH),
      v.trim(),
      v.maxLength(MAX_SEARCH_LENGTH, `at most ${MAX_SEARCH_LENGTH} characters`),
    ),
  ),
  cursor,
})
export type SalesQuery = v.InferOutput<typeof SalesQuery>

const { cursor: _, group: __, ...filters } = SalesQuery.entries
/** The filters of the sales page, whose URL names the group `state`. */
export const SALES_FILTERS = { ...filters, state: v.optional(v.picklist(SALE_GROUPS)) }
export type SalesFilter = v.InferOutput<v.ObjectSchema<typeof SALES_FILTERS, undefined>>

/** Sent with the first page of a day or a search, whatever group is requested. */
const SalesCounts = v.strictObject({
  all: count,
  sold: count,
  waiting: count,
  unknown: count,
  'not-sold': count,
  'not-confirmed': count,
} satisfies Record<'all' | SaleGroup, typeof count>)
type SalesCounts = v.InferOutput<typeof SalesCounts>

const FoundSales = v.strictObject({
  sales: v.array(v.union([Sale, SaleSummary])),
  next: optionalText,
  counts: v.exactOptional(SalesCounts),
  /** For a day. Its count is the count of the group `sold`. */
  sold: v.exactOptional(Sold),
  /**
   * With the open items of supervisors, if there are any: numbers of open items whose record in the database is unreadable, and of the first sale of each such
   * batch.
   */
  unreadable: v.exactOptional(v.strictObject({ sales: v.array(count), batches: v.array(count) })),
  /** For a day, as filter choices: the services sold, and for supervisors the people who sold them. */
  services: v.exactOptional(v.array(NamedRef)),
  cashiers: v.exactOptional(v.array(NamedRef)),
})
export type FoundSales = v.InferOutput<typeof FoundSales>
export type SaleListPage = Omit<FoundSales, 'sales'> & { sales: Sale[] }

/** A person who reveals a delivered code again has to give a reason. `pin` is their own, required after the failure `step-up-required` (rule 12). */
export const RevealSale = v.optional(
  v.strictObject({
    reason: v.optional(spokenText(300, 'why it is shown, in words')),
    pin: v.optional(pinText),
  }),
)
export type RevealSale = v.InferOutput<typeof RevealSale>

/**
 * Never stored or cached. Without the right to see the code, there is neither a voucher nor its receipt text, and the document shows only our own
 * facts. Null if there is nothing.
 */
const Revealed = v.strictObject({ receipt: v.nullable(Receipt), voucher: v.nullable(Voucher), sale: Sale })
export type Revealed = v.InferOutput<typeof Revealed>

/** The customer has received it. For a sale without a code, this only counts printed receipts. */
export const DeliverSale = v.strictObject({ method: v.picklist(DELIVERY_METHODS) })
export type DeliverSale = v.InferOutput<typeof DeliverSale>

export const saleEndpoints = {
  'PUT /api/sales/:id': { body: OpenSale, answer: Sale },
  'POST /api/sales/:id/confirm': { body: v.optional(ConfirmSale, {}), answer: Sale },
  'POST /api/sales/:id/find': { body: NoContent, answer: Sale },
  'POST /api/sales/:id/abandon': { body: NoContent, answer: Sale },
  'POST /api/sales/:id/take-over': { body: NoContent, answer: Sale },
  'POST /api/sales/:id/refunded': { body: RefundSale, answer: Sale },
  'POST /api/sales/:id/acknowledge': { body: NoContent, answer: Sale },
  'POST /api/sales/:id/resolve': { body: ResolveSale, answer: Sale },
  'POST /api/sales/:id/reveal': { body: RevealSale, answer: Revealed },
  'POST /api/sales/:id/delivered': { body: DeliverSale, answer: Sale },
  'GET /api/sales/:id': { answer: Sale },
  'GET /api/sales': { query: SalesQuery, answer: FoundSales },
}
