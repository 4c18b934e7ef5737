/**
 * Text in the printer's own characters, and pictures of everything else. The page makes it, because only a browser can shape text, and encodes it for the
 * till's own printer; for a network printer, the server does.
 */
export type PlainDocument = { lines: PlainLine[] }

export type PlainLine =
  /** Newlines are kept. `code` is double size. */
  | { kind: 'text'; text: string; align: 'start' | 'center'; look?: 'title' | 'strong' | 'code' | 'small' | undefined }
  /** A label at the start and its value at the end of the line. */
  | { kind: 'pair'; label: string; value: string; isStrong?: true | undefined }
  | { kind: 'rule' }
  | { kind: 'banner'; text: string }
  /** Drawn by the printer, with modules of `size` dots. */
  | { kind: 'qr'; text: string; size: number }
  | ({ kind: 'picture'; align: 'start' | 'center' } & DotPicture)
  /** Separates two documents of one print job. */
  | { kind: 'cut' }

/** Black dots on white in base64, row by row, one bit per dot, highest bit first. `width` is a multiple of eight. */
export type DotPicture = { width: number; height: number; dots: string }

export const PRINTER_LANGUAGES = ['esc-pos', 'star-prnt', 'star-line'] as const
export type PrinterLanguage = (typeof PRINTER_LANGUAGES)[number]

/** In mm. `72` is an 80 mm roll in a printer that uses only 72 mm of it, with fewer, larger dots (Epson TM-T88: 512 at 180 dpi). */
export const PAPER_WIDTHS = [58, 72, 80] as const
export type PaperWidth = (typeof PAPER_WIDTHS)[number]

/** Columns of the printer's own characters (12 dots wide), and dots. Some printers have more dots (420 and 512), of which the last ones stay empty. */
export const ROOM: Record<PaperWidth, { columns: 32 | 42 | 48; dots: number }> = {
  58: { columns: 32, dots: 384 },
  72: { columns: 42, dots: 504 },
  80: { columns: 48, dots: 576 },
}

export const LARGEST_QR_MODULE = 8

/** A readable part of a receipt, or a picture that every browser can draw and every printer accepts. Taller content becomes several pictures. */
export const LONGEST_TEXT = 4_000
export const TALLEST_PICTURE = 1_000

/** The longest accepted receipt with its copies, if it is mostly pictures, as in Arabic. */
export const MAX_PRINT_BYTES = 8 * 1024 * 1024

/** The extra time (ms) allowed for a document of this size: slow printers print 50 mm/s. */
export const extraPrintMs = (bytes: number): number => Math.min(60_000, Math.floor(bytes / 25))

/** Characters of code page 437, which every receipt printer has, besides ASCII. */
const CODE_PAGE_LETTERS = new Set(
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■',
)

/** Removes invisible marks, which also occur in English amounts and times, and makes special spaces plain. */
export const withoutMarks = (text: string): string =>
  text
    .replaceAll(/[\u00a0\u2007\u2009\u202f]/g, ' ')
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\r]/g, '')

/** Whether the printer has every character. False for anything that could be a command to it. */
export const isShownByPrinter = (text: string): boolean =>
  [...withoutMarks(text)].every((letter) => /[\n\u0020-\u007e]/.test(letter) || CODE_PAGE_LETTERS.has(letter))

export const isQrOfPrinter = (text: string): boolean => /^[\u0020-\u007e]+$/.test(text)
