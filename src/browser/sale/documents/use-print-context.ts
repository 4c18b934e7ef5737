import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'

import type { TillSettings } from '#contract/proxy/settings.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { isPracticing, sessionQuery } from '../../api/session.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { followShopWidth, useTerminalPrinter } from '../../printing/terminal-printer.ts'
import { useText } from '../../i18n/use-text.ts'
import type { PrintContext } from './print-context.ts'

/** The words of the papers of this shop, in the language on screen. */
export function usePrintContext(): PrintContext {
  const t = useText()
  const { money } = useFormats()
  const { data: point } = useQuery({ ...catalogueQuery, select: (catalogue) => catalogue.point })
  const { data: isPractice = false } = useQuery({ ...sessionQuery, select: isPracticing })
  const receipt = useReceiptSettings()
  return useMemo(() => ({ t, money, point, isPractice, receipt }), [t, money, point, isPractice, receipt])
}

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
