import * as v from 'valibot'

import { PRINT_WAYS, SALE_PAPERS } from '#domain/printer-connection.ts'
import { Sale } from '#domain/sale/sale.ts'
import {
  isQrOfPrinter,
  isShownByPrinter,
  LARGEST_QR_MODULE,
  LONGEST_TEXT,
  ROOM,
  TALLEST_PICTURE,
  type PlainLine,
} from '#receipt-printer/plain-document.ts'
import { boundedList, boundedText } from './input-parts.ts'
import { printerId } from './network-printers.ts'

/** Limits of a whole document. */
const MAX_LINES = 2_000
const MAX_BREAKS = 4_000
const MAX_LETTERS = 64_000
/** The base64 length of the largest picture. */
const MAX_DOTS = 4 * Math.ceil((ROOM[80].dots * TALLEST_PICTURE) / 8 / 3)
/** The limit of a QR code in bytes. */
const MAX_QR = 2_953

const countBreaks = (text: string): number => text.split('\n').length - 1

/** Only characters that the printer has, so that no text can be a command to it. */
const printed = v.pipe(boundedText(LONGEST_TEXT), v.check(isShownByPrinter, 'a printer has not all of these letters'))

const side = (max: number) => v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(max))

const picture = v.pipe(
  v.strictObject({
    kind: v.literal('picture'),
    align: v.picklist(['start', 'center']),
    width: v.pipe(side(ROOM[80].dots), v.multipleOf(8)),
    height: side(TALLEST_PICTURE),
    dots: v.pipe(boundedText(MAX_DOTS), v.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'dots in base64')),
  }),
  v.check(
    ({ width, height, dots }) => dots.length === 4 * Math.ceil((width * height) / 8 / 3),
    'the dots of a picture fill it exactly',
  ),
)

const plainLine: v.GenericSchema<PlainLine> = v.variant('kind', [
  v.strictObject({
    kind: v.literal('text'),
    text: printed,
    align: v.picklist(['start', 'center']),
    look: v.optional(v.picklist(['title', 'strong', 'code', 'small'])),
  }),
  v.strictObject({
    kind: v.literal('pair'),
    label: printed,
    value: printed,
    isStrong: v.optional(v.literal(true)),
  }),
  v.strictObject({ kind: v.literal('rule') }),
  v.strictObject({ kind: v.literal('cut') }),
  v.strictObject({ kind: v.literal('banner'), text: printed }),
  v.strictObject({
    kind: v.literal('qr'),
    text: v.pipe(boundedText(MAX_QR), v.check(isQrOfPrinter, 'letters of ASCII')),
    size: side(LARGEST_QR_MODULE),
  }),
  picture,
])

/** Limits the total, because many bounded lines could still keep the server busy. Checked before the lines. */
function isShort(lines: unknown[]): boolean {
  const words = lines.flatMap((line) => {
    const { text, label, value } = (line ?? {}) as Record<string, unknown>
    return [text, label, value].filter((each) => typeof each === 'string')
  })
  const letters = words.reduce((sum, { length }) => sum + length, 0)
  return letters <= MAX_LETTERS && countBreaks(words.join('')) <= MAX_BREAKS
}

/** A document made by a page. The server encodes it, so that only known bytes reach the printer. It is kept in memory only while it is printed. */
export const PrintBody = v.strictObject({
  document: v.strictObject({
    lines: v.pipe(
      boundedList(v.unknown(), MAX_LINES),
      v.minLength(1),
      v.check(isShort, 'a document has only so many letters and line breaks'),
      v.array(plainLine),
    ),
  }),
  opensDrawer: v.optional(v.boolean(), false),
})
export type PrintBody = v.InferOutput<typeof PrintBody>

/** The receipt of a sale, with its code if it has one, or another document. */
export const PrintSale = v.strictObject({
  ...PrintBody.entries,
  printerId,
  paper: v.optional(v.picklist(SALE_PAPERS), 'receipt'),
})
export type PrintSale = v.InferInput<typeof PrintSale>

/**
 * Why a document was not or may not have been printed. `forbidden`: an address the server does not connect to. `not-reported`: the printer took all
 * of it, has paper, and does not report when it has printed.
 */
const PRINT_FAULTS = ['not-there', 'busy', 'no-paper', 'lost', 'forbidden', 'not-reported'] as const
export type PrintFault = (typeof PRINT_FAULTS)[number]

/** `printed`: the printer confirmed it. `unclear`: it may be on paper, fully or in part, and is not printed again automatically. */
export const PrintResult = v.variant('kind', [
  v.strictObject({ kind: v.literal('printed') }),
  v.strictObject({ kind: v.picklist(['not-printed', 'unclear']), why: v.picklist(PRINT_FAULTS) }),
])
export type PrintResult = v.InferOutput<typeof PrintResult>

export const Printed = v.strictObject({ result: PrintResult })
export type Printed = v.InferOutput<typeof Printed>

export const PrintedSale = v.strictObject({ ...Printed.entries, sale: Sale })
export type PrintedSale = v.InferOutput<typeof PrintedSale>

/** A terminal reports that it printed the code on its own printer but does not know the outcome. */
export const PrintReport = v.strictObject({ way: v.picklist(PRINT_WAYS) })
export type PrintReport = v.InferOutput<typeof PrintReport>

export const printingEndpoints = {
  'POST /api/sales/:id/print': { body: PrintSale, answer: PrintedSale },
  'POST /api/sales/:id/print-report': { body: PrintReport, answer: Sale },
  'POST /api/sales/:id/print-answer': { body: v.strictObject({ isOnPaper: v.boolean() }), answer: Sale },
  'POST /api/printers/:id/print': { body: PrintBody, answer: Printed },
}
