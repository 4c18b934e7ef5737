import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ClockAlert, LockKeyhole, OctagonX, RefreshCw, WalletMinimal, Wifi, type LucideIcon } from 'lucide-react'
import { useEffect, useState, type ReactNode } from 'react'

import type { StopReason } from '#contract/proxy/status.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { useResumeSelling } from '../../api/resume-selling.ts'
import { sessionQuery } from '../../api/session.ts'
import { statusQuery, type Away } from '../../api/status.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Toast } from '../../ui/Toast.tsx'
import { AwayAlert } from './AwayAlert.tsx'
import { Notifications } from './Notifications.tsx'

type AlertsProps = {
  away: Away | undefined
  /** Nothing on the page can be pressed meanwhile. */
  isPageInert: boolean
}

/** What is told on every page: why nothing is sold and what a supervisor has to know, above it; what happened meanwhile, over its foot. */
export function Alerts({ away, isPageInert }: AlertsProps) {
  const { data: status } = useQuery(statusQuery)
  useReadAgainAfterBack()
  return (
    <>
      {away ? <AwayAlert away={away} isPageInert={isPageInert} /> : <Bars />}
      <BackOnline away={away} />
      {status && status.unread > 0 && !away && <Notifications />}
    </>
  )
}

/** What stays as it is until somebody does something about it, and so cannot go by itself. */
function Bars() {
  const t = useText()
  const { data: session } = useQuery(sessionQuery)
  const { data: status } = useQuery(statusQuery)
  if (!status) return null
  const isSupervisor = session?.person?.role === 'supervisor'
  return (
    <div className="flex min-w-0 flex-col gap-2 px-4 [grid-area:alerts] *:first:mt-4 md:px-5">
      {status.service === 'stopped' && <SellingStopped reason={status.reason} isSupervisor={isSupervisor} />}
      {status.wallet === 'low' && (
        <Bar icon={WalletMinimal} heading={t('alerts.wallet')}>
          {t(isSupervisor ? 'alerts.walletSupervisor' : 'alerts.tellSupervisor')}
        </Bar>
      )}
      {status.isClockAhead && isSupervisor && (
        <Bar icon={ClockAlert} heading={t('alerts.clock')}>
          {t('alerts.clockNext')}
        </Bar>
      )}
      {status.pinLocks !== undefined && isSupervisor && (
        <Bar
          icon={LockKeyhole}
          heading={t('alerts.pinLocks', { count: status.pinLocks })}
          action={<ButtonLink to={paths.staff()}>{t('alerts.openStaff')}</ButtonLink>}
        >
          {t('alerts.pinLocksNext')}
        </Bar>
      )}
    </div>
  )
}

type SellingStoppedProps = { reason: StopReason | undefined; isSupervisor: boolean }

/** Why selling is stopped, and for supervisors the way to go on. Room on the disk comes back without them. */
function SellingStopped({ reason, isSupervisor }: SellingStoppedProps) {
  const t = useText()
  const resume = useResumeSelling()
  return (
    <Bar
      role="alert"
      icon={OctagonX}
      heading={t(reason ? `alerts.stopped.${reason}` : 'shell.stopped')}
      action={
        isSupervisor &&
        reason !== 'disk-full' && (
          <Button icon={RefreshCw} pending={resume.isPending} onClick={() => resume.mutate()}>
            {t('storefront.tryAgain')}
          </Button>
        )
      }
    >
      {t(isSupervisor && reason ? `alerts.stopped.${reason}.next` : 'alerts.tellSupervisor')}
      {resume.data?.service === 'stopped' && <p className="font-semibold">{t('alerts.stillStopped')}</p>}
      {resume.error && <p className="font-semibold">{t(failureMessage(resume.error))}</p>}
    </Bar>
  )
}

type BarProps = {
  icon: LucideIcon
  heading: string
  /** Told at once, or when there is time. */
  role?: 'alert' | 'status'
  /** At the end side. */
  action?: ReactNode
  children: ReactNode
}

function Bar({ icon: Icon, heading, role = 'status', action, children }: BarProps) {
  return (
    <div
      role={role}
      className="flex min-h-9 flex-wrap items-center gap-3 rounded-2 border-s-4 border-act bg-act-tint px-4 py-2 wrap-anywhere text-ink"
    >
      <Icon className="text-act-ink" size={24} aria-hidden />
      {/* The action goes below before the words are squeezed. */}
      <div className="min-w-0 flex-1 basis-[16em]">
        <b className="block font-semibold">{heading}</b>
        {children}
      </div>
      {action}
    </div>
  )
}

/** Once, when what was away is back. */
function BackOnline({ away }: Pick<AlertsProps, 'away'>) {
  const t = useText()
  const [before, setBefore] = useState(away)
  const [isBack, setIsBack] = useState(false)
  if (away !== before) {
    setBefore(away)
    setIsBack(away === undefined)
  }
  if (!isBack) return null
  return (
    // Over the foot of the page, but not over its action, which may be wanted next.
    <div className="z-3 w-full max-w-panel self-end p-4 [grid-area:stage] max-md:mb-[88px]">
      <Toast icon={Wifi} onClose={() => setIsBack(false)}>
        {t('alerts.back')}
      </Toast>
    </div>
  )
}

/** A page taken out of the browser's memory, as by *Back*, shows what was: everything is read again. */
function useReadAgainAfterBack(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void queryClient.invalidateQueries()
    }
    window.addEventListener('pageshow', onPageShow)
    return () => window.removeEventListener('pageshow', onPageShow)
  }, [queryClient])
}
