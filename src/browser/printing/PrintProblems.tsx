import { useQuery } from '@tanstack/react-query'

import { sessionQuery } from '../api/session.ts'
import { useText } from '../i18n/use-text.ts'
import type { FailedPrintMethod } from './print.ts'
import { useTerminalPrinter } from './terminal-printer.ts'

type PrintProblemsProps = { failed: readonly FailedPrintMethod[] }

/** Each print method that failed, with its reason. */
export function PrintProblems({ failed }: PrintProblemsProps) {
  const t = useText()
  const networkId = useTerminalPrinter((printer) => printer.networkId)
  const { data: printers = [] } = useQuery({ ...sessionQuery, select: ({ settings }) => settings?.printers })
  const name = printers.find(({ id }) => id === networkId)?.name
  const nameOf = (method: FailedPrintMethod['method']) =>
    method === 'network' && name !== undefined
      ? `${t('printer.method.network')} (\u2068${name}\u2069)`
      : t(`printer.method.${method}`)
  if (failed.length === 0) return null
  return (
    <ul>
      {failed.map(({ method, why }) => (
        <li key={method}>{t('printer.failed', { method: nameOf(method), reason: t(`printer.reason.${why}`) })}</li>
      ))}
    </ul>
  )
}
