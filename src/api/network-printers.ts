import * as v from 'valibot'

import { findHiddenCharacter } from '#domain/text/typed-text.ts'
import { findAddress } from '#domain/web-address.ts'
import { PAPER_WIDTHS } from '#receipt-printer/plain-document.ts'
import { boundedText } from './input-parts.ts'

export const printerId = v.pipe(boundedText(40), v.regex(/^[\w-]+$/, 'the id of a printer'))

/**
 * Whether the text is a host name, or an IP address in a form that all systems read alike: four decimal numbers without leading zeros, or IPv6. The
 * server decides whether it may connect there.
 */
export function isPrinterHost(text: string): boolean {
  if (text.includes(':')) return /^[0-9a-f:.]{2,45}$/i.test(text) && findAddress(`http://[${text}]`) !== undefined
  const labels = text.split('.')
  // Systems read a name whose last part is a number (decimal, octal or hexadecimal) as an IP address.
  if (/^(\d+|0x[0-9a-f]*)$/i.test(labels.at(-1) ?? ''))
    return labels.length === 4 && labels.every((label) => /^(0|[1-9]\d{0,2})$/.test(label) && Number(label) <= 255)
  return text.length <= 253 && labels.every((label) => /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(label))
}

const A_HOST =
  'enter the name of the printer or its address, such as 192.168.1.50; numbers in any other form are not taken'

/** A network printer, as a supervisor enters it. Pages use its id and never its address. */
export const NetworkPrinter = v.strictObject({
  id: printerId,
  name: v.pipe(
    boundedText(40, 'shorten the name of the printer to 40 characters'),
    v.regex(/\S/, 'give the printer a name'),
    v.check(
      (name) => findHiddenCharacter(name) === undefined,
      'a character in the name cannot be seen; type it without it',
    ),
  ),
  host: v.pipe(boundedText(253, A_HOST), v.check(isPrinterHost, A_HOST)),
  port: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(65_535)),
  language: v.picklist(['esc-pos', 'star-prnt'], 'choose ESC/POS or StarPRNT'),
  width: v.picklist(PAPER_WIDTHS, 'choose a width of the list'),
})
export type NetworkPrinter = v.InferOutput<typeof NetworkPrinter>

export const DEFAULT_PRINTER_PORT = 9100
