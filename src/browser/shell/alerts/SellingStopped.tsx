import { OctagonX, RefreshCw } from 'lucide-react'

import type { Status } from '#api/status.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { useResumeSelling } from '../../api/status.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { FactBar } from './FactBar.tsx'

type SellingStoppedProps = { status: Status; isSupervisor: boolean; onLeave: () => void }

/** A full disk resolves automatically. */
export function SellingStopped({ status: { reason, posId }, isSupervisor, onLeave }: SellingStoppedProps) {
  const t = useText()
  const resume = useResumeSelling()
  return (
    <FactBar
      icon={OctagonX}
      heading={t(reason ? `alerts.stopped.${reason}` : 'shell.stopped')}
      action={
        reason === 'restored'
          ? isSupervisor && (
              <ButtonLink to={paths.recovery()} onClick={onLeave}>
                {t('alerts.openRecovery')}
              </ButtonLink>
            )
          : isSupervisor &&
            reason !== 'disk-full' && (
              <Button icon={RefreshCw} pending={resume.isPending} onClick={() => resume.mutate()}>
                {t('storefront.tryAgain')}
              </Button>
            )
      }
    >
      {posId !== undefined && <p>{t('alerts.stopped.posId', { posId })}</p>}
      {t(isSupervisor && reason ? `alerts.stopped.${reason}.next` : 'alerts.tellSupervisor')}
      <div role="status">
        {resume.data?.service === 'stopped' && <p className="font-semibold">{t('alerts.stillStopped')}</p>}
        {resume.error && <p className="font-semibold">{t(failureMessage(resume.error))}</p>}
      </div>
    </FactBar>
  )
}
