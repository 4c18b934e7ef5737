import { Readable } from 'node:stream'

import { stringify } from 'csv-stringify/sync'

import type { ExportForm } from '#api/sales.ts'
import type { Money } from '#domain/money/money.ts'

/** `Money` is written as a number, text never is. */
export type CsvRow = (string | number | Money)[]
export type CsvRows = AsyncGenerator<CsvRow[]>

/** Amounts are decimal text. Text is protected from being read as formulas, numbers or dates by a spreadsheet. */
export function csvOf(columns: readonly string[], rows: CsvRows, form: ExportForm = 'comma'): Readable {
  const options = {
    delimiter: form === 'comma' ? ',' : ';',
    escape_formulas: true,
    record_delimiter: 'windows',
  } as const
  const write = (cell: CsvRow[number]) => {
    if (typeof cell === 'object') return form === 'decimal-comma' ? cell.amount.replace('.', ',') : cell.amount
    return isReread(String(cell)) ? `'${cell}` : cell
  }
  async function* lines(): AsyncGenerator<string> {
    // Spreadsheets need the byte order mark to read UTF-8.
    yield stringify([columns], { ...options, bom: true })
    for await (const each of rows)
      yield stringify(
        each.map((row) => row.map(write)),
        options,
      )
  }
  return Readable.from(lines(), { objectMode: false })
}

/**
 * A spreadsheet reads this text as a number or a date: 971501234567 as 9.71501E+11, 007 as 7, 1E5, 7-11, 1 1/2, $5, (5), TRUE, May-5. Up to 11 digits are safe,
 * and so is a whole date or time.
 */
const isReread = (text: string): boolean =>
  OTHERS_REREAD.test(text.trim()) ||
  (/^\p{Sc}? ?\p{Nd}+(?:[-/:., \u00A0\u202F]\p{Nd}+)*(?:e[+-]?\p{Nd}+)? ?[%\p{Sc}]?$/iu.test(text.trim()) &&
    !/^(?:0|[1-9]\d{0,10}|\d{4}-\d\d-\d\d(?: \d\d:\d\d:\d\d)?)$/.test(text))

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)'
const OTHERS_REREAD = new RegExp(
  `^(?:true|false|\\([\\d.,]+\\)|[.,]\\d+|\\d{1,2}(?::\\d\\d){0,2} ?[ap]m?|${MONTH}[-/ .,]*\\d+(?:[-/ ,]+\\d+)?|\\d+[-/ .]*${MONTH}(?:[-/ ,.]*\\d+)?)$`,
  'i',
)
