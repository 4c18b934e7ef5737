import * as v from 'valibot'

import { ACCENTS } from '#domain/accent.ts'
import { CustomerShelf } from '#domain/catalog/customer-shelf.ts'
import { CUSTOMER_ANSWERS } from '#domain/customer-display.ts'
import { Money } from '#domain/money/money.ts'
import { count } from '#domain/schema-parts.ts'
import { LONGEST_NAME } from '#domain/catalog/service.ts'
import { amountForm, boundedText, currencyText, NoContent, personId } from './input-parts.ts'
import { Enroll, IssuedCode } from './terminals.ts'

const id = personId
const filled = (longest: number) => v.pipe(boundedText(longest), v.minLength(1))
/** As on a ticket, with `_` for each missing digit: `+971 50 12_ ____`. */
const shownNumber = v.pipe(boundedText(60), v.regex(/^[+\d _().[\]/-]*$/, 'a number'))
const typedMoney = v.strictObject({ amount: amountForm, currency: currencyText })
/** The cash received, while the sale is under review. */
const cashTendered = v.optional(amountForm)

/**
 * What the customer at this till may see now. While it is typed, the page sends it; from the review on, it names the sale or batch, which is read
 * from the journal. `account` is present once the number is complete.
 */
export const Ticket = v.variant('kind', [
  v.strictObject({ kind: v.literal('none') }),
  v.strictObject({
    kind: v.literal('typed'),
    sale: v.picklist(['direct', 'voucher', 'international']),
    /** By id; for an international top-up by the ids of country and operator. */
    product: v.optional(v.strictObject({ id: filled(201), name: filled(LONGEST_NAME) })),
    number: v.optional(shownNumber),
    account: v.optional(v.pipe(boundedText(20), v.regex(/^\d{5,20}$/, 'digits with the country code'))),
    pays: v.optional(typedMoney),
  }),
  v.strictObject({ kind: v.literal('sale'), id, cashTendered }),
  v.strictObject({ kind: v.literal('batch'), id, cashTendered }),
])
export type Ticket = v.InferOutput<typeof Ticket>

const answer = v.picklist(CUSTOMER_ANSWERS)

export const TicketReply = v.strictObject({
  /** A display of this till has read the ticket in the last few seconds, or has not had time to since the server started. */
  isWatched: v.boolean(),
  /** The customer's answer about the number now on the ticket. */
  answer: v.exactOptional(answer),
  /** The _Send_ button waits: the shop asks customers, a display is reading the ticket, and this customer has not confirmed the number. */
  isAwaited: v.exactOptional(v.literal(true)),
})
export type TicketReply = v.InferOutput<typeof TicketReply>

/** Ignored unless version and number are still those of the ticket. */
export const AnswerTicket = v.strictObject({
  version: v.pipe(v.number(), v.integer()),
  number: shownNumber,
  answer,
})
export type AnswerTicket = v.InferOutput<typeof AnswerTicket>

export const DisplayShop = v.strictObject({
  name: v.exactOptional(v.string()),
  /** A data URL with a PNG. */
  logo: v.exactOptional(v.string()),
  accent: v.exactOptional(v.picklist(ACCENTS)),
  /** Absent until the products are read. */
  shelf: v.exactOptional(CustomerShelf),
  /** The address where customers order from their own phones, if the shop allows that. */
  orderLink: v.exactOptional(v.string()),
})
export type DisplayShop = v.InferOutput<typeof DisplayShop>

const product = v.strictObject({
  name: v.string(),
  /** From an allowed picture host, as for the till's tiles. */
  picture: v.exactOptional(v.string()),
  country: v.exactOptional(v.strictObject({ id: v.string(), name: v.string() })),
})
/** `others`: how many more products a basket has. */
const goods = { product, quantity: v.exactOptional(count), others: v.exactOptional(count), pays: Money }
/** In every view, so that no practice sale is shown as a real one. */
const every = { isPractice: v.exactOptional(v.literal(true)) }
const cash = { cashTendered: v.exactOptional(Money), change: v.exactOptional(Money) }

/** Read every second: the till's current sale, limited to what its customer knows or has to check. */
export const DisplayView = v.variant('show', [
  v.strictObject({ ...every, show: v.literal('idle') }),
  v.strictObject({
    ...every,
    show: v.literal('number'),
    number: v.string(),
    product: v.exactOptional(product),
    pays: v.exactOptional(Money),
    /** Present once the number is complete, so that the customer may confirm it. */
    version: v.exactOptional(v.number()),
    answer: v.exactOptional(answer),
  }),
  v.strictObject({ ...every, show: v.literal('pay'), ...goods, ...cash, number: v.exactOptional(v.string()) }),
  /** Sent and not completed. The number is masked. */
  v.strictObject({
    ...every,
    show: v.literal('on-its-way'),
    ...goods,
    ...cash,
    number: v.exactOptional(v.string()),
    statusLink: v.exactOptional(v.string()),
  }),
  v.strictObject({
    ...every,
    show: v.literal('sold'),
    ...goods,
    ...cash,
    number: v.exactOptional(v.string()),
    /** What the number receives; for an international top-up in its country's currency. */
    gets: v.exactOptional(Money),
    saleNumber: v.exactOptional(v.number()),
  }),
  /** The sale failed or needs attention; the cashier tells the customer which. */
  v.strictObject({ ...every, show: v.literal('ask') }),
])
export type DisplayView = v.InferOutput<typeof DisplayView>

export const displayEndpoints = {
  /** A one-time code for the customer display of this till. */
  'POST /api/terminals/:id/display-codes': { body: NoContent, answer: IssuedCode },
  'POST /api/displays/:id/end': { body: NoContent, answer: v.strictObject({}) },
  'PUT /api/ticket': { body: Ticket, answer: TicketReply },
  'POST /api/display/pair': { body: Enroll, answer: v.strictObject({}) },
  /** The endpoints below accept only the display's own cookie. */
  'GET /api/display': { answer: DisplayView },
  'POST /api/display/answer': { body: AnswerTicket, answer: DisplayView },
  'GET /api/display/shop': { answer: DisplayShop },
}
