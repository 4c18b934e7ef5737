import { Link } from 'react-router-dom'

import type { FailedPrintMethod } from '../../printing/print.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'

/** Each rung of the print ladder that failed, and why; and where that can be mended. */
export function FailedPrintMethods({ failed }: { failed: readonly FailedPrintMethod[] }) {
  const t = useText()
  if (failed.length === 0) return null
  return (
    <>
      {failed.map(({ rung, why }) => (
        <span key={rung} className="block">
          {t('printer.failed', { rung: t(`printer.rung.${rung}`), why: t(`printer.why.${why}`) })}
        </span>
      ))}
      <Link className="toast__link" to={paths.printer()}>
        {t('printer.settings')}
      </Link>
    </>
  )
}
