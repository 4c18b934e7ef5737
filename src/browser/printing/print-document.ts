/** It may contain a code, so it is kept in memory only while it is shown or printed (rule 12). */
export type PrintDocument = {
  /** `waiting` must not look like a receipt. */
  kind: 'receipt' | 'waiting' | 'test' | 'report'
  lines: readonly PrintLine[]
  /** Large and pale behind the lines. Receipt printers cannot print it, so important text is also a banner. */
  watermark?: string
}

export type PrintLine =
  /** Newlines are kept. `code` is large and monospaced, with gaps between groups that are not part of it. */
  | { kind: 'text'; text: string; align: 'start' | 'center'; look?: 'title' | 'strong' | 'code' | 'small' }
  | { kind: 'pair'; label: string; value: string; isStrong?: true }
  | { kind: 'rule' }
  /** Receipt printers only get data URLs, because other hosts deny access to pixels. `logo` is as wide as the paper allows. */
  | { kind: 'pictures'; addresses: readonly string[]; look?: 'logo' }
  | { kind: 'qr'; text: string }
  | { kind: 'banner'; text: string }
  /** Separates two documents of one print job. */
  | { kind: 'cut' }

/** Black or white, in the layout of `ImageData`. */
export type Picture = { data: Uint8ClampedArray; width: number; height: number }

export type WordLine = Extract<PrintLine, { kind: 'text' | 'pair' | 'banner' }>

/** Returns a document as plain text. For WhatsApp or mail, pass a document without a code. */
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

/** The text direction of the first letter, as with `dir="auto"`; left to right if there is no letter. */
export function directionOf(text: string): 'ltr' | 'rtl' {
  const first = STRONG.exec(text)?.[0]
  return first !== undefined && RIGHT_TO_LEFT.test(first) ? 'rtl' : 'ltr'
}
