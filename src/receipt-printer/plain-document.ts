/**
 * A print document as a receipt printer prints it: words of its own letters, and pictures of everything else. The page makes it, because only a browser
 * draws and shapes letters; it becomes bytes in the page for a printer of the till, and in the proxy for one in the network.
 */
export type PlainDocument = { lines: PlainLine[] }

export type PlainLine =
  /** Newlines are kept. `code` is twice as large. */
  | { kind: 'text'; text: string; align: 'start' | 'center'; look?: 'title' | 'strong' | 'code' | 'small' | undefined }
  /** A label at the start and its value at the end of the line. */
  | { kind: 'pair'; label: string; value: string; isStrong?: true | undefined }
  | { kind: 'rule' }
  /** White on black over the whole width. */
  | { kind: 'banner'; text: string }
  /** A QR code that the printer draws itself, with modules of `size` dots. */
  | { kind: 'qr'; text: string; size: number }
  | ({ kind: 'picture'; align: 'start' | 'center' } & DotPicture)
  /** Here one document ends and the next begins, in one print. */
  | { kind: 'cut' }

/** Black dots on white, row by row: a bit for each dot, the first one in the highest bit, in base64. `width` is a multiple of eight. */
export type DotPicture = { width: number; height: number; dots: string }

/** What a printer can be told in. */
export const PRINTER_LANGUAGES = ['esc-pos', 'star-prnt', 'star-line'] as const
export type PrinterLanguage = (typeof PRINTER_LANGUAGES)[number]

/** In mm. A roll of 80 mm on which a printer uses 72 has fewer and larger dots (Epson TM-T88: 512 of 180 dpi). */
export const PAPER_WIDTHS = [58, 72, 80] as const
export type PaperWidth = (typeof PAPER_WIDTHS)[number]

/** What fits, in the printer's own letters (12 dots wide) and in dots. Some have more, 420 and 512: they leave the last ones free. */
export const ROOM: Record<PaperWidth, { columns: 32 | 42 | 48; dots: number }> = {
  58: { columns: 32, dots: 384 },
  72: { columns: 42, dots: 504 },
  80: { columns: 48, dots: 576 },
}

export const LARGEST_QR_MODULE = 8

/**
 * What one line may hold: a part of a receipt as long as it is read, or a picture that every browser can draw and every printer takes. What is taller is
 * several pictures, one below the other.
 */
export const LONGEST_TEXT = 4_000
export const TALLEST_PICTURE = 1_000

/** Of a document on its way to the proxy: the longest receipt that is read, most of it pictures where it is Arabic, with its copies. */
export const MAX_PRINT_BYTES = 8 * 1024 * 1024

/** How much longer (ms) than a short paper one of this many bytes may take: slow printers print 50 mm/s. */
export const extraPrintMs = (bytes: number): number => Math.min(60_000, Math.floor(bytes / 25))

/** The letters of the one code page that every receipt printer has, beside those of ASCII. */
const CODE_PAGE_LETTERS = new Set(
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■',
)

/** What only sets words apart or turns them is not printed: such marks stand in amounts and times, in English too. */
export const withoutMarks = (text: string): string =>
  text
    .replaceAll(/[\u00a0\u2007\u2009\u202f]/g, ' ')
    .replaceAll(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff\r]/g, '')

/** Whether the printer has every letter. It is false for anything that could be a command to it. */
export const isShownByPrinter = (text: string): boolean =>
  [...withoutMarks(text)].every((letter) => /[\n\u0020-\u007e]/.test(letter) || CODE_PAGE_LETTERS.has(letter))

/** Whether a QR code of this text can be left to the printer. */
export const isQrOfPrinter = (text: string): boolean => /^[\u0020-\u007e]+$/.test(text)
