import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'

import { sessionQuery } from '../api/session.ts'
import { useText } from '../i18n/use-text.ts'
import { Notice } from '../ui/Notice.tsx'
import { isUnclear, type FailedPrintMethod, type PrintOutcome } from './print.ts'
import { useTerminalPrinter } from './terminal-printer.ts'

export function PrintProblems({ failed }: { failed: readonly FailedPrintMethod[] }) {
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

export function PrintNotice({ outcome, children }: { outcome: PrintOutcome | undefined; children?: ReactNode }) {
  const t = useText()
  return (
    // The live region must exist before its text.
    <div role="status" className="contents">
      {outcome && (
        <Notice tone="info" heading={t(`printer.outcome.${isUnclear(outcome) ? 'mayHavePrinted' : outcome.by}`)}>
          <PrintProblems failed={outcome.failed} />
          {children}
        </Notice>
      )}
    </div>
  )
}
