import '../../styles/watch.css'

import { useQuery } from '@tanstack/react-query'
import { ClockAlert, LockKeyhole, WalletMinimal } from 'lucide-react'

import { sessionQuery } from '../../api/session.ts'
import { statusQuery } from '../../api/status.ts'
import { useText } from '../../i18n/use-text.ts'
import { Link } from '../../Link.tsx'
import { paths } from '../../paths.ts'
import { AlertBar } from './AlertBar.tsx'
import { NewsAlert } from './NewsAlert.tsx'
import { StoppedAlert } from './StoppedAlert.tsx'
import { useReadAgainAfterBack } from './use-read-again-after-back.ts'

/** Above the stage of every screen: why nothing is sold, what a supervisor has to know, and what was settled meanwhile. */
export function Alerts() {
  const t = useText()
  const { data: session } = useQuery(sessionQuery)
  const { data: status } = useQuery(statusQuery)
  useReadAgainAfterBack()
  const isSupervisor = session?.person?.role === 'supervisor'
  if (!status) return null

  return (
    <div className="alerts">
      {status.service === 'stopped' && <StoppedAlert why={status.reason} isSupervisor={isSupervisor} />}
      {status.wallet === 'low' && (
        <AlertBar icon={<WalletMinimal className="ic" size={24} aria-hidden="true" />} heading={t('watch.wallet')}>
          {t(isSupervisor ? 'watch.walletSupervisor' : 'watch.tellSupervisor')}
        </AlertBar>
      )}
      {status.isClockAhead && isSupervisor && (
        <AlertBar icon={<ClockAlert className="ic" size={24} aria-hidden="true" />} heading={t('watch.clock')}>
          {t('watch.clockNext')}
        </AlertBar>
      )}
      {status.pinLocks !== undefined && isSupervisor && (
        <AlertBar
          icon={<LockKeyhole className="ic" size={24} aria-hidden="true" />}
          heading={t('watch.pinLocks', { count: status.pinLocks })}
          action={
            <Link className="btn no-underline" to={paths.staff()}>
              {t('watch.openStaff')}
            </Link>
          }
        >
          {t('watch.pinLocksNext')}
        </AlertBar>
      )}
      {status.unread > 0 && <NewsAlert />}
    </div>
  )
}
