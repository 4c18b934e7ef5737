import * as v from 'valibot'

import { findDecimal } from '#domain/money.ts'
import { PAYMENT_METHODS } from '#domain/payment.ts'
import { findHiddenCharacter } from '#domain/typed-text.ts'
import { remainingLimit } from './answer-parts.ts'
import { amountText, currencyText } from './input-parts.ts'

/** 64 kB of picture in base64. */
const MAX_LOGO_LENGTH = 90_000

const amount = v.optional(
  v.pipe(
    amountText,
    v.check((text) => findDecimal(text) !== undefined, 'an amount of at most 15 digits'),
  ),
)

/** Limits as a supervisor sets them: amounts are decimal text in `currency`. An absent limit does not apply. */
export const LimitsBody = v.strictObject({
  currency: currencyText,
  perSale: amount,
  perHour: amount,
  perDay: amount,
  perNumber: amount,
  vouchersPerMinute: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))),
})
export type LimitsBody = v.InferOutput<typeof LimitsBody>

/** Limits as they are sent, with a currency in the form of ISO 4217 (spec 2.3). What the journal already holds is not checked again. */
const TypedLimits = v.pipe(
  LimitsBody,
  v.check(
    ({ currency }) => findHiddenCharacter(currency) === undefined,
    'a character in the currency cannot be seen; type it without it',
  ),
  v.check(({ currency }) => /^[A-Z]{3}$/.test(currency), 'the currency is not of three capital letters, such as AED'),
)

/** `PUT /api/staff/:id/limits`: null removes all limits. With `expected`, nothing changes unless the limits still are what the person saw. */
export const SetLimits = v.strictObject({
  limits: v.nullable(TypedLimits),
  expected: v.optional(v.nullable(LimitsBody)),
})
export type SetLimits = v.InferOutput<typeof SetLimits>

const wholeNumber = (min: number, max: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(min), v.maxValue(max, `a whole number from ${min} to ${max}`))
const line = (longest: number) => v.pipe(v.string(), v.maxLength(longest, `at most ${longest} characters`))
const typedMoney = v.strictObject({ amount: amountText, currency: currencyText })

/** A picture as a data URL of PNG or JPEG. Anything else, such as SVG, may contain script. */
const pictureText = v.pipe(
  v.string(),
  v.maxLength(MAX_LOGO_LENGTH, `a picture of at most ${MAX_LOGO_LENGTH} characters`),
  v.regex(/^data:image\/(png|jpeg);base64,[A-Za-z0-9+/]+={0,2}$/, 'a PNG or JPEG picture'),
)

/** What the shop adds to each receipt. Tax words are printed only with a registration number. */
const ReceiptSettings = v.strictObject({
  heading: v.optional(line(300)),
  footer: v.optional(line(300)),
  taxNumber: v.optional(line(40)),
  taxName: v.optional(line(40)),
  logo: v.optional(pictureText),
  /** Of the paper (mm). */
  paperWidth: v.picklist([58, 80]),
  copies: v.picklist([1, 2, 3]),
})

/** How customers may pay; the default is chosen before the cashier touches anything. */
const PaymentSettings = v.pipe(
  v.strictObject({
    methods: v.pipe(v.array(v.picklist(PAYMENT_METHODS)), v.minLength(1), v.maxLength(PAYMENT_METHODS.length)),
    default: v.picklist(PAYMENT_METHODS),
  }),
  v.check((payments) => payments.methods.includes(payments.default), 'the default is not one of the methods'),
)

/** Above either of them, a gift-card sale begins with three questions to the customer. */
const ScamStopSettings = v.strictObject({
  quantityAbove: v.optional(wholeNumber(0, 1000)),
  amountAbove: v.optional(amountText),
})

/** A product, with or without an amount, that every till offers as a favorite. */
const ShopFavorite = v.strictObject({
  serviceId: v.pipe(v.string(), v.minLength(1), v.maxLength(100)),
  amount: v.optional(amountText),
})

const shopEntries = {
  idleMinutes: wholeNumber(1, 60),
  limits: v.nullable(LimitsBody),
  /** The hour (0 to 23), in the shop's time zone, at which a business day begins. */
  dayStartHour: wholeNumber(0, 23),
  receipt: ReceiptSettings,
  /** Amounts a recharge offers first, as decimal text. Empty: they follow from what is sold. */
  quickAmounts: v.pipe(v.array(amountText), v.maxLength(5, 'at most 5 amounts')),
  favorites: v.pipe(v.array(ShopFavorite), v.maxLength(10, 'at most 10 favorites')),
  /** Null: sales do not note how they were paid. */
  payments: v.nullable(PaymentSettings),
  /** Null: no drawer, no shifts. A difference above `reasonAbove` (in the wallet's currency) needs a reason. */
  drawer: v.nullable(v.strictObject({ reasonAbove: amountText })),
  scamStop: v.nullable(ScamStopSettings),
  /** After this many months customers' numbers are masked. Null: never. */
  retentionMonths: v.nullable(wholeNumber(1, 120)),
  /** Hosts of pictures besides the service's own and those of the environment. */
  pictureHosts: v.pipe(v.array(line(255)), v.maxLength(20, 'at most 20 hosts')),
  /** The wallet is low below `line`, or when it lasts for fewer than `daysLine` days. */
  wallet: v.strictObject({
    line: v.nullable(typedMoney),
    daysLine: v.nullable(wholeNumber(1, 60)),
    tellCashiers: v.boolean(),
    /** Cashiers see which products the wallet may not cover, which tells them something of the balance. */
    marksUnaffordable: v.boolean(),
  }),
  /** New sales are sent to the service as test transactions. */
  testTransactions: v.boolean(),
}

/** `GET /api/settings`. `limits` apply to all cashiers of the shop together, except `perSale`, which applies to each sale. */
export const Settings = v.strictObject(shopEntries)
export type Settings = v.InferOutput<typeof Settings>

/** The settings of a shop in which nobody has changed any: nothing is limited, and nothing that has to be turned on is on. */
export const DEFAULT_SETTINGS: Settings = {
  idleMinutes: 5,
  limits: null,
  dayStartHour: 0,
  receipt: { paperWidth: 80, copies: 1 },
  quickAmounts: [],
  favorites: [],
  payments: null,
  drawer: null,
  scamStop: null,
  retentionMonths: null,
  pictureHosts: [],
  wallet: { line: null, daysLine: null, tellCashiers: true, marksUnaffordable: false },
  testTransactions: false,
}

/**
 * `PUT /api/settings`: the settings that change; the others stay. With `expected`, nothing changes unless those settings still are what the
 * person saw.
 */
export const SetSettings = v.strictObject({
  ...v.partial(v.strictObject({ ...shopEntries, limits: v.nullable(TypedLimits) })).entries,
  expected: v.optional(v.partial(Settings)),
})
export type SetSettings = v.InferOutput<typeof SetSettings>

/** What a till needs of the settings; part of the session of a person who is signed in. */
export const TillSettings = v.strictObject({
  ...v.pick(Settings, ['receipt', 'quickAmounts', 'favorites', 'payments', 'scamStop']).entries,
  /** The shop counts its drawers. */
  drawer: v.boolean(),
  walletMarks: v.boolean(),
})
export type TillSettings = v.InferOutput<typeof TillSettings>

/** `GET /api/limits/remaining`: what is left of each limit that applies to this person, so that a ticket can say early that it is too much. */
export const RemainingLimits = v.strictObject({ limits: v.array(remainingLimit) })
export type RemainingLimits = v.InferOutput<typeof RemainingLimits>
