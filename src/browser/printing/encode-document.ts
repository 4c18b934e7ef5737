import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'

import { findQrMatrix, QUIET_MODULES, type QrMatrix } from '../ui/QrCode.tsx'
import type { PrintDocument, PrintLine, Picture, WordLine } from './print-document.ts'
import type { PrinterLanguage } from './receipt-printer.ts'
import type { PaperWidth } from './terminal-printer.ts'

export type EncodeOptions = { width: PaperWidth; opensDrawer: boolean; language: PrinterLanguage }

export type DrawPicture = (address: string, dots: number) => Promise<Picture>

export type DrawLine = (line: WordLine, dots: number) => Promise<Picture>

/** What fits at 203 dpi, in its own letters (12 dots wide) and in dots. */
const ROOM: Record<PaperWidth, { columns: 32 | 48; dots: number }> = {
  58: { columns: 32, dots: 384 },
  80: { columns: 48, dots: 576 },
}
/** 25 mm. */
const QR_DOTS = 200
const LARGEST_QR_MODULE = 8
/** From the head to the knife. */
const LINES_BEFORE_CUT = 5

/** The one code page every receipt printer has. */
const CODE_PAGE = 'cp437'
const CODE_PAGE_LETTERS = new Set(
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■',
)

/**
 * A paper in the printer's own language: words as text where its code page has the letters, else as a picture, so that Arabic and Hindi come out shaped and
 * nothing comes out as a question mark.
 */
export async function encodeDocument(
  paper: PrintDocument,
  { width, opensDrawer, language }: EncodeOptions,
  drawLine: DrawLine = drawInBrowser,
  drawPicture: DrawPicture = drawPictureInBrowser,
): Promise<Uint8Array> {
  const { columns, dots } = ROOM[width]
  const encoder = new ReceiptPrinterEncoder({
    language,
    columns,
    imageMode: 'raster',
    feedAfterBlock: false,
    newline: '\n',
  })
  encoder.initialize().codepage(CODE_PAGE)
  if (opensDrawer) encoder.pulse()
  for (const line of paper.lines) {
    if (line.kind === 'rule') encoder.align('left').rule()
    else if (line.kind === 'cut') cutPaper(encoder)
    else if (line.kind === 'pictures')
      await encodePictures(encoder, line.addresses, (address) => drawPicture(address, dots))
    else if (line.kind === 'qr') encodeQr(encoder, line.text, dots)
    else if (wordsOf(line).every(isShownByPrinter)) encodeWords(encoder, line, columns)
    else encoder.align('left').image(await drawLine(line, dots))
  }
  cutPaper(encoder)
  return encoder.encode()
}

const cutPaper = (encoder: ReceiptPrinterEncoder) => encoder.align('left').newline(LINES_BEFORE_CUT).cut()

const drawInBrowser: DrawLine = async (line, dots) => (await import('./draw-line.ts')).drawLine(line, dots)

const drawPictureInBrowser: DrawPicture = async (address, dots) =>
  (await import('./draw-line.ts')).drawPicture(address, dots)

/** A paper is printed without a picture that cannot be drawn. */
async function encodePictures(
  encoder: ReceiptPrinterEncoder,
  addresses: readonly string[],
  draw: (address: string) => Promise<Picture>,
): Promise<void> {
  for (const address of addresses.filter((each) => each.startsWith('data:'))) {
    const picture = await draw(address).catch(() => undefined)
    if (picture) encoder.align('center').image(picture).align('left')
  }
}

const wordsOf = (line: WordLine): string[] => (line.kind === 'pair' ? [line.label, line.value] : [line.text]).map(plain)

/** What only sets words apart or turns them is not printed: such marks stand in amounts and times, in English too. */
const plain = (text: string): string =>
  text
    .replaceAll(/[\u00a0\u2007\u2009\u202f]/g, ' ')
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\r]/g, '')

const isShownByPrinter = (text: string): boolean =>
  [...text].every((letter) => /[\n\u0020-\u007e]/.test(letter) || CODE_PAGE_LETTERS.has(letter))

function encodeWords(encoder: ReceiptPrinterEncoder, line: WordLine, columns: number): void {
  if (line.kind === 'banner') encodeBanner(encoder, plain(line.text), columns)
  else if (line.kind === 'pair') encodePair(encoder, line, columns)
  else {
    const isLarge = line.look === 'title' || line.look === 'code'
    encoder.align(line.align === 'center' ? 'center' : 'left').bold(isLarge || line.look === 'strong')
    for (const each of plain(line.text).split('\n')) {
      if (isLarge) enlarge(encoder, each, columns)
      if (line.look === 'small') encoder.size('small')
      if (each.trim() === '') encoder.newline()
      else encoder.line(each)
    }
    encoder.size(1, 1).size('normal').bold(false)
  }
}

/** Twice as wide and high where it fits on a line, twice as high where it does not. */
function enlarge(encoder: ReceiptPrinterEncoder, text: string, columns: number): void {
  encoder.size(text.length * 2 <= columns ? 2 : 1, 2)
}

function encodePair(encoder: ReceiptPrinterEncoder, line: Extract<PrintLine, { kind: 'pair' }>, columns: number): void {
  const [label, value] = [plain(line.label), plain(line.value)]
  encoder.align('left').bold(line.isStrong === true)
  const gap = columns - label.length - value.length
  if (gap >= 1 && !`${label}${value}`.includes('\n')) {
    encoder.line(label + ' '.repeat(gap) + value)
  } else {
    // A long value gets the width that the label leaves, at least half of it.
    const labelWidth = Math.min(label.length, Math.floor(columns / 2) - 1)
    encoder.table(
      [
        { width: labelWidth, align: 'left', marginRight: 1 },
        { width: columns - labelWidth - 1, align: 'right' },
      ],
      [[label, value]],
    )
  }
  encoder.bold(false)
}

/** White on black from edge to edge, twice as high, and as wide where that fits. */
function encodeBanner(encoder: ReceiptPrinterEncoder, text: string, columns: number): void {
  const isWide = text.split('\n').every((line) => line.length <= columns / 2 - 2)
  const room = isWide ? columns / 2 : columns
  encoder
    .align('left')
    .bold(true)
    .invert(true)
    .size(isWide ? 2 : 1, 2)
  for (const line of text.split('\n').flatMap((each) => wrap(each, room - 2))) {
    const before = Math.floor((room - line.length) / 2)
    encoder.line(' '.repeat(before) + line + ' '.repeat(room - line.length - before))
  }
  encoder.size(1, 1).invert(false).bold(false)
}

/** In lines of at most `columns`, broken between words where that can be. */
function wrap(text: string, columns: number): string[] {
  const lines: string[] = ['']
  for (const word of text.split(' ').flatMap((each) => each.match(new RegExp(`.{1,${columns}}`, 'g')) ?? [])) {
    const line = lines.at(-1) ?? ''
    const longer = line === '' ? word : `${line} ${word}`
    if (longer.length <= columns) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

/** By the printer itself where that gets at least 25 mm wide and its own letters do, else as a picture. */
function encodeQr(encoder: ReceiptPrinterEncoder, text: string, dots: number): void {
  const matrix = findQrMatrix(text)
  if (!matrix) return
  const wanted = Math.ceil(QR_DOTS / matrix.length)
  const size = Math.max(1, Math.min(wanted, Math.floor(dots / (matrix.length + 2 * QUIET_MODULES))))
  encoder.newline().align('center')
  if (size <= LARGEST_QR_MODULE && /^[\u0020-\u007e]*$/.test(text))
    encoder.qrcode(text, { model: 2, size, errorlevel: 'm' })
  else encoder.image(pictureOf(matrix, size))
  encoder.align('left').newline()
}

function pictureOf(matrix: QrMatrix, size: number): Picture {
  const side = matrix.length * size
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      if (matrix[Math.floor(y / size)]?.[Math.floor(x / size)]) data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
    }
  }
  return { data, width: side, height: side }
}
