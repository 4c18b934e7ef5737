import { expect, it } from 'vitest'

import { encodeDocument, type EncodeOptions } from '#browser/printing/encode-document.ts'
import {
  documentText,
  type PrintDocument,
  type PrintLine,
  type Picture,
  type WordLine,
} from '#browser/printing/print-document.ts'

const PICTURE = '1d 76 30'
const QR_PRINT = '1d 28 6b 03 00 31 51 30'

async function encode(lines: PrintLine[], more: Partial<EncodeOptions> = {}, kind: PrintDocument['kind'] = 'receipt') {
  const drawn: { line: WordLine; dots: number }[] = []
  const draw = async (line: WordLine, dots: number): Promise<Picture[]> => {
    drawn.push({ line, dots })
    return [{ data: new Uint8ClampedArray(dots * 8 * 4).fill(255), width: dots, height: 8 }]
  }
  const options: EncodeOptions = { width: 80, opensDrawer: false, language: 'esc-pos', ...more }
  const bytes = await encodeDocument({ kind, lines }, options, draw)
  const text = [...bytes].map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '\n')).join('')
  return { hex: hexOf(bytes), text, drawn }
}

const hexOf = (bytes: Uint8Array) => [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')

const text = (words: string, look?: 'title' | 'strong' | 'code' | 'small'): PrintLine => ({
  kind: 'text',
  text: words,
  align: 'start',
  ...(look && { look }),
})

const paper = (addresses: string[]): PrintDocument => ({
  kind: 'receipt',
  lines: [{ kind: 'pictures', addresses, look: 'logo' }, text('Come again')],
})
const options = { width: 58, opensDrawer: false, language: 'esc-pos' } as const
const never = () => Promise.reject(new Error('not drawn'))

it('the logo of a shop is printed as a raster of black dots, no wider than the paper', async () => {
  const drawn: [string, number][] = []
  const logo = 'data:image/png;base64,AAAA'
  const bytes = await encodeDocument(paper([logo]), options, never, async (address, dots) => {
    drawn.push([address, dots])
    return { data: new Uint8ClampedArray(16 * 8 * 4).map((_, at) => (at % 4 === 3 ? 255 : 0)), width: 16, height: 8 }
  })
  expect(drawn).toEqual([[logo, 384]])
  // Two bytes wide, eight rows, all black.
  expect(hexOf(bytes)).toContain(`${PICTURE} 00 02 00 08 00 ${Array(16).fill('ff').join(' ')}`)
})

it('a logo that cannot be drawn is left out, and so are pictures from other hosts', async () => {
  for (const address of ['data:image/png;base64,AAAA', 'https://pictures.example/logo.png']) {
    const hex = hexOf(await encodeDocument(paper([address]), options, never, never))
    expect(hex).not.toContain(PICTURE)
    expect(hex).toContain(hexOf(new TextEncoder().encode('Come again')))
  }
})

it('an encoded document begins by initializing the printer and ends by cutting below the last line', async () => {
  const { hex } = await encode([text('Come again')])
  expect(hex).toMatch(/^1b 40/)
  expect(hex).toMatch(/(0a ){5,}1d 56 00 ?(0a)?$/)
})

it('encoded documents that are printed in one go are cut between each other and after the last', async () => {
  const { hex, text: shown } = await encode([text('first'), { kind: 'cut' }, text('second')])
  expect(hex).toMatch(/(0a ){5,}1d 56 00 .*(0a ){5,}1d 56 00 ?(0a)?$/)
  expect(hex.match(/1d 56/g)).toHaveLength(2)
  expect(hex.match(/1b 40/g)).toHaveLength(1)
  expect(shown).toMatch(/first.*second/s)
})

it('an encoded document keeps the line breaks of text, and writes the letters of the code page as text', async () => {
  expect((await encode([text('first\n\nthird')])).text).toMatch(/first\n+third/)
  const { hex, drawn } = await encode([text('Café')])
  expect(drawn).toEqual([])
  expect(hex).toContain('43 61 66 82')
})

it.each([
  // 100 ms on and 500 ms off, in steps of 2 ms (ESC p 0).
  { language: 'esc-pos', pulse: '1b 70 00 32 fa' },
  // 200 ms on and off, in steps of 10 ms, then BEL (ESC BEL).
  { language: 'star-prnt', pulse: '1b 07 14 14 07' },
  { language: 'star-line', pulse: '1b 07 14 14 07' },
] as const)(
  'an encoded document opens the drawer of a printer of $language only on request',
  async ({ language, pulse }) => {
    expect((await encode([text('Fare')], { opensDrawer: true, language })).hex).toContain(pulse)
    expect((await encode([text('Fare')], { language })).hex).not.toContain(pulse)
  },
)

it('an encoded document writes a pair from edge to edge, in 32, 42 and 48 columns', async () => {
  const pair: PrintLine = { kind: 'pair', label: 'Fare', value: 'AED 50.00' }
  expect((await encode([pair])).text).toContain(`Fare${' '.repeat(35)}AED 50.00`)
  expect((await encode([pair], { width: 72 })).text).toContain(`Fare${' '.repeat(29)}AED 50.00`)
  expect((await encode([pair], { width: 58 })).text).toContain(`Fare${' '.repeat(19)}AED 50.00`)
})

it('an encoded document wraps a long value without losing a letter', async () => {
  const value = 'a.very.long.name.of.a.customer@mail.example'
  const { text: shown } = await encode([{ kind: 'pair', label: 'Voucher', value }], { width: 58 })
  expect(shown.replaceAll(/Voucher|\s/g, '')).toContain(value)
})

it('an encoded document prints the special spaces of an amount as spaces', async () => {
  const { text: shown, drawn } = await encode([{ kind: 'pair', label: 'Fare', value: '\u2066AED\u00a050.00\u2069' }])
  expect(shown).toContain('AED 50.00')
  expect(drawn).toEqual([])
})

it.each([
  ['Arabic', text('شكرًا لزيارتكم')],
  ['an Arabic label', { kind: 'pair', label: 'المدفوع', value: '50.00' }],
  ['an Arabic value', { kind: 'pair', label: 'Pets', value: 'أمل' }],
  ['an Arabic banner', { kind: 'banner', text: 'نسخة 2' }],
  ['emoji', text('Thank you 🎁')],
  ['a dash that the code page lacks', text('Mon–Fri')],
] as [string, PrintLine][])('an encoded document sends %s as a picture, and no question mark', async (_, line) => {
  for (const [width, dots] of Object.entries({ 58: 384, 72: 504, 80: 576 })) {
    const { hex, drawn } = await encode([line], { width: Number(width) as EncodeOptions['width'] })
    expect(drawn).toEqual([{ line, dots }])
    expect(hex).toContain(`${PICTURE} 00 ${(dots / 8).toString(16)} 00`)
    // 3f may occur only as the byte that gives the width of a picture.
    expect(hex.replaceAll(`${PICTURE} 00 3f`, '')).not.toContain('3f')
  }
})

it('an encoded document writes a code in double width and height where it fits, and in double height where it does not', async () => {
  const code = text('7K4P 2M9X QH6T 81WD', 'code')
  expect((await encode([code])).hex).toContain('1d 21 11')
  const narrow = await encode([code], { width: 58 })
  expect(narrow.hex).toContain('1d 21 01')
  expect(narrow.text).toContain('7K4P 2M9X QH6T 81WD')
})

it('an encoded document prints a banner white on black over the whole width', async () => {
  const { hex, text: shown } = await encode([{ kind: 'banner', text: 'COPY 2' }])
  expect(hex).toContain('1d 42 01')
  // 24 columns, each of double width.
  expect(shown).toContain(`${' '.repeat(9)}COPY 2${' '.repeat(9)}`)
})

it('an encoded document lets the printer draw a QR code that becomes 25 mm wide', async () => {
  const link = 'https://redeem.pixelmoor.example/a/7K4P2M9X'
  const { hex, text: shown } = await encode([{ kind: 'qr', text: link }], { width: 58 })
  expect(hex).toContain(QR_PRINT)
  expect(shown).toContain(link)
  // 33 modules of 7 dots.
  expect(hex).toContain('1d 28 6b 03 00 31 43 07')
})

it('an encoded document sends a QR code as a picture where the printer would draw it too small, or lacks its letters', async () => {
  const tiny = await encode([{ kind: 'qr', text: 'A' }])
  expect(tiny.hex).not.toContain(QR_PRINT)
  // 21 modules of 10 dots, padded to whole bytes.
  expect(tiny.hex).toContain(`${PICTURE} 00 1b 00`)
  expect((await encode([{ kind: 'qr', text: 'https://متجر.example/a' }])).hex).toContain(PICTURE)
})

it('an encoded document continues without a QR code that cannot be drawn', async () => {
  const { text: shown } = await encode([{ kind: 'qr', text: 'x'.repeat(5000) }, text('after')])
  expect(shown).toContain('after')
})

it('an encoded document uses the commands of a Star printer', async () => {
  const { hex, text: shown } = await encode([text('Come again')], { language: 'star-prnt' })
  expect(hex).toMatch(/^1b 40/)
  expect(hex).toContain('1b 64')
  expect(hex).not.toContain('1d 56')
  expect(shown).toContain('Come again')
})

it('a document as text is written line by line, with a gap for a rule', () => {
  const pair: PrintLine = { kind: 'pair', label: 'Fare', value: 'AED 50.00', isStrong: true }
  const link: PrintLine = { kind: 'qr', text: 'https://redeem.example/a' }
  const rule: PrintLine = { kind: 'rule' }
  const lines = [text('SIDRA', 'title'), rule, rule, pair, text('first\nsecond'), link, rule]
  const written = 'SIDRA\n\nFare: AED 50.00\nfirst\nsecond\nhttps://redeem.example/a'
  expect(documentText({ kind: 'receipt', lines })).toBe(written)
})
