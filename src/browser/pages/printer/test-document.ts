import type { PrintDocument } from '../../printing/print-document.ts'
import type { PaperWidth } from '../../printing/terminal-printer.ts'
import { formatStamp } from '../../i18n/format-time.ts'
import type { Text } from '../../i18n/use-text.ts'

/** How many letters stand on a line: of the printer's own type, and of ours, in which the browser prints. */
const COLUMNS: Record<'printer' | 'browser', Record<PaperWidth, number>> = {
  printer: { 58: 32, 80: 48 },
  browser: { 58: 30, 80: 38 },
}

type TestPaperOptions = {
  shop: string
  at: number
  width: PaperWidth
  type: 'printer' | 'browser'
  address: string
  t: Text
}

/** Everything a receipt may hold, and nothing that could pass for one: both scripts, a QR code, and a line from edge to edge. */
export function testDocument({ shop, at, width, type, address, t }: TestPaperOptions): PrintDocument {
  return {
    kind: 'test',
    lines: [
      { kind: 'banner', text: t('printer.test.heading') },
      { kind: 'text', align: 'center', text: shop, look: 'title' },
      { kind: 'text', align: 'center', text: t('printer.test.noReceipt'), look: 'strong' },
      { kind: 'rule' },
      { kind: 'pair', label: t('printer.test.time'), value: formatStamp(at) },
      {
        kind: 'pair',
        label: t('printer.test.width'),
        value: t('printer.mm', { width: String(width) }),
        isStrong: true,
      },
      { kind: 'rule' },
      { kind: 'text', align: 'start', text: t('printer.test.latin') },
      { kind: 'text', align: 'start', text: t('printer.test.arabic') },
      { kind: 'text', align: 'center', text: '0123 4567 89AB', look: 'code' },
      { kind: 'text', align: 'center', text: t('printer.test.qr'), look: 'small' },
      { kind: 'qr', text: address },
      { kind: 'rule' },
      { kind: 'text', align: 'start', text: t('printer.test.edge') },
      { kind: 'text', align: 'start', text: rulerOf(COLUMNS[type][width]) },
    ],
  }
}

/** Every tenth place is a digit: `----+----1----+----2…`, with a mark at both ends. */
function rulerOf(columns: number): string {
  const places = Array.from({ length: columns - 2 }, (_, index) => {
    const place = index + 2
    return place % 10 === 0 ? String(place / 10) : place % 5 === 0 ? '+' : '-'
  })
  return `|${places.join('')}|`
}
