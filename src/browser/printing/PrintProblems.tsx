import type { FailedPrintMethod } from './print.ts'
import { useText } from '../i18n/use-text.ts'

type PrintProblemsProps = { failed: readonly FailedPrintMethod[] }

/** Each rung of the print ladder that failed, by name and with its reason. */
export function PrintProblems({ failed }: PrintProblemsProps) {
  const t = useText()
  if (failed.length === 0) return null
  return (
    <ul>
      {failed.map(({ rung, why }) => (
        <li key={rung}>{t('printer.failed', { rung: t(`printer.rung.${rung}`), why: t(`printer.why.${why}`) })}</li>
      ))}
    </ul>
  )
}
