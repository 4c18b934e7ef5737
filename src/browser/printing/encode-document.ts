import { encodePlain, type EncodeOptions } from '#receipt-printer/encode-plain.ts'
import {
  isQrOfPrinter,
  isShownByPrinter,
  LARGEST_QR_MODULE,
  ROOM,
  type DotPicture,
  type PaperWidth,
  type PlainDocument,
  type PlainLine,
} from '#receipt-printer/plain-document.ts'
import { findQrMatrix, QUIET_MODULES, type QrMatrix } from '../ui/QrCode.tsx'
import type { PrintDocument, Picture, WordLine } from './print-document.ts'

export type { EncodeOptions }

export type DrawPicture = (address: string, dots: number) => Promise<Picture>

export type DrawLine = (line: WordLine, dots: number) => Promise<Picture[]>

/** 25 mm. */
const QR_DOTS = 200

export async function encodeDocument(
  paper: PrintDocument,
  options: EncodeOptions,
  drawLine?: DrawLine,
  drawPicture?: DrawPicture,
): Promise<Uint8Array> {
  const pieces = encodePlain(await plainDocument(paper, options.width, drawLine, drawPicture), options)
  for (;;) {
    const step = pieces.next()
    if (step.done) return step.value
  }
}

/** Text stays text if the printer's code page has all of its characters; otherwise it is drawn, so Arabic and Hindi are shaped. */
export async function plainDocument(
  { lines }: PrintDocument,
  width: PaperWidth,
  drawLine: DrawLine = drawInBrowser,
  drawPicture: DrawPicture = drawPictureInBrowser,
): Promise<PlainDocument> {
  const { dots } = ROOM[width]
  const plain: PlainLine[] = []
  for (const line of lines) {
    if (line.kind === 'rule' || line.kind === 'cut') plain.push(line)
    else if (line.kind === 'pictures') plain.push(...(await drawAll(line.addresses, (each) => drawPicture(each, dots))))
    else if (line.kind === 'qr') plain.push(...qrLines(line.text, dots))
    else if (wordsOf(line).every(isShownByPrinter)) plain.push(line)
    else plain.push(...(await drawLine(line, dots)).map((drawn) => pictureLine(drawn, 'start')))
  }
  return { lines: plain }
}

const drawInBrowser: DrawLine = async (line, dots) => (await import('./draw-line.ts')).drawLine(line, dots)

const drawPictureInBrowser: DrawPicture = async (address, dots) =>
  (await import('./draw-line.ts')).drawPicture(address, dots)

async function drawAll(
  addresses: readonly string[],
  draw: (address: string) => Promise<Picture>,
): Promise<PlainLine[]> {
  const drawn: PlainLine[] = []
  for (const address of addresses.filter((each) => each.startsWith('data:'))) {
    const picture = await draw(address).catch(() => undefined)
    if (picture) drawn.push(pictureLine(picture, 'center'))
  }
  return drawn
}

const wordsOf = (line: WordLine): string[] => (line.kind === 'pair' ? [line.label, line.value] : [line.text])

/** Drawn by the printer if that gives 25 mm and its characters suffice, otherwise as a picture. */
function qrLines(text: string, dots: number): PlainLine[] {
  const matrix = findQrMatrix(text)
  if (!matrix) return []
  const wanted = Math.ceil(QR_DOTS / matrix.length)
  const size = Math.max(1, Math.min(wanted, Math.floor(dots / (matrix.length + 2 * QUIET_MODULES))))
  if (size <= LARGEST_QR_MODULE && isQrOfPrinter(text)) return [{ kind: 'qr', text, size }]
  const blank: PlainLine = { kind: 'text', text: '', align: 'start' }
  return [blank, pictureLine(pictureOf(matrix, size), 'center'), blank]
}

function pictureOf(matrix: QrMatrix, size: number): Picture {
  const side = Math.ceil((matrix.length * size) / 8) * 8
  const data = new Uint8ClampedArray(side * side * 4).fill(255)
  for (let y = 0; y < side; y += 1) {
    for (let x = 0; x < side; x += 1) {
      if (matrix[Math.floor(y / size)]?.[Math.floor(x / size)]) data.fill(0, (y * side + x) * 4, (y * side + x) * 4 + 3)
    }
  }
  return { data, width: side, height: side }
}

const pictureLine = (picture: Picture, align: 'start' | 'center'): PlainLine => ({
  kind: 'picture',
  align,
  ...dotsOf(picture),
})

const DARK_BELOW = 128

/** Thresholds at mid-gray. Rows are padded with white to whole bytes. */
function dotsOf({ data, width, height }: Picture): DotPicture {
  const bytes = Math.ceil(width / 8)
  const rows = new Uint8Array(bytes * height)
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if (isDark(data, (y * width + x) * 4)) rows[y * bytes + (x >> 3)]! |= 0x80 >> (x & 7)
    }
  }
  let text = ''
  for (const byte of rows) text += String.fromCharCode(byte)
  return { width: bytes * 8, height, dots: btoa(text) }
}

/** The pixel is blended with white according to its opacity. */
function isDark(data: Uint8ClampedArray, at: number): boolean {
  const light = data[at]! * 0.299 + data[at + 1]! * 0.587 + data[at + 2]! * 0.114
  return 255 - ((255 - light) * data[at + 3]!) / 255 < DARK_BELOW
}
