import type { ReactNode } from 'react'

import { failureMessage } from '../../api/failure-message.ts'
import { useText } from '../../i18n/use-text.ts'

type NoticeBarProps = { icon: ReactNode; children: string; more?: ReactNode; action?: ReactNode; isUrgent?: boolean }

/** What became of the last way that was tried, above the action of the tray. */
export function NoticeBar({ icon, children, more, action, isUrgent = false }: NoticeBarProps) {
  return (
    <div className="toast toast--wrap" role={isUrgent ? 'alert' : 'status'}>
      {icon}
      <span className="grow">
        {children}
        {more !== undefined && <span className="small">{more}</span>}
      </span>
      {action !== undefined && <span className="toast__deeds">{action}</span>}
    </div>
  )
}

type NotRecordedBarProps = { error: unknown; isNoting: boolean; onAgain: () => void }

/** The customer has it, but that could not be written down. */
export function NotRecordedBar({ error, isNoting, onAgain }: NotRecordedBarProps) {
  const t = useText()
  return (
    <div className="toast toast--wrap" role="alert">
      <span className="grow">
        {t('delivery.notSaved')} {t(failureMessage(error))}
      </span>
      <button type="button" aria-disabled={isNoting} onClick={onAgain}>
        {t('delivery.saveAgain')}
      </button>
    </div>
  )
}
