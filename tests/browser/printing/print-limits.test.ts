// @vitest-environment happy-dom
import * as v from 'valibot'
import { beforeAll, beforeEach, expect, it, vi } from 'vitest'

import { BOUNDS, SHOWN } from '#wholesaler-api/loose.ts'
import { PrintBody } from '#api/printing.ts'
import { RECEIPT_PARTS } from '#domain/receipt.ts'
import { printInNetwork, type SendDocument } from '#browser/printing/network-printer.ts'
import type { PrintDocument } from '#browser/printing/print-document.ts'
import { formatMoneyAsText } from '#browser/i18n/formats.ts'
import { setTimeZone } from '#browser/i18n/format-time.ts'
import type { PrintContext } from '#browser/sale/documents/print-context.ts'
import { printedReceipt, receiptDocument } from '#browser/sale/documents/receipt-document.ts'
import { findReceipt } from '#server/wholesaler/read/read-transaction.ts'
import { LONG_BODIES } from '#server/http/http-limits.ts'
import { catalog } from '../../support/a-shop.ts'
import { aVoucherSale } from '../../support/a-sold-voucher.ts'
import { atLevel } from '../../support/level.ts'
import { textIn } from '../../support/texts.ts'

/** The widest letters of our font, as a fraction of the font's height. */
const LETTER = 0.55
const drawn: string[] = []

beforeAll(() => setTimeZone('Asia/Dubai'))
beforeEach(() => {
  drawn.length = 0
  Object.assign(document, { fonts: { load: async () => [] } })
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockImplementation(function (this: HTMLCanvasElement) {
    const context = {
      canvas: this,
      font: '',
      measureText: (text: string) => ({ width: text.length * LETTER * Number(/(\d+)px/.exec(context.font)?.[1]) }),
      fillRect: () => {},
      fillText: (text: string) => drawn.push(text),
      getImageData: (_x: number, _y: number, width: number, height: number) => ({
        data: new Uint8ClampedArray(width * height * 4),
        width,
        height,
      }),
    }
    return context as never
  })
})

const words = (locale: 'en' | 'ar' | 'ur' | 'hi'): PrintContext => ({
  t: (id, values) => textIn(locale, id, values as Record<string, string>),
  locale,
  money: (value) => formatMoneyAsText(value, locale),
  point: { ...catalog.point, address: 'A'.repeat(SHOWN.name) },
  isPractice: false,
  receipt: { paperWidth: 58, copies: 3, heading: 'ش'.repeat(300), footer: 'ش\n'.repeat(150) },
})

const LONG = [
  { name: 'Latin', repeated: 'Valid for a year from today. ', width: 80 },
  { name: 'only line breaks', repeated: 'ش\n', width: 80 },
  // These two entries vary the letters.
  { name: 'Arabic', repeated: 'صالحة لمدة عام من اليوم. ', width: 58 },
  { name: 'one long word', repeated: 'ش', width: 58 },
  { name: 'Urdu', repeated: 'آج سے ایک سال تک کارآمد ہے۔ ', width: 80 },
  { name: 'Hindi', repeated: 'आज से एक साल तक मान्य है। ', width: 58 },
  { name: 'one line per word', repeated: 'कृपया\n', width: 80 },
] as const

it.each(LONG.slice(0, atLevel(2, LONG.length)))(
  'the longest receipt that can be read is printed completely with its copies: $name',
  async ({ repeated, width }) => {
    const part = repeated.repeat(5_000 / repeated.length)
    const receipt = findReceipt(Object.fromEntries(RECEIPT_PARTS.map((each) => [each, part]))) ?? null
    const code = 'Ж'.repeat(BOUNDS.code)
    const link = `https://redeem.example/${'ش'.repeat(BOUNDS.link - 30)}`
    const voucher = { number: code, serial: code, link, reference: code }
    const sale = aVoucherSale({ serviceName: 'ش'.repeat(SHOWN.name) })
    const context = { ...words('ar'), customer: [words('ur'), words('hi')] }
    const paper = printedReceipt(receiptDocument(sale, { kind: 'code', voucher, receipt }, context), sale, context, 0)
    let sent: PrintBody | undefined
    const send: SendDocument = async (body) => {
      const json = JSON.stringify({ ...body, printerId: 'counter', paper: 'receipt' })
      expect(Buffer.byteLength(json)).toBeLessThan(LONG_BODIES[0].maxBytes)
      sent = v.parse(PrintBody, body)
      return { result: { kind: 'printed' } }
    }
    expect(await printInNetwork(paper, { width, opensDrawer: true, send })).toBeUndefined()
    const plain = sent!.document.lines.flatMap((line) => (line.kind === 'text' ? [line.text] : []))
    // None of the provider's letters is lost between reading and printing.
    const printed = [...drawn, ...plain].join('').replaceAll(/\s/g, '')
    for (const text of Object.values(receipt!)) expect(printed.includes(text.replaceAll(/\s/g, ''))).toBe(true)
  },
)

it('a document that is longer than any receipt is too long, and is not sent', async () => {
  const line = { kind: 'text', text: 'a'.repeat(4_000), align: 'start' } as const
  const send = vi.fn<SendDocument>()
  const paper: PrintDocument = { kind: 'report', lines: Array<typeof line>(2_500).fill(line) }
  expect(await printInNetwork(paper, { width: 80, opensDrawer: false, send })).toEqual({ why: 'too-long', sent: false })
  expect(send).not.toHaveBeenCalled()
})
