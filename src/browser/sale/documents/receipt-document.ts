import { changeOfPayment, partsOfPayment } from '#domain/money/payment.ts'
import { RECEIPT_PARTS, type Receipt } from '#domain/receipt.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { groupCode, readLink, type Voucher } from '#domain/catalog/voucher.ts'
import {
  practiceBanner,
  factLines,
  customerHeadLines,
  centered,
  customerPaper,
  paperOf,
  type PrintContext,
} from './print-context.ts'
import { formatStamp } from '../../i18n/format-time.ts'
import type { MessageId } from '../../i18n/locale.ts'
import type { PrintDocument, PrintLine } from '../../printing/print-document.ts'
import { findQrMatrix } from '../../ui/QrCode.tsx'
import { appearanceOf } from '../SaleRowParts.tsx'
import { amountLabel } from '../sale-naming.ts'

export type ReceiptContent =
  /** A sale without a code: the wholesaler's text, if any. */
  | { kind: 'words'; receipt: Receipt | null }
  /** The code and the wholesaler's text. `isForText` leaves the code ungrouped, so it can be copied from a message. */
  | { kind: 'code'; voucher: Voucher; receipt: Receipt | null; isForText?: true }
  /** Without its code and the wholesaler's text, which may repeat it: already delivered, on another document, or hidden now. */
  | { kind: 'handed-over' | 'on-slip' | 'hidden' }

type ReceiptOptions = {
  /** The number of earlier prints. From the second print on, the copy number is shown. */
  copy?: number
  isForShop?: boolean
}

/** Our head and facts, the code, then the wholesaler's parts in its order (spec 2.12). Never includes the cost. */
export const receiptDocument = (
  sale: Sale,
  content: ReceiptContent,
  words: PrintContext,
  options: ReceiptOptions = {},
): PrintDocument => customerPaper(words, (each) => receiptIn(sale, content, each, options))

function receiptIn(
  sale: Sale,
  content: ReceiptContent,
  words: PrintContext,
  { copy = 0, isForShop = false }: ReceiptOptions,
): PrintDocument {
  const { t, money } = words
  return paperOf(
    'receipt',
    [
      ...(isForShop ? [{ kind: 'banner', text: t('receipt.shopCopy') } as const] : []),
      ...(copy > 0 ? [{ kind: 'banner', text: t('receipt.copy', { number: copy }) } as const] : []),
      ...customerHeadLines(words),
      ...factLines(sale, sale.finalAt ?? sale.openedAt, words),
      {
        kind: 'pair',
        label: t(sale.kind === 'voucher' ? 'receipt.faceValue' : 'money.recipientGets'),
        value: money(sale.amount),
      },
      { kind: 'pair', label: t('sale.receipt.paid'), value: money(sale.pays), isStrong: true },
      ...paymentLines(sale, words),
      ...contentLines(content, words),
      ...footerLines(words),
    ],
    words,
  )
}

/** As far as recorded. */
function paymentLines(sale: Sale, { t, money }: PrintContext): PrintLine[] {
  const { paymentMethod, split, cashTendered, pays } = sale
  if (!paymentMethod) return []
  const parts = (split ? partsOfPayment({ paymentMethod, split }, pays) : []).map((part): PrintLine => ({
    kind: 'pair',
    label: t(`payment.${part.paymentMethod}`),
    value: money(part.amount),
  }))
  if (!cashTendered && !split)
    return [{ kind: 'pair', label: t('payment.paymentMethod'), value: t(`payment.${paymentMethod}`) }]
  const change = changeOfPayment(sale, pays)
  return [
    ...parts,
    ...(cashTendered ? [{ kind: 'pair', label: t('payment.given'), value: money(cashTendered) } as const] : []),
    ...(change ? [{ kind: 'pair', label: t('payment.change'), value: money(change), isStrong: true } as const] : []),
  ]
}

/** For links, which pass through many hands: has neither the code nor the wholesaler's text, which may repeat it. */
export const receiptWithoutCode = (sale: Sale, words: PrintContext, options?: ReceiptOptions): PrintDocument =>
  receiptDocument(
    sale,
    sale.voucher === undefined ? { kind: 'words', receipt: null } : { kind: 'on-slip' },
    words,
    options,
  )

/** The first print includes the shop's copies from the settings, which have no code. */
export function printedReceipt(receipt: PrintDocument, sale: Sale, words: PrintContext, copy: number): PrintDocument {
  const forShop = copy > 0 ? 0 : (words.receipt?.copies ?? 1) - 1
  const shopReceipt = receiptWithoutCode(sale, words, { isForShop: true })
  return joinReceipts([receipt, ...Array.from({ length: forShop }, () => shopReceipt)])
}

export const joinReceipts = (receipts: readonly PrintDocument[]): PrintDocument => ({
  ...receipts[0],
  kind: 'receipt',
  lines: receipts.flatMap(({ lines }, index): readonly PrintLine[] =>
    index === 0 ? lines : [{ kind: 'cut' }, ...lines],
  ),
})

function contentLines(content: ReceiptContent, words: PrintContext): PrintLine[] {
  switch (content.kind) {
    case 'words':
      return serviceLines(content.receipt)
    case 'code':
      return [
        ...underRule(codeLines(content.voucher, content.isForText === true, words)),
        ...serviceLines(content.receipt),
      ]
    case 'handed-over':
    case 'on-slip':
    case 'hidden':
      return underRule([centered(words.t(`receipt.code.${content.kind}`))])
  }
}

function codeLines({ number, serial, link, reference }: Voucher, isForText: boolean, words: PrintContext): PrintLine[] {
  const { t } = words
  const grouped = (code: string) => (isForText ? code : groupCode(code).join(' '))
  return [
    ...practiceBanner(words),
    ...(number === undefined ? [] : [centered(t('delivery.pin')), centered(grouped(number), 'code')]),
    ...(serial === undefined ? [] : [centered(`${t('delivery.serial')} ${grouped(serial)}`)]),
    ...(reference === undefined ? [] : [centered(`${t('delivery.reference')} ${reference}`)]),
    ...(link === undefined ? [] : linkLines(link, isForText, t)),
  ]
}

/** Only a safe link becomes a QR code. */
function linkLines(text: string, isForText: boolean, t: PrintContext['t']): PrintLine[] {
  const link = readLink(text)
  if (link.kind === 'flagged') return [centered(t('delivery.link')), centered(link.text, 'small')]
  if (isForText) return [centered(link.href)]
  // A link too long for a QR code is printed as text.
  if (!findQrMatrix(link.href)) return [centered(t('delivery.link')), centered(text, 'small')]
  return [{ kind: 'qr', text: link.href }, centered(link.host, 'small')]
}

/** In the wholesaler's order (spec 2.12): header as a title, advertisement between rules. */
function serviceLines(receipt: Receipt | null): PrintLine[] {
  const lines = RECEIPT_PARTS.flatMap((part): PrintLine[] => {
    const text = receipt?.[part]
    if (!text?.trim()) return []
    if (part === 'promo') return [{ kind: 'rule' }, centered(text, 'strong'), { kind: 'rule' }]
    return [centered(text, part === 'header' ? 'title' : undefined)]
  })
  // Removes a duplicate rule at the start and a rule at the end.
  if (lines[0]?.kind === 'rule') lines.shift()
  if (lines.at(-1)?.kind === 'rule') lines.pop()
  return underRule(lines)
}

const footerLines = ({ receipt }: PrintContext): PrintLine[] =>
  underRule(receipt?.footer === undefined ? [] : [centered(receipt.footer)])

const underRule = (lines: PrintLine[]): PrintLine[] => (lines.length === 0 ? [] : [{ kind: 'rule' }, ...lines])

/** The result or code is pending. Must not look like a receipt. `now` is the server's time. */
export const waitingSlip = (sale: Sale, words: PrintContext, now: number): PrintDocument =>
  customerPaper(words, (each) => waitingSlipIn(sale, each, now))

function waitingSlipIn(sale: Sale, words: PrintContext, now: number): PrintDocument {
  const { t, money } = words
  const { words: state } = appearanceOf(sale)
  return paperOf(
    'waiting',
    [
      { kind: 'banner', text: t('sale.waitingSlip') },
      centered(t('sale.waitingSlip.noReceipt'), 'strong'),
      ...customerHeadLines(words),
      ...factLines(sale, sale.confirmedAt ?? sale.openedAt, words),
      {
        kind: 'pair',
        label: t(sale.kind === 'voucher' ? 'receipt.faceValue' : amountLabel(sale.kind)),
        value: money(sale.amount),
      },
      { kind: 'pair', label: t('sale.customerPaid'), value: money(sale.pays) },
      ...paymentLines(sale, words),
      ...(sale.transactionId === undefined
        ? []
        : [{ kind: 'pair', label: t('sale.serviceNumber'), value: sale.transactionId } as const]),
      { kind: 'rule' },
      {
        kind: 'pair',
        label: t(`state.${state}.heading`, { brand: sale.brand }),
        value: formatStamp(now),
        isStrong: true,
      },
      centered(t(keepFor(sale))),
      ...statusLinkLines(sale, t),
    ],
    words,
  )
}

function keepFor({ kind, state, conflicting }: Sale): MessageId {
  if (state === 'not-executed' && !conflicting) return 'sale.waitingSlip.notExecuted'
  return kind === 'voucher' ? 'receipt.waitForCode' : 'sale.waitingSlip.keep'
}

/** The status page's URL. It is on no other document, and no document with a code is printed while it exists. */
const statusLinkLines = ({ statusLink }: Sale, t: PrintContext['t']): PrintLine[] =>
  statusLink === undefined
    ? []
    : [
        { kind: 'qr', text: statusLink },
        centered(t('sale.waitingSlip.follow')),
        centered(new URL(statusLink).host, 'small'),
      ]
