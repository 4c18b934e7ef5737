import '../../styles/watch.css'

import { useQuery } from '@tanstack/react-query'
import { ClockAlert, LockKeyhole, WalletMinimal } from 'lucide-react'
import { Link } from 'react-router-dom'

import { useCurrentUser } from '../../current-user.ts'
import { statusQuery } from '../../api/status.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { AlertBar } from './AlertBar.tsx'
import { UnreadAlert } from './UnreadAlert.tsx'
import { StoppedAlert } from './StoppedAlert.tsx'
import { useReadAgainAfterBack } from './use-read-again-after-back.ts'

/** Above the stage of every screen: why nothing is sold, what a supervisor has to know, and what was settled meanwhile. */
export function Alerts() {
  const t = useText()
  const { isSupervisor } = useCurrentUser()
  const { data: status } = useQuery(statusQuery)
  useReadAgainAfterBack()
  if (!status) return null

  return (
    <div className="alerts">
      {status.service === 'stopped' && <StoppedAlert why={status.reason} isSupervisor={isSupervisor} />}
      {status.wallet === 'low' && (
        <AlertBar icon={<WalletMinimal className="ic" size={24} aria-hidden="true" />} heading={t('alerts.wallet')}>
          {t(isSupervisor ? 'alerts.walletSupervisor' : 'alerts.tellSupervisor')}
        </AlertBar>
      )}
      {status.isClockAhead && isSupervisor && (
        <AlertBar icon={<ClockAlert className="ic" size={24} aria-hidden="true" />} heading={t('alerts.clock')}>
          {t('alerts.clockNext')}
        </AlertBar>
      )}
      {status.pinLocks !== undefined && isSupervisor && (
        <AlertBar
          icon={<LockKeyhole className="ic" size={24} aria-hidden="true" />}
          heading={t('alerts.pinLocks', { count: status.pinLocks })}
          action={
            <Link className="btn no-underline" to={paths.staff()}>
              {t('alerts.openStaff')}
            </Link>
          }
        >
          {t('alerts.pinLocksNext')}
        </AlertBar>
      )}
      {status.unread > 0 && <UnreadAlert />}
    </div>
  )
}
