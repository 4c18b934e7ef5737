import { toWesternDigits } from './digits.ts'
import { cutText } from './typed-text.ts'

/** In UTF-16 units. */
export const MAX_LINE = 300

/** In a line, the first kind that is found separates its cells; without one, blanks do. */
const SEPARATORS = { '\t': '\t', ';': ';؛', ',': ',،' } as const
type Separator = keyof typeof SEPARATORS
export const BREAK = /\r\n|[\n\r\u2028\u2029\u0085]/

/** `line` from 1. Without `separator` the line is one cell; if it is blank, it has none. */
export type Row = { line: number; text: string; cells: string[]; separator: Separator | undefined }

export function rowOf(content: string, line: number): Row {
  const text = content.trim()
  if (text.length > MAX_LINE) return { line, text, cells: [cutText(text, MAX_LINE)], separator: undefined }
  for (const separator of Object.keys(SEPARATORS) as Separator[]) {
    // A blank first cell may be a tab.
    const cells = splitCells(content, SEPARATORS[separator])
    while (cells.at(-1) === '') cells.pop()
    if (cells.length > 1) return { line, text, cells, separator }
  }
  const bare = splitCells(text, '')[0] ?? ''
  const cell = bare.replace(/[\s;؛,،]+$/u, '')
  return { line, text, cells: cell === '' ? [] : [cell], separator: undefined }
}

/** Cells that begin with a quotation mark may contain separators, and `""` for a mark (RFC 4180). */
function splitCells(text: string, separators: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const sign = text.charAt(at)
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text.charAt(at + 1) === '"') cell += text.charAt(at++)
      else isQuoted = false
    } else if (sign === '"' && cell.trim() === '') {
      isQuoted = true
      cell = ''
    } else if (separators.includes(sign)) {
      cells.push(cell.trim())
      cell = ''
    } else cell += sign
  }
  return [...cells, cell.trim()]
}

/** `1,000` and `50,00` without quotation marks are two cells. */
export const splitsAmount = ({ separator, cells }: Row): boolean =>
  separator === ',' &&
  cells.some((cell, at) => at > 0 && /^\d{1,3}$/.test(plain(cells[at - 1])) && /^\d{2,3}(\.\d+)?$/.test(plain(cell)))
const plain = (cell = '') => toWesternDigits(cell)

export function writeCells(cells: readonly string[], separator: Separator): string {
  const quoted = cells.map((cell) =>
    /[",;\t،؛]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell.replace(BREAK, ' '),
  )
  return quoted.join(separator === ',' ? ', ' : separator)
}
