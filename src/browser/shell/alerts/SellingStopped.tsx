import { OctagonX, RefreshCw, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Status } from '#contract/proxy/status.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { useResumeSelling } from '../../api/status.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'

type SellingStoppedProps = { status: Status; isSupervisor: boolean; onLeave: () => void }

/** Why selling is stopped, and for supervisors the way to go on. Room on the disk comes back without them. */
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

type FactBarProps = {
  icon: LucideIcon
  heading: string
  /** At the end side. */
  action?: ReactNode
  children: ReactNode
}

/** A fact, and at its end what can be done about it. */
export function FactBar({ icon: Icon, heading, action, children }: FactBarProps) {
  return (
    <section className="flex min-h-9 flex-wrap items-center gap-3 rounded-2 border-s-4 border-act bg-act-tint px-4 py-2 wrap-anywhere text-ink">
      <Icon className="text-act-ink" size={24} aria-hidden />
      {/* The action goes below before the words are squeezed. */}
      <div className="min-w-0 flex-1 basis-[16em]">
        <h3 className="text-2">{heading}</h3>
        {children}
      </div>
      {action}
    </section>
  )
}
