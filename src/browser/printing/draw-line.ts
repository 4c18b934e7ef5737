import '../styles/late-fonts.css'

import { lettersOf } from '#domain/text/typed-text.ts'
import { TALLEST_PICTURE } from '#receipt-printer/plain-document.ts'
import { directionOf, type Picture, type WordLine } from './print-document.ts'

type Look = { px: number; line: number; weight: 500 | 600; family: string }

const SCRIPTS = '"IBM Plex Sans Arabic", "IBM Plex Sans Devanagari"'
const SANS = `"IBM Plex Sans", ${SCRIPTS}, sans-serif`
const MONO = `"IBM Plex Mono", ${SCRIPTS}, monospace`

/** In dots; the printer's own characters are 24 high. */
const LOOKS: Record<'plain' | 'strong' | 'small' | 'title' | 'code' | 'banner', Look> = {
  plain: { px: 22, line: 32, weight: 500, family: SANS },
  strong: { px: 22, line: 32, weight: 600, family: SANS },
  small: { px: 18, line: 26, weight: 500, family: SANS },
  title: { px: 36, line: 50, weight: 600, family: SANS },
  code: { px: 44, line: 60, weight: 600, family: MONO },
  banner: { px: 32, line: 44, weight: 600, family: SANS },
}
const BANNER_MARGIN = 10
const PAIR_GAP = 12

/** In our font at paper width, with shaping, direction and alignment. Many rows become several pictures. */
export async function drawLine(line: WordLine, dots: number): Promise<Picture[]> {
  const look =
    LOOKS[
      line.kind === 'banner'
        ? 'banner'
        : line.kind === 'pair'
          ? line.isStrong
            ? 'strong'
            : 'plain'
          : (line.look ?? 'plain')
    ]
  const font = `${look.weight} ${look.px}px ${look.family}`
  await document.fonts.load(font, line.kind === 'pair' ? line.label + line.value : line.text)
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!context) throw new Error('this browser has no canvas')
  context.font = font
  const rows = line.kind === 'pair' ? layPair(context, line, dots) : layText(context, line, dots)
  const margin = line.kind === 'banner' ? BANNER_MARGIN : 0
  const most = Math.floor((TALLEST_PICTURE - 2 * margin) / look.line)
  return Array.from({ length: Math.ceil(rows.length / most) }, (_, at) =>
    drawRows(context, rows.slice(at * most, (at + 1) * most), { dots, line: look.line, margin, font }),
  )
}

type Sheet = { dots: number; line: number; margin: number; font: string }

/** Draws white on black if there is a margin, otherwise black on white. */
function drawRows(
  context: CanvasRenderingContext2D,
  rows: readonly Row[],
  { dots, line, margin, font }: Sheet,
): Picture {
  const { canvas } = context
  canvas.width = dots
  // Printers take rows in groups of eight.
  canvas.height = Math.ceil((rows.length * line + 2 * margin) / 8) * 8
  const [ground, ink] = margin > 0 ? ['#000', '#fff'] : ['#fff', '#000']
  context.fillStyle = ground
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.fillStyle = ink
  // Resizing a canvas resets its font.
  context.font = font
  context.textBaseline = 'middle'
  for (const [row, words] of rows.entries()) {
    for (const { text, x, align, direction } of words) {
      context.direction = direction
      context.textAlign = align
      context.fillText(text, x, margin + (row + 0.5) * line)
    }
  }
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height)
  return { data, width, height }
}

/** Draws a picture on white, scaled down to the paper if larger. */
export async function drawPicture(address: string, dots: number): Promise<Picture> {
  const image = new Image()
  image.src = address
  await image.decode()
  const scale = Math.min(1, dots / image.naturalWidth, TALLEST_PICTURE / image.naturalHeight)
  const [width, height] = [image.naturalWidth * scale, image.naturalHeight * scale].map(
    (side) => Math.ceil(side / 8) * 8,
  )
  const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true })
  if (!context || !width || !height) throw new Error('this picture cannot be drawn')
  Object.assign(context.canvas, { width, height })
  context.fillStyle = '#fff'
  context.fillRect(0, 0, width, height)
  context.drawImage(image, 0, 0, image.naturalWidth * scale, image.naturalHeight * scale)
  return { data: context.getImageData(0, 0, width, height).data, width, height }
}

type Words = { text: string; x: number; align: 'left' | 'center' | 'right'; direction: 'ltr' | 'rtl' }
type Row = Words[]

function layText(context: CanvasRenderingContext2D, line: Exclude<WordLine, { kind: 'pair' }>, dots: number): Row[] {
  const isCentred = line.kind === 'banner' || line.align === 'center'
  const direction = directionOf(line.text)
  const [x, align] = isCentred ? [dots / 2, 'center' as const] : sideOf(direction, 'start', dots)
  return line.text
    .split('\n')
    .flatMap((text) => wrapWords(context, text, dots))
    .map((text) => [{ text, x, align, direction }])
}

function layPair(context: CanvasRenderingContext2D, line: Extract<WordLine, { kind: 'pair' }>, dots: number): Row[] {
  const direction = directionOf(`${line.label} ${line.value}`)
  const put = (text: string, side: 'start' | 'end', own: 'ltr' | 'rtl'): Words => {
    const [x, align] = sideOf(direction, side, dots)
    return { text, x, align, direction: own }
  }
  const label = wrapWords(context, line.label, dots).map((text) => put(text, 'start', direction))
  const room = dots - context.measureText(line.label).width - PAIR_GAP
  const fits = label.length === 1 && !line.value.includes('\n') && context.measureText(line.value).width <= room
  const value = (fits ? [line.value] : line.value.split('\n').flatMap((text) => wrapWords(context, text, dots))).map(
    (text) => put(text, 'end', directionOf(line.value)),
  )
  return fits ? [[...label, ...value]] : [...label, ...value].map((words) => [words])
}

function sideOf(direction: 'ltr' | 'rtl', side: 'start' | 'end', dots: number): [number, 'left' | 'right'] {
  return (direction === 'ltr') === (side === 'start') ? [0, 'left'] : [dots, 'right']
}

/** Wraps at spaces, and inside a word only if the word alone is too wide. */
function wrapWords(context: CanvasRenderingContext2D, text: string, dots: number): string[] {
  const rows = ['']
  const last = () => rows.at(-1) ?? ''
  const fits = (words: string) => context.measureText(words).width <= dots
  for (const word of text.split(' ')) {
    const longer = last() === '' ? word : `${last()} ${word}`
    if (fits(longer)) {
      rows[rows.length - 1] = longer
      continue
    }
    if (last() !== '') rows.push('')
    for (const letter of lettersOf(word)) {
      if (fits(last() + letter)) rows[rows.length - 1] = last() + letter
      else rows.push(letter)
    }
  }
  return rows
}
