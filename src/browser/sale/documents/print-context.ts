import type { Catalogue } from '#contract/proxy/catalogue.ts'
import type { TillSettings } from '#contract/proxy/settings.ts'
import type { Money } from '#domain/money.ts'
import type { Sale } from '#domain/sale/sale.ts'
import type { PrintDocument, PrintLine } from '../../printing/print-document.ts'
import { countryName } from '../../i18n/country-name.ts'
import { formatSaleNumber } from '../../i18n/format-sale.ts'
import { formatStamp } from '../../i18n/format-time.ts'
import type { Locale } from '../../i18n/locale.ts'
import { firstName } from '../../i18n/person-name.ts'
import type { Text } from '../../i18n/use-text.ts'
import { formatSaleAccount, titleOfSale } from '../sale-naming.ts'

/** The texts and formats of the language that a paper is in. */
export type PaperWords = { locale: Locale; t: Text; money: (value: Money) => string }

/** What every paper says besides its sale: whose shop it is, and in which language. */
export type PrintContext = PaperWords & {
  /** What customers' papers are in: one language, or two. Absent: the one that other papers are in. */
  customer?: readonly PaperWords[] | undefined
  /** Absent until the catalogue has been read. */
  point: Catalogue['point'] | undefined
  isPractice: boolean
  /** What the shop adds to a customer's paper. */
  receipt?: TillSettings['receipt'] | undefined
}

/** The shop as its papers name it. */
export const shopName = ({ point }: PrintContext): string => (point ? point.receiptName || point.agentName : '')

export const centred = (text: string, look?: 'title' | 'strong' | 'code' | 'small'): PrintLine => ({
  kind: 'text',
  text,
  align: 'center',
  ...(look && { look }),
})

/** A customer's paper in the languages of the shop. What differs between two of them is said in both, one below the other. */
export function customerPaper(words: PrintContext, make: (words: PrintContext) => PrintDocument): PrintDocument {
  const { customer = [] } = words
  const [first = make(words), ...others] = customer.map((each) => make({ ...words, ...each }))
  return others.reduce((paper, other) => ({ ...paper, lines: inBoth(paper.lines, other.lines) }), first)
}

/** Papers of one sale have the same lines in every language. */
const inBoth = (lines: readonly PrintLine[], others: readonly PrintLine[]): PrintLine[] =>
  lines.flatMap((line, at) => {
    const other = others[at]
    return other === undefined || JSON.stringify(line) === JSON.stringify(other) ? [line] : [line, other]
  })

type Marks = Pick<PrintContext, 't' | 'isPractice'>

/** A paper with these lines. One of practice says so from edge to edge at its head and at its foot, and behind everything between. */
export function paperOf(kind: PrintDocument['kind'], lines: readonly PrintLine[], words: Marks): PrintDocument {
  if (!words.isPractice) return { kind, lines }
  const head: PrintLine = { kind: 'banner', text: words.t('sale.receipt.practice') }
  return { kind, lines: [head, ...lines, ...practiceBanner(words)], watermark: words.t('sale.receipt.practiceMark') }
}

/** Above a code, which may be torn off or photographed without its head and foot. */
export const practiceBanner = ({ t, isPractice }: Marks): PrintLine[] =>
  isPractice ? [{ kind: 'banner', text: t('sale.receipt.practiceMark') }] : []

/** The top of a customer's paper: the shop with its logo, what it says to its customers, and its tax number where it has one. */
export function customerHeadLines(words: PrintContext): PrintLine[] {
  const { t, receipt } = words
  const { logo, heading, taxNumber, taxName } = receipt ?? {}
  const own: PrintLine[] = [
    ...(heading === undefined ? [] : [centred(heading)]),
    ...(taxNumber === undefined
      ? []
      : [{ kind: 'pair', label: taxName ?? t('receipt.taxNumber'), value: taxNumber } as const]),
  ]
  const shop = headLines(words)
  const rule = shop.findLastIndex(({ kind }) => kind === 'rule')
  return [
    ...(logo === undefined ? [] : [{ kind: 'pictures', addresses: [logo], look: 'logo' } as const]),
    ...(rule < 0 ? shop : shop.slice(0, rule)),
    ...own,
    ...(rule >= 0 || own.length > 0 ? [{ kind: 'rule' } as const] : []),
  ]
}

/** The shop, at the top of every paper. */
export function headLines(words: PrintContext): PrintLine[] {
  const { point } = words
  return [
    ...(point ? [centred(shopName(words), 'title')] : []),
    ...(point && point.address !== '' ? [centred(point.address)] : []),
    ...(point ? [{ kind: 'rule' } as const] : []),
  ]
}

/** Which sale it is: number, time, till, cashier, product, country and operator where it is international, and account. */
export function factLines(sale: Sale, at: number, words: PrintContext): PrintLine[] {
  const { t, point } = words
  return [
    {
      kind: 'pair',
      label: t('sale.saleNumber', { number: formatSaleNumber(sale) }),
      value: formatStamp(at),
    },
    {
      kind: 'pair',
      label: point ? t('sale.receipt.till', { id: point.posId }) : '',
      value: t('sale.receipt.servedBy', { name: firstName(sale.cashier.name) }),
    },
    { kind: 'rule' },
    ...(sale.isTest ? [centred(t('sale.receipt.test'), 'strong')] : []),
    ...pictureLines(sale),
    centred(titleOfSale(sale, t), 'strong'),
    ...internationalLines(sale, words),
    ...(sale.account === undefined
      ? []
      : [{ kind: 'pair', label: t(accountLabel(sale)), value: formatSaleAccount(sale) } as const]),
  ]
}

/** The flag of the country and the logo of the operator. */
function pictureLines({ international }: Sale): PrintLine[] {
  const found = [international?.country.flagLarge ?? international?.country.flag, international?.provider.logo]
  const addresses = found.filter((address) => address !== undefined)
  return addresses.length === 0 ? [] : [{ kind: 'pictures', addresses }]
}

/** Country, operator and product of an international top-up. */
export function internationalLines(
  { international }: Pick<Sale, 'international'>,
  { t, locale }: Pick<PaperWords, 't' | 'locale'>,
): PrintLine[] {
  if (!international) return []
  return [
    { kind: 'pair', label: t('sale.international.country'), value: countryName(international.country, locale) },
    { kind: 'pair', label: t('sale.international.operator'), value: international.provider.name },
    ...(international.denomination.name === ''
      ? []
      : [
          { kind: 'pair' as const, label: t('sale.international.productName'), value: international.denomination.name },
        ]),
  ]
}

/** A recharge goes to a number, a voucher to an account. */
export const accountLabel = ({ kind }: Pick<Sale, 'kind'>): 'sale.number' | 'sale.account' =>
  kind === 'voucher' ? 'sale.account' : 'sale.number'
