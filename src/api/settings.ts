import * as v from 'valibot'

import { LANGUAGES } from '#domain/language.ts'
import { PAYMENT_METHODS } from '#domain/payment.ts'
import { RemainingLimit } from '#domain/sales-limits.ts'
import { findHiddenCharacter } from '#domain/typed-text.ts'
import { findAddress } from '#domain/web-address.ts'
import { amountText, boundedList, boundedText, currencyText, serviceId } from './input-parts.ts'
import { NetworkPrinter } from './network-printers.ts'

/** 32 kB of picture in base64. */
export const MAX_LOGO_LENGTH = 44_000
/** As many dots as the widest receipt printer has on a line, each way. */
const MAX_LOGO_DOTS = 576
/** A change of the settings holds two logos at most: the new one, and the one that the person saw. */
export const MAX_SETTINGS_BYTES = 2 * MAX_LOGO_LENGTH + 16 * 1024

const amount = v.optional(amountText)

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

/** Null removes all limits. With `expected`, nothing changes unless the limits still are what the person saw. */
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
 * A picture as a data URL of PNG, which cannot contain script, as SVG can. Its first bytes are checked, and its size in dots, so that no picture
 * of a few bytes fills a till's memory.
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

/** The size (dots) of a PNG in a data URL. Returns `undefined` for any other text. */
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

/** Hosts are copied into a header and compared with addresses, so only the exact form in which a URL has them is valid. */
export function isPictureHost(host: string): boolean {
  const address = `https://${host}`
  return /^[a-z0-9.:-]+$/.test(host) && findAddress(address)?.host === host
}

/** What the shop adds to each receipt. Tax words are printed only with a registration number. */
const ReceiptSettings = v.pipe(
  v.strictObject({
    heading: v.optional(line(300)),
    footer: v.optional(line(300)),
    taxNumber: v.optional(oneLine(40)),
    taxName: v.optional(oneLine(40)),
    logo: v.optional(pictureText),
    /** Of the paper (mm), for tills that have not chosen another. */
    paperWidth: v.picklist([58, 80], 'choose 58 or 80 mm'),
    copies: v.picklist([1, 2, 3], 'choose 1, 2 or 3 copies'),
    /** Of what customers take away: one, or two one below the other. Absent: what the till shows while nobody is signed in. */
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

/** How customers may pay; the default is chosen before the cashier touches anything. */
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

/** Above either of them, a gift-card sale begins with three questions to the customer. */
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

/** A shop has few counters, and each change of the settings holds all of its printers. */
const MAX_PRINTERS = 10

/** A product, with or without an amount, that every till offers as a favorite. */
const ShopFavorite = v.strictObject({
  serviceId: serviceId,
  amount: v.optional(amountText),
})

const shopEntries = {
  idleMinutes: wholeNumber(1, 60),
  limits: v.nullable(LimitsBody),
  /** The hour (0 to 23), in the shop's time zone, at which a business day begins. */
  dayStartHour: wholeNumber(0, 23),
  receipt: ReceiptSettings,
  /** Amounts a recharge offers first, as decimal text. Empty: they follow from what is sold. */
  quickAmounts: v.pipe(
    boundedList(amountText, 6, 'enter at most 6 amounts'),
    v.check((amounts) => amounts.every((amount) => /[1-9]/.test(amount)), 'enter amounts above zero'),
  ),
  favorites: boundedList(ShopFavorite, 10, 'choose at most 10 favorites'),
  /** Null: sales do not note how they were paid. */
  payments: v.nullable(PaymentSettings),
  /** Null: no drawer, no shifts. A difference above `reasonAbove` (in the wallet's currency) needs a reason. */
  drawer: v.nullable(v.strictObject({ reasonAbove: amountText })),
  scamStop: v.nullable(ScamStopSettings),
  /** At a till with a customer display, a sale is sent once the customer has said there that the number is right. */
  customerConfirms: v.boolean(),
  /** After this many months customers' numbers are masked. Null: never. */
  retentionMonths: v.nullable(wholeNumber(1, 120)),
  /** Hosts of pictures besides the service's own and those of the environment. */
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
  /** The receipt printers in the shop's network. */
  printers: v.pipe(
    boundedList(NetworkPrinter, MAX_PRINTERS, `enter at most ${MAX_PRINTERS} printers`),
    v.check(
      (printers) => new Set(printers.map(({ id }) => id)).size === printers.length,
      'each printer has an id of its own',
    ),
  ),
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

/** `limits` apply to all cashiers of the shop together, except `perSale`, which applies to each sale. */
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
  customerConfirms: false,
  retentionMonths: null,
  pictureHosts: [],
  printers: [],
  wallet: { line: null, daysLine: null, tellCashiers: true, marksUnaffordable: false },
  testTransactions: false,
}

/**
 * The settings that change; the others stay. With `expected`, nothing changes unless those settings still are what the
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
  /** The shop's network printers. Where they are is nothing a till has to know. */
  printers: v.array(v.pick(NetworkPrinter, ['id', 'name', 'width'])),
  /** The shop counts its drawers. */
  drawer: v.boolean(),
  walletMarks: v.boolean(),
  /** Receipts can leave by email: a supervisor has set up the mail server of the alerts. */
  mailsReceipts: v.boolean(),
})
export type TillSettings = v.InferOutput<typeof TillSettings>

/** What is left of each limit that applies to this person, so that a ticket can say early that it is too much. */
export const RemainingLimits = v.strictObject({ limits: v.array(RemainingLimit) })
export type RemainingLimits = v.InferOutput<typeof RemainingLimits>

export const settingsEndpoints = {
  'GET /api/settings': { answer: Settings },
  'PUT /api/settings': { body: SetSettings, answer: Settings },
  'GET /api/limits/remaining': { answer: RemainingLimits },
}
