/** What a customer gets on paper, line by line. It may hold a code, and lives in memory only as long as it is shown or printed (rule 12). */
export type PrintDocument = {
  /** `waiting` must not pass for a receipt at first sight. */
  kind: 'receipt' | 'waiting' | 'test' | 'report'
  lines: readonly PrintLine[]
  /** Drawn large and pale behind the lines. A receipt printer draws nothing behind words: what must not be missed is a banner, too. */
  watermark?: string
}

export type PrintLine =
  /** Newlines are kept. `code` is large and monospaced, its groups apart by a space that is not part of it. */
  | { kind: 'text'; text: string; align: 'start' | 'center'; look?: 'title' | 'strong' | 'code' | 'small' }
  | { kind: 'pair'; label: string; value: string; isStrong?: true }
  | { kind: 'rule' }
  /** A receipt printer prints only those that are a data URL, as hosts of pictures let nobody read their dots; `logo` is as wide as the paper allows. */
  | { kind: 'pictures'; addresses: readonly string[]; look?: 'logo' }
  /** At least 25 mm wide. */
  | { kind: 'qr'; text: string }
  | { kind: 'banner'; text: string }
  /** Here one paper ends and the next begins, in one print. */
  | { kind: 'cut' }

/** Black or white, row by row, as `ImageData` holds it. */
export type Picture = { data: Uint8ClampedArray; width: number; height: number }

export type WordLine = Extract<PrintLine, { kind: 'text' | 'pair' | 'banner' }>

/** A paper as plain text: one for WhatsApp or mail is made of a paper that holds no code. */
export function documentText({ lines }: PrintDocument): string {
  return lines
    .map(textOf)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}

function textOf(line: PrintLine): string {
  switch (line.kind) {
    case 'pair':
      return `${line.label}: ${line.value}`
    case 'rule':
    case 'cut':
    case 'pictures':
      return ''
    default:
      return line.text
  }
}

const STRONG = /\p{L}/u
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/** The direction of a text by its first letter, as `dir="auto"` takes it; without a letter it is as Latin. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const first = STRONG.exec(text)?.[0]
  return first !== undefined && RIGHT_TO_LEFT.test(first) ? 'rtl' : 'ltr'
}
