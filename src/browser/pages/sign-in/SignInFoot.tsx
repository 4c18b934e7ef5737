import { GraduationCap } from 'lucide-react'

import type { Session } from '#contract/proxy/session.ts'
import { formatShortDay, formatTime, setTimeZone } from '../../i18n/format-time.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useNow } from '../../ui/use-now.ts'

/** The shop's clock, in its time zone, which comes with the session: until then there is no time to tell. */
export function SignInFoot({ session }: { session: Session | undefined }) {
  const t = useText()
  const locale = useLocale()
  const now = useNow(1_000)
  if (session) setTimeZone(session.timeZone)
  return (
    <footer className="signin__foot">
      {session && (
        <time className="muted row">
          <span>{formatShortDay(now, locale)}</span>
          <span className="num">{formatTime(now)}</span>
        </time>
      )}
      <span className="grow" />
      {session?.isPractice && (
        <span className="ribbon">
          <GraduationCap className="ic" size={20} />
          {t('shell.practice')} <small>{t('shell.practiceNote')}</small>
        </span>
      )}
    </footer>
  )
}
