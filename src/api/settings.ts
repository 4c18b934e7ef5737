import * as v from 'valibot'

import { ACCENTS } from '#domain/accent.ts'
import { LANGUAGES } from '#domain/language.ts'
import { PAYMENT_METHODS } from '#domain/money/payment-method.ts'
import { RemainingLimit } from '#domain/sales-limits.ts'
import { optionalTrue } from '#domain/schema-parts.ts'
import { FIRST_TIME_ZONE } from '#domain/shop-calendar.ts'
import { findHiddenCharacter } from '#domain/text/typed-text.ts'
import { findAddress } from '#domain/web-address.ts'
import { amountText, boundedList, boundedText, currencyText, serviceId, timeZoneText } from './input-parts.ts'
import { NetworkPrinter } from './network-printers.ts'

/** 32 kB of picture in base64. */
export const MAX_LOGO_LENGTH = 44_000
/** The dots per line of the widest receipt printer. */
const MAX_LOGO_DOTS = 576
/** At most two logos: the new one, and the one the person saw. */
export const MAX_SETTINGS_BYTES = 2 * MAX_LOGO_LENGTH + 16 * 1024

const amount = v.optional(amountText)

/** Amounts are decimal text in `currency`. An absent limit does not apply. */
export const LimitsBody = v.strictObject({
  currency: currencyText,
  perSale: amount,
  perHour: amount,
  perDay: amount,
  perNumber: amount,
  vouchersPerMinute: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(1000))),
})
export type LimitsBody = v.InferOutput<typeof LimitsBody>

/** Checks new limits for a currency of ISO 4217 form (spec 2.3). Stored ones are not checked again. */
const TypedLimits = v.pipe(
  LimitsBody,
  v.check(
    ({ currency }) => findHiddenCharacter(currency) === undefined,
    'a character in the currency cannot be seen; type it without it',
  ),
  v.check(({ currency }) => /^[A-Z]{3}$/.test(currency), 'the currency is not of three capital letters, such as AED'),
)

/** Null removes all limits. With `expected`, nothing changes unless the limits are still what the person saw. */
export const SetLimits = v.strictObject({
  limits: v.nullable(TypedLimits),
  expected: v.optional(v.nullable(LimitsBody)),
})
export type SetLimits = v.InferOutput<typeof SetLimits>

const wholeNumber = (min: number, max: number) => {
  const sentence = `set a whole number from ${min} to ${max}`
  return v.pipe(v.number(sentence), v.integer(sentence), v.minValue(min, sentence), v.maxValue(max, sentence))
}
const line = (longest: number) =>
  v.pipe(
    boundedText(longest, `shorten the text to ${longest} characters`),
    v.check(
      (text) => findHiddenCharacter(text.replaceAll('\n', ' ')) === undefined,
      'a character cannot be seen; type the text without it',
    ),
  )
const oneLine = (longest: number) =>
  v.pipe(
    line(longest),
    v.check((text) => !text.includes('\n'), 'write it on one line'),
  )
const typedMoney = v.strictObject({ amount: amountText, currency: currencyText })

/**
 * A data URL with a PNG, which unlike an SVG cannot contain script. Its first bytes and its size in dots are checked, so that no picture of a few
 * bytes fills a till's memory.
 */
const pictureText = v.pipe(
  boundedText(MAX_LOGO_LENGTH, `choose a picture of at most ${Math.floor((MAX_LOGO_LENGTH * 3) / 4 / 1024)} kB`),
  v.check(
    (text) => findPngSize(text) !== undefined,
    'the picture is no PNG; choose a photo or a PNG, JPEG or WebP file again',
  ),
  v.check((text) => {
    const size = findPngSize(text)
    return size === undefined || Math.max(size.width, size.height) <= MAX_LOGO_DOTS
  }, `choose a picture of at most ${MAX_LOGO_DOTS} by ${MAX_LOGO_DOTS} dots`),
)

/** In dots. Returns `undefined` if it is not a PNG. */
function findPngSize(dataUrl: string): { width: number; height: number } | undefined {
  const base64 = /^data:image\/png;base64,((?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?)$/.exec(
    dataUrl,
  )
  // The signature, and the first chunk: its length, `IHDR`, width and height.
  const start = Uint8Array.from(atob(base64?.[1]?.slice(0, 32) ?? ''), (byte) => byte.charCodeAt(0))
  if (start.length < 24 || !PNG_START.every((byte, at) => start[at] === byte)) return undefined
  const numbers = new DataView(start.buffer)
  const [width, height] = [numbers.getUint32(16), numbers.getUint32(20)]
  return width === 0 || height === 0 ? undefined : { width, height }
}
const PNG_START = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]

/** Hosts are copied into a header and compared with addresses, so only the exact form in a URL is valid. */
export function isPictureHost(host: string): boolean {
  const address = `https://${host}`
  return /^[a-z0-9.:-]+$/.test(host) && findAddress(address)?.host === host
}

/** The shop's additions to each receipt. Tax words are printed only with a registration number. */
const ReceiptSettings = v.pipe(
  v.strictObject({
    heading: v.optional(line(300)),
    footer: v.optional(line(300)),
    taxNumber: v.optional(oneLine(40)),
    taxName: v.optional(oneLine(40)),
    logo: v.optional(pictureText),
    /** In mm, for tills without their own choice. */
    paperWidth: v.picklist([58, 80], 'choose 58 or 80 mm'),
    copies: v.picklist([1, 2, 3], 'choose 1, 2 or 3 copies'),
    /** The language of the customer's documents, or two languages, one below the other. By default, the language that the till shows while no one is signed in. */
    languages: v.optional(
      v.pipe(
        boundedList(v.picklist(LANGUAGES, 'choose one of the languages'), 2, 'choose at most two languages'),
        v.minLength(1, 'choose a language'),
        v.check((languages) => new Set(languages).size === languages.length, 'choose two different languages'),
      ),
    ),
  }),
  v.check(
    ({ taxName, taxNumber }) => taxName === undefined || taxNumber !== undefined,
    'the tax name is printed only with a registration number; enter the number, or leave the name empty',
  ),
)

/** What customers see of the shop. The logo is the one of the receipt, and `name` replaces the provider's. */
const BrandSettings = v.strictObject({
  accent: v.picklist(ACCENTS, 'choose one of the colors'),
  name: v.optional(oneLine(60)),
  phone: v.optional(oneLine(40)),
})

/** `default` is preselected. */
const PaymentSettings = v.pipe(
  v.strictObject({
    methods: v.pipe(
      boundedList(v.picklist(PAYMENT_METHODS), PAYMENT_METHODS.length),
      v.minLength(1, 'choose at least one way to pay, or turn the question off'),
      v.check((methods) => new Set(methods).size === methods.length, 'name each way to pay once'),
    ),
    default: v.picklist(PAYMENT_METHODS),
  }),
  v.check(
    (payments) => payments.methods.includes(payments.default),
    'the default is not one of the ways to pay; choose one of them',
  ),
)

/** Above either value, the fraud warning is shown. */
const ScamStopSettings = v.pipe(
  v.strictObject({
    quantityAbove: v.optional(wholeNumber(0, 1000)),
    amountAbove: v.optional(amountText),
  }),
  v.check(
    ({ quantityAbove, amountAbove }) => quantityAbove !== undefined || amountAbove !== undefined,
    'enter a quantity or an amount, or turn the questions off',
  ),
)

/** A shop has few counters, and each change to the printers sends all of them. */
const MAX_PRINTERS = 10

/** A regular customer comes back within this time. */
const MAX_INDEX_MONTHS = 24

/** Offered at every till, with or without an amount. */
const ShopFavorite = v.strictObject({
  serviceId: serviceId,
  amount: v.optional(amountText),
})

const shopEntries = {
  idleMinutes: wholeNumber(1, 60),
  limits: v.nullable(LimitsBody),
  /** In the shop's time zone, 0 to 23. */
  dayStartHour: wholeNumber(0, 23),
  /** Of the shop's days, unless the environment sets one. */
  timeZone: timeZoneText,
  receipt: ReceiptSettings,
  brand: BrandSettings,
  /** The amounts offered for a recharge, as decimal text. If empty, they follow from what is sold. */
  quickAmounts: v.pipe(
    boundedList(amountText, 6, 'enter at most 6 amounts'),
    v.check((amounts) => amounts.every((amount) => /[1-9]/.test(amount)), 'enter amounts above zero'),
  ),
  favorites: boundedList(ShopFavorite, 10, 'choose at most 10 favorites'),
  /** Null: payments are not recorded. */
  payments: v.nullable(PaymentSettings),
  /** Null: no drawer, no shifts. A variance above `varianceReasonThreshold` (in the wallet's currency) needs a reason. */
  drawer: v.nullable(v.strictObject({ varianceReasonThreshold: amountText })),
  fraudWarning: v.nullable(ScamStopSettings),
  /** At a till with a customer display, a sale is sent only after the customer has confirmed the number there. */
  requiresCustomerConfirmation: v.boolean(),
  /** Customer displays show a QR code with which customers order from their own phones. */
  phoneOrders: v.boolean(),
  /** A cashier's badge signs in without the PIN. */
  badgeAlone: v.boolean(),
  /** Reports show how long each person needs for a sale. */
  timesByPerson: v.boolean(),
  /** After this many months customers' numbers are masked. Null: never. */
  retentionMonths: v.nullable(wholeNumber(1, 120)),
  /** For this many months, tills know what was sold to a number. Null: they don't. */
  numberIndexMonths: v.nullable(wholeNumber(1, MAX_INDEX_MONTHS)),
  /** Picture hosts besides the service's own. */
  pictureHosts: boundedList(
    v.pipe(
      boundedText(255, 'a host has at most 255 characters'),
      v.check(
        isPictureHost,
        'enter a host such as pictures.example or pictures.example:8443, without https:// and path',
      ),
    ),
    20,
    'enter at most 20 hosts',
  ),
  printers: v.pipe(
    boundedList(NetworkPrinter, MAX_PRINTERS, `enter at most ${MAX_PRINTERS} printers`),
    v.check(
      (printers) => new Set(printers.map(({ id }) => id)).size === printers.length,
      'each printer has an id of its own',
    ),
  ),
  /** The wallet is low below `line`, or when it will last for fewer than `lowBalanceDays` days. */
  wallet: v.strictObject({
    line: v.nullable(typedMoney),
    lowBalanceDays: v.nullable(wholeNumber(1, 60)),
    notifyCashiers: v.boolean(),
    /** Cashiers see which products the wallet may not cover, which reveals something about the balance. */
    flagUnaffordable: v.boolean(),
  }),
  /** Applies to new sales. */
  testTransactions: v.boolean(),
}

/** `limits` apply to all cashiers of the shop together, except `perSale`, which applies to each sale. */
export const Settings = v.strictObject(shopEntries)
export type Settings = v.InferOutput<typeof Settings>

/** `timeZoneFixedBy`: why it cannot be changed; another one would move the days of earlier sales. `hasNoAddress`: customers cannot open this server's pages. */
export const SettingsAnswer = v.strictObject({
  ...shopEntries,
  timeZoneFixedBy: v.exactOptional(v.picklist(['administrator', 'sales'])),
  hasNoAddress: optionalTrue,
})
export type SettingsAnswer = v.InferOutput<typeof SettingsAnswer>

/** Used until someone changes a setting: nothing is limited, and every other option is off. */
export const DEFAULT_SETTINGS: Settings = {
  idleMinutes: 5,
  limits: null,
  dayStartHour: 0,
  timeZone: FIRST_TIME_ZONE,
  receipt: { paperWidth: 80, copies: 1 },
  brand: { accent: 'petrol' },
  quickAmounts: [],
  favorites: [],
  payments: null,
  drawer: null,
  fraudWarning: null,
  requiresCustomerConfirmation: false,
  phoneOrders: false,
  badgeAlone: false,
  timesByPerson: false,
  retentionMonths: null,
  numberIndexMonths: 6,
  pictureHosts: [],
  printers: [],
  wallet: { line: null, lowBalanceDays: null, notifyCashiers: true, flagUnaffordable: false },
  testTransactions: false,
}

/** Only the settings to change. With `expected`, nothing changes unless those settings are still what the person saw. */
export const SetSettings = v.strictObject({
  ...v.partial(v.strictObject({ ...shopEntries, limits: v.nullable(TypedLimits) })).entries,
  expected: v.optional(v.partial(Settings)),
})
export type SetSettings = v.InferOutput<typeof SetSettings>

export const TerminalSettings = v.strictObject({
  ...v.pick(Settings, ['receipt', 'quickAmounts', 'favorites', 'payments', 'fraudWarning']).entries,
  /** Without their addresses, which a till does not need. */
  printers: v.array(v.pick(NetworkPrinter, ['id', 'name', 'width'])),
  drawer: v.boolean(),
  walletMarks: v.boolean(),
  /** Receipts can be emailed: a supervisor has set up the mail server of the alerts. */
  mailsReceipts: v.boolean(),
})
export type TerminalSettings = v.InferOutput<typeof TerminalSettings>

/** What is left of each limit of this person, so that a ticket can warn early. */
export const RemainingLimits = v.strictObject({ limits: v.array(RemainingLimit) })
export type RemainingLimits = v.InferOutput<typeof RemainingLimits>

export const settingsEndpoints = {
  'GET /api/settings': { answer: SettingsAnswer },
  'PUT /api/settings': { body: SetSettings, answer: SettingsAnswer },
  'GET /api/limits/remaining': { answer: RemainingLimits },
}
