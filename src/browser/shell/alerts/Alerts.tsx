import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Wifi } from 'lucide-react'
import { useEffect, useState } from 'react'

import { statusQuery, type Away } from '../../api/status.ts'
import { useText } from '../../i18n/use-text.ts'
import { lazyPart } from '../../lazy-part.tsx'
import { Toast } from '../../ui/Toast.tsx'
import { useSounds } from '../sounds/sound-preference.ts'
import { AwayAlert } from './AwayAlert.tsx'
import { useKeepLastSeen } from './keep-last-seen.ts'
import { Notifications } from './Notifications.tsx'

const SoundEvents = lazyPart(async () => (await import('../sounds/SoundEvents.tsx')).SoundEvents)

type AlertsProps = {
  away: Away | undefined
  /** Nothing on the page can be pressed meanwhile. */
  isPageInert: boolean
}

/** What is told on every page: what does not answer, above it; what happened meanwhile, over its foot. */
export function Alerts({ away, isPageInert }: AlertsProps) {
  const { data: status } = useQuery(statusQuery)
  const hasSound = useSounds(({ on }) => on.length > 0)
  useReadAgainAfterBack()
  useKeepLastSeen()
  return (
    <>
      {away && <AwayAlert key={away} away={away} isPageInert={isPageInert} />}
      {hasSound && <SoundEvents />}
      {/* It was there before what it says, so that this is heard. */}
      <div role="status" className="contents">
        <BackOnline away={away} />
        {status && status.unread > 0 && !away && <Notifications />}
      </div>
    </>
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
