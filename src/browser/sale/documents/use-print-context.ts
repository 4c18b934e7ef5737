import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'

import type { TillSettings } from '#contract/proxy/settings.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { isPracticing, sessionQuery } from '../../api/session.ts'
import { formatMoney } from '../../i18n/format-money.ts'
import { useLocalePreference, type Locale } from '../../i18n/locale.ts'
import { usePaperTexts } from '../../i18n/paper-texts.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useLocale, useText, type Text } from '../../i18n/use-text.ts'
import { followShopWidth, useTerminalPrinter } from '../../printing/terminal-printer.ts'
import type { PaperWords, PrintContext } from './print-context.ts'

/**
 * The words of the papers of this shop, in the language on screen. What customers get is in the languages of the settings, or else in that of the till;
 * `languages` are others, to try them.
 */
export function usePrintContext(languages?: readonly Locale[]): PrintContext {
  const receipt = useReceiptSettings()
  const { data: point } = useQuery({ ...catalogueQuery, select: (catalogue) => catalogue.point })
  const { data: isPractice = false } = useQuery({ ...sessionQuery, select: isPracticing })
  const own = useWords()
  const till = useLocalePreference(({ locale }) => locale)
  const texts = usePaperTexts(languages ?? receipt?.languages ?? [till])
  return useMemo(() => {
    const customer = texts.map(({ locale, t }) => (locale === own.locale ? own : wordsOf(locale, t)))
    return { ...own, customer, point, isPractice, receipt }
  }, [own, texts, point, isPractice, receipt])
}

/** The texts and formats of the language on screen. */
function useWords(): PaperWords {
  const locale = useLocale()
  const t = useText()
  const { money } = useFormats()
  return useMemo(() => ({ locale, t, money }), [locale, t, money])
}

const wordsOf = (locale: Locale, t: Text): PaperWords => ({ locale, t, money: (value) => formatMoney(value, locale) })

/** A till prints as wide as the printer in the network that it has chosen, also when a supervisor changes that. */
function followNetworkPrinter(printers: TillSettings['printers']): void {
  const { printer, networkId, width } = useTerminalPrinter.getState()
  const chosen = printer === 'network' ? printers.find(({ id }) => id === networkId) : undefined
  if (chosen && chosen.width !== width) useTerminalPrinter.setState({ width: chosen.width })
}

/** What the shop adds to its receipts. A till that has chosen no width of its own takes the shop's. */
export function useReceiptSettings() {
  const { data: receipt } = useQuery({ ...sessionQuery, select: ({ settings }) => settings?.receipt })
  const width = receipt?.paperWidth
  useEffect(() => width && followShopWidth(width), [width])
  const { data: printers } = useQuery({ ...sessionQuery, select: ({ settings }) => settings?.printers })
  useEffect(() => followNetworkPrinter(printers ?? []), [printers])
  return receipt
}
