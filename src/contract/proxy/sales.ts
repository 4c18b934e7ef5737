import * as v from 'valibot'

import type { Receipt } from '#domain/receipt.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { SALE_GROUPS, type SaleGroup } from '#domain/sale/group.ts'
import { MAX_SEARCH_LENGTH } from '#domain/sale/search.ts'
import type { SaleSummary } from '#domain/sale/summary.ts'
import type { Sold } from '#domain/sold.ts'
import { findHiddenCharacter, isReadable } from '#domain/typed-text.ts'
import type { Voucher } from '#domain/voucher.ts'
import { amountText } from './amount.ts'
import { personId, pinText } from './session.ts'

/** What a person says in their own words, for others to read: one line with something to read in it. */
const spokenText = (longest: number, what: string) =>
  v.pipe(
    v.string(),
    // Before it is trimmed, which would take some of them away.
    v.check((text) => findHiddenCharacter(text) === undefined, 'a character in it cannot be seen; type it without it'),
    v.trim(),
    v.maxLength(longest),
    v.check(isReadable, what),
  )
const ulidText = (what: string) => v.pipe(v.string(), v.regex(/^[0-9A-HJKMNP-TV-Z]{26}$/, what))
const duplicateOf = v.optional(ulidText('the id of a sale'))

const contact = v.pipe(v.string(), v.minLength(1), v.maxLength(120))

/** As many lines as one quantity has at most. */
export const MAX_LINES = 10
const lineNumber = v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(MAX_LINES))

const serviceId = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
/** One line of a quantity: lines of one batch are no duplicates of each other, and each is sold once (DESIGN rule 11). */
const batch = v.optional(v.strictObject({ id: ulidText('the id of the batch'), line: lineNumber, of: lineNumber }))
const offerId = (longest: number) => v.pipe(v.string(), v.minLength(1), v.maxLength(longest))
const shownMoney = v.strictObject({
  amount: amountText,
  currency: v.pipe(v.string(), v.regex(/^\S{1,10}$/, 'a currency such as AED')),
})

/** A recharge or a voucher: a service of the catalogue. */
export const OpenServiceSale = v.strictObject({
  kind: v.picklist(['direct', 'voucher']),
  serviceId,
  amount: amountText,
  /** A direct recharge needs one; a voucher where its service asks for one. */
  account: v.optional(contact),
  /** Vouchers only. */
  customer: v.optional(contact),
  batch,
  /** The sale that was named in `confirm-duplicate`: the person wants this one all the same. */
  duplicateOf,
})

const OpenInternationalSale = v.strictObject({
  kind: v.literal('international'),
  countryId: offerId(10),
  providerId: offerId(40),
  denominationId: offerId(100),
  /** Digits with the country code, no plus (spec 4.9). */
  account: v.pipe(v.string(), v.regex(/^\d{5,20}$/, 'digits with the country code, no plus')),
  /** What the till showed that the customer pays: when the fresh offer says otherwise, nothing is opened. */
  shown: v.optional(shownMoney),
  duplicateOf,
})

/** `PUT /api/sales/:id`. */
export const OpenSale = v.variant('kind', [OpenServiceSale, OpenInternationalSale])
export type OpenSale = v.InferOutput<typeof OpenSale>
export type OpenServiceSale = v.InferOutput<typeof OpenServiceSale>
export type OpenInternationalSale = v.InferOutput<typeof OpenInternationalSale>

/** `POST /api/sales/:id/confirm`: `version` is the one the person saw; `accept` says that the detected operator is the chosen one (rule 10). */
export const ConfirmSale = v.strictObject({
  version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1))),
  accept: v.optional(v.literal('operator')),
  /** A supervisor on the spot lets a sale above a limit go; the seller themselves where a supervisor sells at a till (DESIGN rule 17). */
  approver: v.optional(v.strictObject({ staffId: personId, pin: pinText })),
  duplicateOf,
})
export type ConfirmSale = v.InferOutput<typeof ConfirmSale>

/** `POST /api/sales/:id/close`: what a supervisor learned from support (DESIGN rule 15). */
export const ResolveSale = v.strictObject({
  outcome: v.picklist(['sold', 'not-sold']),
  note: spokenText(500, 'what support said, in words'),
})
export type ResolveSale = v.InferOutput<typeof ResolveSale>

/** A body that says nothing: `find`, `abandon`, `take`, `refunded`, `seen`. */
export const NoContent = v.optional(v.strictObject({}))

/**
 * `GET /api/sales`: a day is `YYYY-MM-DD` in the shop's time zone, today when absent; newest first. `state` is a group of the list;
 * `state=desk` is the pending desk, of any day and the whole shop: what waits, needs attention, has money to give back, or is news for this
 * person. `q` finds sales of any day by number, id, the wholesaler's id or a part of the account, a colleague's complete one as a
 * summary. `batch` lists the lines of one quantity in
 * their order. `cashier` is for supervisors.
 */
export const SalesQuery = v.strictObject({
  day: v.optional(v.pipe(v.string(), v.regex(/^\d{4}-\d{2}-\d{2}$/, 'a day such as 2026-11-20'))),
  group: v.optional(
    v.picklist([...SALE_GROUPS, 'open', 'open-items'], `one of ${SALE_GROUPS.join(', ')}, open, open-items`),
  ),
  cashier: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(40))),
  service: v.optional(v.pipe(v.string(), v.minLength(1), v.maxLength(100))),
  q: v.optional(
    v.pipe(v.string(), v.trim(), v.maxLength(MAX_SEARCH_LENGTH, `at most ${MAX_SEARCH_LENGTH} characters`)),
  ),
  batch: v.optional(ulidText('the id of a batch')),
  cursor: v.optional(v.pipe(v.string(), v.regex(/^\d{1,15}$/, 'the next of the page before'))),
})
export type SalesQuery = v.InferOutput<typeof SalesQuery>

/** With the first page of a day or a search: how many sales each group has, whatever group is asked for. */
export type SalesCounts = Record<'all' | SaleGroup, number>

export type SaleListPage = {
  sales: Sale[]
  next?: string
  counts?: SalesCounts
  /** Of a day: what was sold; its count is that of the group `sold`. */
  sold?: Sold
  /** Of a day: what was sold, and for supervisors who sold, to choose from. */
  services?: { id: string; name: string }[]
  cashiers?: { id: string; name: string }[]
}

/** With `q`: a colleague's complete sale is told as its slip tells it. */
export type FoundSales = Omit<SaleListPage, 'sales'> & { sales: (Sale | SaleSummary)[] }

/**
 * `POST /api/sales/:id/reveal`. Who shows a code again that was handed over says why; `pin` is their own once more, when the answer was
 * `step-up-required` (DESIGN rule 12).
 */
export const RevealSale = v.optional(
  v.strictObject({
    reason: v.optional(spokenText(300, 'why it is shown, in words')),
    pin: v.optional(pinText),
  }),
)
export type RevealSale = v.InferOutput<typeof RevealSale>

/**
 * What `reveal` answers: never stored, never cached. Without the right to see the code there is neither voucher nor receipt text of a
 * voucher, and the paper tells our own facts. Null where there is nothing.
 */
export type Revealed = { receipt: Receipt | null; voucher: Voucher | null; sale: Sale }

/** `POST /api/sales/:id/delivered`: the customer has it. Of a sale without a code it only counts what was printed. */
export const DeliverSale = v.strictObject({ method: v.picklist(['printed', 'shared', 'copied', 'given']) })
export type DeliverSale = v.InferOutput<typeof DeliverSale>
