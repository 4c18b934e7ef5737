import ReceiptPrinterEncoder from '@point-of-sale/receipt-printer-encoder'

import {
  ROOM,
  withoutMarks,
  type DotPicture,
  type PaperWidth,
  type PlainDocument,
  type PlainLine,
  type PrinterLanguage,
} from './plain-document.ts'

export type EncodeOptions = { width: PaperWidth; opensDrawer: boolean; language: PrinterLanguage }

const CODE_PAGE = 'cp437'
/** Lines between the print head and the cutter. */
const LINES_BEFORE_CUT = 5

/** Costs relative to one character of catalog parsing, which is 1. */
const WORK_OF = { dot: 4, letter: 400, line: 20_000 }

/** From initialization to the cut. Yields the cost of each line, so a server can do other work in between. */
export function* encodePlain(
  { lines }: PlainDocument,
  { width, opensDrawer, language }: EncodeOptions,
): Generator<number, Uint8Array<ArrayBuffer>> {
  const { columns } = ROOM[width]
  const encoder = new ReceiptPrinterEncoder({
    language,
    columns,
    imageMode: 'raster',
    feedAfterBlock: false,
    newline: '\n',
    // Otherwise each piece would end with a flush.
    autoFlush: false,
  })
  const pieces: Uint8Array[] = []
  const end = () => void pieces.push(Uint8Array.from(encoder.encode()))
  encoder.initialize().codepage(CODE_PAGE)
  if (opensDrawer) encoder.pulse()
  for (const line of lines.flatMap(inPieces)) {
    encodeLine(encoder, line, columns)
    end()
    yield workOf(line)
  }
  cutPaper(encoder)
  end()
  return joined(pieces)
}

/** Rows of text encoded in one step. */
const MOST_ROWS = 100

function inPieces(line: PlainLine): PlainLine[] {
  if (line.kind !== 'text') return [line]
  const rows = line.text.split('\n')
  return Array.from({ length: Math.ceil(rows.length / MOST_ROWS) }, (_, at) => ({
    ...line,
    text: rows.slice(at * MOST_ROWS, (at + 1) * MOST_ROWS).join('\n'),
  }))
}

function workOf(line: PlainLine): number {
  if (line.kind === 'picture') return line.width * line.height * WORK_OF.dot
  const text = line.kind === 'pair' ? `${line.label}${line.value}` : 'text' in line ? line.text : ''
  return text.length * WORK_OF.letter + text.split('\n').length * WORK_OF.line
}

function joined(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0))
  let at = 0
  for (const piece of pieces) {
    whole.set(piece, at)
    at += piece.length
  }
  return whole
}

function encodeLine(encoder: ReceiptPrinterEncoder, line: PlainLine, columns: number): void {
  switch (line.kind) {
    case 'rule':
      encoder.align('left').rule()
      return
    case 'cut':
      cutPaper(encoder)
      return
    case 'qr':
      encoder.newline().align('center').qrcode(line.text, { model: 2, size: line.size, errorlevel: 'm' })
      encoder.align('left').newline()
      return
    case 'picture':
      encoder
        .align(line.align === 'center' ? 'center' : 'left')
        .image(pictureOf(line))
        .align('left')
      return
    case 'pair':
      encodePair(encoder, line, columns)
      return
    case 'banner':
      encodeBanner(encoder, withoutMarks(line.text), columns)
      return
    case 'text':
      encodeText(encoder, line, columns)
  }
}

const cutPaper = (encoder: ReceiptPrinterEncoder) => encoder.align('left').newline(LINES_BEFORE_CUT).cut()

function encodeText(encoder: ReceiptPrinterEncoder, line: Extract<PlainLine, { kind: 'text' }>, columns: number): void {
  const isLarge = line.look === 'title' || line.look === 'code'
  encoder.align(line.align === 'center' ? 'center' : 'left').bold(isLarge || line.look === 'strong')
  for (const each of withoutMarks(line.text).split('\n')) {
    // Double width and height if it fits on a line, else double height.
    if (isLarge) encoder.size(each.length * 2 <= columns ? 2 : 1, 2)
    if (line.look === 'small') encoder.size('small')
    if (each.trim() === '') encoder.newline()
    else encoder.line(each)
  }
  encoder.size(1, 1).size('normal').bold(false)
}

function encodePair(encoder: ReceiptPrinterEncoder, line: Extract<PlainLine, { kind: 'pair' }>, columns: number): void {
  const [label, value] = [withoutMarks(line.label), withoutMarks(line.value)]
  encoder.align('left').bold(line.isStrong === true)
  const gap = columns - label.length - value.length
  if (gap >= 1 && !`${label}${value}`.includes('\n')) {
    encoder.line(label + ' '.repeat(gap) + value)
  } else {
    // A long value gets the width that the label leaves, at least half of the line.
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

/** White on black over the full width, double height, and double width if it fits. */
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

/** Wraps at spaces, or inside a word that is longer than a line. */
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

/** RGBA for the encoder: four bytes a dot. */
function pictureOf({ width, height, dots }: DotPicture): { data: Uint8ClampedArray; width: number; height: number } {
  const bits = atob(dots)
  const data = new Uint8ClampedArray(width * height * 4).fill(255)
  for (let dot = 0; dot < width * height; dot += 1) {
    if (bits.charCodeAt(dot >> 3) & (0x80 >> (dot & 7))) data.fill(0, dot * 4, dot * 4 + 3)
  }
  return { data, width, height }
}
