import * as v from 'valibot'

import { CUSTOMER_ANSWERS } from '#domain/customer-display.ts'
import { Money } from '#domain/money.ts'
import { count } from '#domain/schema-parts.ts'
import { LONGEST_NAME } from '#domain/service.ts'
import { amountForm, boundedText, currencyText, NoContent, personId } from './input-parts.ts'
import { Enroll, IssuedCode } from './terminals.ts'

const id = personId
const filled = (longest: number) => v.pipe(boundedText(longest), v.minLength(1))
/** As it is written on a ticket, with a line for each digit that is still to come: `+971 50 12_ ____`. */
const shownNumber = v.pipe(boundedText(60), v.regex(/^[+\d _().[\]/-]*$/, 'a number'))
const typedMoney = v.strictObject({ amount: amountForm, currency: currencyText })
/** The cash that the customer has handed over, while the sale is under review. */
const given = v.optional(amountForm)

/**
 * What the customer at this till may see now. While it is typed the page says it; from the review on it names the sale or the
 * quantity, and the journal says it. `account` is there once the number is whole.
 */
export const Ticket = v.variant('kind', [
  v.strictObject({ kind: v.literal('none') }),
  v.strictObject({
    kind: v.literal('typed'),
    sale: v.picklist(['direct', 'voucher', 'international']),
    /** By its id, of an international top-up by those of country and operator. */
    product: v.optional(v.strictObject({ id: filled(201), name: filled(LONGEST_NAME) })),
    number: v.optional(shownNumber),
    account: v.optional(v.pipe(boundedText(20), v.regex(/^\d{5,20}$/, 'digits with the country code'))),
    pays: v.optional(typedMoney),
  }),
  v.strictObject({ kind: v.literal('sale'), id, given }),
  v.strictObject({ kind: v.literal('batch'), id, given }),
])
export type Ticket = v.InferOutput<typeof Ticket>

const answer = v.picklist(CUSTOMER_ANSWERS)

/** What the till learns of its display in return. */
export const TicketTold = v.strictObject({
  /** A display of this till has read the ticket in the last seconds, or has had no time to since the proxy started. */
  isWatched: v.boolean(),
  /** The customer's answer to the number that is on the ticket now. */
  answer: v.exactOptional(answer),
  /** *Send* waits for the customer: the shop asks them, a display is there, and they have not said that the number is right. */
  isAwaited: v.exactOptional(v.literal(true)),
})
export type TicketTold = v.InferOutput<typeof TicketTold>

/** Void unless version and number are still those of the ticket. */
export const AnswerTicket = v.strictObject({
  version: v.pipe(v.number(), v.integer()),
  number: shownNumber,
  answer,
})
export type AnswerTicket = v.InferOutput<typeof AnswerTicket>

/** Whose display it is. */
export const DisplayShop = v.strictObject({
  name: v.exactOptional(v.string()),
  /** The shop's own picture, as a data URL of PNG. */
  logo: v.exactOptional(v.string()),
})
export type DisplayShop = v.InferOutput<typeof DisplayShop>

const product = v.strictObject({
  name: v.string(),
  /** As the tiles of the till have it: an address of a host that pictures may come from. */
  picture: v.exactOptional(v.string()),
  /** Of an international top-up. */
  country: v.exactOptional(v.strictObject({ id: v.string(), name: v.string() })),
})
const goods = { product, quantity: v.exactOptional(count), pays: Money }
/** No money moves at this till. It is in every view, so that no sale of practice is ever shown as a real one. */
const every = { isPractice: v.exactOptional(v.literal(true)) }
const cash = { given: v.exactOptional(Money), change: v.exactOptional(Money) }

/** Read every second: its till's present sale, and of that only what its customer knows or is to check. */
export const DisplayView = v.variant('show', [
  v.strictObject({ ...every, show: v.literal('idle') }),
  v.strictObject({
    ...every,
    show: v.literal('number'),
    number: v.string(),
    product: v.exactOptional(product),
    pays: v.exactOptional(Money),
    /** The number is whole, and the customer may say whether it is right. */
    version: v.exactOptional(v.number()),
    answer: v.exactOptional(answer),
  }),
  v.strictObject({ ...every, show: v.literal('pay'), ...goods, ...cash, number: v.exactOptional(v.string()) }),
  /** It was sent and is not through yet. The number is masked. */
  v.strictObject({
    ...every,
    show: v.literal('on-its-way'),
    ...goods,
    ...cash,
    number: v.exactOptional(v.string()),
    /** Where its customer follows one sale. */
    statusLink: v.exactOptional(v.string()),
  }),
  v.strictObject({
    ...every,
    show: v.literal('sold'),
    ...goods,
    ...cash,
    number: v.exactOptional(v.string()),
    /** What arrives at the number; of an international top-up in the money of its country. */
    gets: v.exactOptional(Money),
    saleNumber: v.exactOptional(v.number()),
  }),
  /** It did not go through, or a person has to look at it: the customer hears which at the counter. */
  v.strictObject({ ...every, show: v.literal('ask') }),
])
export type DisplayView = v.InferOutput<typeof DisplayView>

export const displayEndpoints = {
  /** A one-time code that makes a browser the customer display of this till. */
  'POST /api/terminals/:id/display-codes': { body: NoContent, answer: IssuedCode },
  'POST /api/displays/:id/end': { body: NoContent, answer: v.strictObject({}) },
  'PUT /api/ticket': { body: Ticket, answer: TicketTold },
  'POST /api/display/pair': { body: Enroll, answer: v.strictObject({}) },
  /** From here on the display's own cookie counts, and no other. */
  'GET /api/display': { answer: DisplayView },
  'POST /api/display/answer': { body: AnswerTicket, answer: DisplayView },
  'GET /api/display/shop': { answer: DisplayShop },
}
