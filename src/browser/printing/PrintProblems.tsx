import type { FailedPrintMethod } from './print.ts'
import { useText } from '../i18n/use-text.ts'

type PrintProblemsProps = { failed: readonly FailedPrintMethod[] }

/** Each print method that failed, with its reason. */
export function PrintProblems({ failed }: PrintProblemsProps) {
  const t = useText()
  if (failed.length === 0) return null
  return (
    <ul>
      {failed.map(({ method, why }) => (
        <li key={method}>
          {t('printer.failed', { method: t(`printer.method.${method}`), reason: t(`printer.reason.${why}`) })}
        </li>
      ))}
    </ul>
  )
}
