import { Link } from 'react-router-dom'

import type { FailedPrintMethod } from '../../printing/print.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'

/** Each print method that failed, with its reason, and a link to the printer settings. */
export function FailedPrintMethods({ failed }: { failed: readonly FailedPrintMethod[] }) {
  const t = useText()
  if (failed.length === 0) return null
  return (
    <>
      {failed.map(({ method, why }) => (
        <span key={method} className="block">
          {t('printer.failed', { method: t(`printer.method.${method}`), reason: t(`printer.reason.${why}`) })}
        </span>
      ))}
      <Link className="toast__link" to={paths.printer()}>
        {t('printer.settings')}
      </Link>
    </>
  )
}
