import { setupI18n } from '@lingui/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { create } from 'zustand'

import type { Catalog } from '#api/catalog.ts'
import type { TerminalSettings } from '#api/settings.ts'
import type { Money } from '#domain/money/money.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { sessionQuery, isPracticing } from '../../api/session.ts'
import { catalogQuery } from '../../api/catalog.ts'
import { countryName } from '../../i18n/country-name.ts'
import { formatMoneyAsText, formatSaleNumber, useFormats } from '../../i18n/formats.ts'
import { formatStamp } from '../../i18n/format-time.ts'
import { type Locale, useLocalePreference, loadFirst, loadLateFonts, loadLazy } from '../../i18n/locale.ts'
import { firstName } from '../../lib/current-user.ts'
import { type Text, useLocale, useText, textIn } from '../../i18n/use-text.ts'
import { WRITING } from '../../i18n/writing.ts'
import type { PrintDocument, PrintLine } from '../../printing/print-document.ts'
import { followShopWidth, useTerminalPrinter } from '../../printing/terminal-printer.ts'
import { formatSaleAccount, titleOfSale } from '../sale-naming.ts'

export type PaperWords = { locale: Locale; t: Text; money: (value: Money) => string }

/** What every document needs besides its sale: shop and language. */
export type PrintContext = PaperWords & {
  /** One or two languages. If absent, that of other documents. */
  customer?: readonly PaperWords[] | undefined
  /** Absent until the catalog is read. */
  point: Catalog['point'] | undefined
  isPractice: boolean
  receipt?: TerminalSettings['receipt'] | undefined
}

export const shopName = ({ point }: PrintContext): string => (point ? point.receiptName || point.agentName : '')

export const centered = (text: string, look?: 'title' | 'strong' | 'code' | 'small'): PrintLine => ({
  kind: 'text',
  text,
  align: 'center',
  ...(look && { look }),
})

/** A customer's document in the shop's languages. Lines that differ appear in both, one below the other. */
export function customerPaper(words: PrintContext, make: (words: PrintContext) => PrintDocument): PrintDocument {
  const { customer = [] } = words
  const [first = make(words), ...others] = customer.map((each) => make({ ...words, ...each }))
  return others.reduce((paper, other) => ({ ...paper, lines: inBoth(paper.lines, other.lines) }), first)
}

/** Documents of one sale have the same lines in every language. */
const inBoth = (lines: readonly PrintLine[], others: readonly PrintLine[]): PrintLine[] =>
  lines.flatMap((line, at) => {
    const other = others[at]
    return other === undefined || JSON.stringify(line) === JSON.stringify(other) ? [line] : [line, other]
  })

type Marks = Pick<PrintContext, 't' | 'isPractice'>

/** Practice documents have a banner at the head and foot, and a watermark. */
export function paperOf(kind: PrintDocument['kind'], lines: readonly PrintLine[], words: Marks): PrintDocument {
  if (!words.isPractice) return { kind, lines }
  const head: PrintLine = { kind: 'banner', text: words.t('sale.receipt.practice') }
  return { kind, lines: [head, ...lines, ...practiceBanner(words)], watermark: words.t('sale.receipt.practiceMark') }
}

/** Also printed above a code, which may be torn off or photographed alone. */
export const practiceBanner = ({ t, isPractice }: Marks): PrintLine[] =>
  isPractice ? [{ kind: 'banner', text: t('sale.receipt.practiceMark') }] : []

export function customerHeadLines(words: PrintContext): PrintLine[] {
  const { t, receipt } = words
  const { logo, heading, taxNumber, taxName } = receipt ?? {}
  const own: PrintLine[] = [
    ...(heading === undefined ? [] : [centered(heading)]),
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

export function headLines(words: PrintContext): PrintLine[] {
  const { point } = words
  return [
    ...(point ? [centered(shopName(words), 'title')] : []),
    ...(point && point.address !== '' ? [centered(point.address)] : []),
    ...(point ? [{ kind: 'rule' } as const] : []),
  ]
}

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
      label: point ? t('sale.receipt.pos', { id: point.posId }) : '',
      value: t('sale.receipt.servedBy', { name: firstName(sale.cashier.name) }),
    },
    { kind: 'rule' },
    ...(sale.isTest ? [centered(t('sale.receipt.test'), 'strong')] : []),
    ...pictureLines(sale),
    centered(titleOfSale(sale, t), 'strong'),
    ...internationalLines(sale, words),
    ...(sale.account === undefined
      ? []
      : [{ kind: 'pair', label: t(accountLabel(sale)), value: formatSaleAccount(sale) } as const]),
  ]
}

function pictureLines({ international }: Sale): PrintLine[] {
  const found = [international?.country.flagLarge ?? international?.country.flag, international?.provider.logo]
  const addresses = found.filter((address) => address !== undefined)
  return addresses.length === 0 ? [] : [{ kind: 'pictures', addresses }]
}

function internationalLines(
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

export const accountLabel = ({ kind }: Pick<Sale, 'kind'>): 'sale.number' | 'sale.account' =>
  kind === 'voucher' ? 'sale.account' : 'sale.number'

/** In the screen language. Customers' documents use the languages of the settings, or the till's; `languages` overrides them for a preview. */
export function usePrintContext(languages?: readonly Locale[]): PrintContext {
  const receipt = useReceiptSettings()
  const { data: point } = useQuery({ ...catalogQuery, select: (catalog) => catalog.point })
  const { data: isPractice = false } = useQuery({ ...sessionQuery, select: isPracticing })
  const own = useWords()
  const till = useLocalePreference(({ locale }) => locale)
  const texts = usePaperTexts(languages ?? receipt?.languages ?? [till])
  return useMemo(() => {
    const customer = texts.map(({ locale, t }) => (locale === own.locale ? own : wordsOf(locale, t)))
    return { ...own, customer, point, isPractice, receipt }
  }, [own, texts, point, isPractice, receipt])
}

function useWords(): PaperWords {
  const locale = useLocale()
  const t = useText()
  const { money } = useFormats()
  return useMemo(() => ({ locale, t, money }), [locale, t, money])
}

const wordsOf = (locale: Locale, t: Text): PaperWords => ({
  locale,
  t,
  money: (value) => formatMoneyAsText(value, locale),
})

/** Uses the width of the selected network printer, even after a supervisor changes it. */
function followNetworkPrinter(printers: TerminalSettings['printers']): void {
  const { printer, networkId, width } = useTerminalPrinter.getState()
  const chosen = printer === 'network' ? printers.find(({ id }) => id === networkId) : undefined
  if (chosen && chosen.width !== width) useTerminalPrinter.setState({ width: chosen.width })
}

/** A till without its own width uses the shop's. */
export function useReceiptSettings() {
  const { data: receipt } = useQuery({ ...sessionQuery, select: ({ settings }) => settings?.receipt })
  const width = receipt?.paperWidth
  useEffect(() => width && followShopWidth(width), [width])
  const { data: printers } = useQuery({ ...sessionQuery, select: ({ settings }) => settings?.printers })
  useEffect(() => followNetworkPrinter(printers ?? []), [printers])
  return receipt
}

const useLoaded = create<Partial<Record<Locale, Text>>>(() => ({}))

async function load(locale: Locale): Promise<void> {
  const [first, lazy] = await Promise.all([loadFirst(locale), loadLazy(locale), loadLateFonts()])
  const messages = { [locale]: { ...first, ...lazy } }
  useLoaded.setState({ [locale]: textIn(setupI18n({ locale, locales: WRITING[locale].tag, messages })) })
}

/** A language that is not loaded or fails to load is left out of the document. */
function usePaperTexts(locales: readonly Locale[]): readonly { locale: Locale; t: Text }[] {
  const shown = useLocale()
  const t = useText()
  const loaded = useLoaded()
  const missing = locales.filter((locale) => locale !== shown && !loaded[locale]).join()
  useEffect(() => {
    for (const locale of missing.split(',')) if (locale !== '') load(locale as Locale).catch(() => {})
  }, [missing])
  const wanted = locales.join()
  return useMemo(
    () =>
      (wanted.split(',') as Locale[]).flatMap((locale) => {
        const texts = locale === shown ? t : loaded[locale]
        return texts ? [{ locale, t: texts }] : []
      }),
    [wanted, shown, t, loaded],
  )
}
