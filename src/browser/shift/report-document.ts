import type { StoredZReport, XReport, ZReport } from '#api/shifts.ts'
import type { Money } from '#domain/money/money.ts'
import type { CashDifference, CashLine, ExpectedCash, ShiftFigures, Tally } from '#domain/reports/shift.ts'
import { headLines, centered, paperOf, type PrintContext } from '../sale/documents/print-context.ts'
import { groupThousands } from '../i18n/formats.ts'
import { formatStamp, formatTime } from '../i18n/format-time.ts'
import { firstName } from '../lib/current-user.ts'
import type { MessageId } from '../i18n/locale.ts'
import type { PrintDocument, PrintLine } from '../printing/print-document.ts'

/** `0042`. */
export const formatZNumber = (number: number): string => String(number).padStart(4, '0')

/** Without the currency, which the header names. */
export const plainAmount = ({ amount }: Money): string => groupThousands(amount)

/** `−10.00` if negative. */
export const signed = (money: Money, isNegative: boolean): string => `${isNegative ? '−' : ''}${plainAmount(money)}`

export const signedDifference = ({ kind, amount }: CashDifference): string => signed(amount, kind === 'short')

export const signedExpected = ({ amount, isBelowZero }: ExpectedCash): string => signed(amount, isBelowZero === true)

export function cashLinesOf(figures: ShiftFigures): { label: MessageId; line: CashLine; isOut: boolean }[] {
  const { cashSold, cashOpen, cashRefunded, putIn, takenOut, refunds, otherRefunds } = figures
  return [
    { label: 'shift.line.cashSold' as const, line: cashSold, isOut: false },
    { label: 'shift.line.cashOpen' as const, line: cashOpen, isOut: false },
    ...(cashRefunded.count > 0
      ? [{ label: 'shift.line.cashRefunded' as const, line: cashRefunded, isOut: false }]
      : []),
    { label: 'shift.line.putIn' as const, line: putIn, isOut: false },
    { label: 'shift.line.takenOut' as const, line: takenOut, isOut: true },
    { label: 'shift.line.refunds' as const, line: refunds, isOut: true },
    ...(otherRefunds.count > 0 ? [{ label: 'shift.line.otherRefunds' as const, line: otherRefunds, isOut: true }] : []),
  ]
}

type Written = Omit<StoredZReport, 'number'> & { number: number; notes?: ZReport['notes'] }

/** The printed Z report, without the shop's costs. */
export function zDocument(report: Written, words: PrintContext): PrintDocument {
  const { t } = words
  const { difference, reason, note, firstCounted, figures, notes = [] } = report
  return paperOf(
    'report',
    [
      ...headLines(words),
      centered(t('shift.paper.z', { number: formatZNumber(report.number) }), 'title'),
      ...whenLines(report, report.closedAt, report.closedBy.name, words),
      ...soldLines(figures, words),
      { kind: 'rule' },
      ...cashLines(figures, words),
      pair(t('shift.paper.expected'), signedExpected(report.expected)),
      pair(t('shift.counted'), plainAmount(report.counted)),
      { ...pair(t(`shift.difference.${difference.kind}`), signedDifference(difference)), isStrong: true },
      ...(firstCounted ? [pair(t('shift.paper.firstCount'), plainAmount(firstCounted))] : []),
      ...(reason
        ? [
            {
              kind: 'text',
              align: 'start',
              text: t('shift.paper.reason', { reason: t(`shift.reason.${reason}`) }),
            } as const,
          ]
        : []),
      ...(note === undefined ? [] : [{ kind: 'text', align: 'start', text: note } as const]),
      ...notes.map(({ at, by, text }): PrintLine => ({
        kind: 'text',
        align: 'start',
        text: t('shift.paper.note', { time: formatStamp(at), name: by, note: text }),
      })),
      { kind: 'rule' },
      pair(t('shift.paper.signed'), '...............'),
    ],
    words,
  )
}

/** The printed X report, without expected and counted amounts. */
export function xDocument(report: XReport, words: PrintContext): PrintDocument {
  const { t } = words
  return paperOf(
    'report',
    [
      ...headLines(words),
      centered(t('shift.paper.x'), 'title'),
      centered(t('shift.paper.notClosed')),
      ...whenLines(report, report.at, report.by.name, words),
      ...soldLines(report.figures, words),
      { kind: 'rule' },
      ...cashLines(report.figures, words),
    ],
    words,
  )
}

/** Printed to open the drawer without a sale, because the pulse needs a print job. */
export const openedDocument = (
  { till, by, at, reason }: { till: string; by: string; at: number; reason: string },
  words: PrintContext,
): PrintDocument =>
  paperOf(
    'report',
    [
      ...headLines(words),
      centered(words.t('shift.paper.opened'), 'title'),
      pair(till, formatStamp(at)),
      { kind: 'text', align: 'start', text: by },
      { kind: 'text', align: 'start', text: reason },
    ],
    words,
  )

const pair = (label: string, value: string) => ({ kind: 'pair' as const, label, value })

type Shift = { terminal: { name: string }; openedAt: number }

const whenLines = (shift: Shift, until: number, by: string, { t }: PrintContext): PrintLine[] => [
  { kind: 'rule' },
  pair(shift.terminal.name, formatStamp(until)),
  pair(t('shift.fromTo', { from: formatTime(shift.openedAt), to: formatTime(until) }), firstName(by)),
  { kind: 'rule' },
]

function soldLines({ sold, paymentMethod, open, notSold }: ShiftFigures, words: PrintContext): PrintLine[] {
  const { t } = words
  return [
    pair(t('shift.paper.sold'), t('shift.paper.sales', { count: sold.count })),
    // A shop that records no payment methods has nothing to list.
    ...(paymentMethod.some(({ method }) => method) ? paymentMethod : []).map(({ method, amounts }) =>
      pair(t(`shift.method.${method ?? 'none'}`), sum(amounts)),
    ),
    { ...pair(t('shift.paper.paid'), sums(sold, words)), isStrong: true as const },
    pair(t('shift.paper.notSold'), String(notSold)),
    pair(
      t('shift.paper.open'),
      open.count === 0 ? '0' : `${t('shift.paper.sales', { count: open.count })}, ${sum(open.amounts)}`,
    ),
  ]
}

const sum = (amounts: readonly Money[]): string => amounts.map(plainAmount).join(' + ') || '0'
const sums = ({ amounts }: Tally, { money }: PrintContext): string => amounts.map(money).join(' + ') || '0'

const cashLines = (figures: ShiftFigures, { t }: PrintContext): PrintLine[] => [
  pair(t('shift.line.start'), plainAmount(figures.start)),
  ...cashLinesOf(figures)
    .filter(({ line }) => line.count > 0)
    .map(({ label, line, isOut }) => pair(t(label), signed(line.amount, isOut))),
  ...(figures.noSales > 0 ? [pair(t('shift.paper.noSales'), String(figures.noSales))] : []),
]
