import { OctagonX, RefreshCw } from 'lucide-react'

import type { StopReason } from '#contract/proxy/status.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { useResumeSelling } from '../../api/resume-selling.ts'
import { useText } from '../../i18n/use-text.ts'
import { AlertBar } from './AlertBar.tsx'

type StoppedAlertProps = { why: StopReason | undefined; isSupervisor: boolean }

/** Selling is stopped: why, and for supervisors the way to go on. Room on the disk comes back without them. */
export function StoppedAlert({ why, isSupervisor }: StoppedAlertProps) {
  const t = useText()
  const letSell = useResumeSelling()
  const canTry = isSupervisor && why !== 'disk-full'
  return (
    <AlertBar
      role="alert"
      icon={<OctagonX className="ic" size={24} aria-hidden="true" />}
      heading={t(why ? `alerts.stopped.${why}` : 'shell.stopped')}
      action={
        canTry && (
          <button
            type="button"
            className="btn"
            aria-busy={letSell.isPending}
            aria-disabled={letSell.isPending}
            onClick={() => !letSell.isPending && letSell.mutate()}
          >
            <RefreshCw className="ic" size={20} aria-hidden="true" /> {t('storefront.tryAgain')}
          </button>
        )
      }
    >
      {t(isSupervisor && why ? `alerts.stopped.${why}.next` : 'alerts.tellSupervisor')}
      {letSell.data?.service === 'stopped' && <p className="font-semibold">{t('alerts.stillStopped')}</p>}
      {letSell.error && <p className="font-semibold">{t(failureMessage(letSell.error))}</p>}
    </AlertBar>
  )
}
