import { GraduationCap } from 'lucide-react'

import { formatShortDay, formatTime } from '../../i18n/format-time.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { useNow } from '../../ui/use-now.ts'

type SignInFootProps = { isPractice: boolean }

export function SignInFoot({ isPractice }: SignInFootProps) {
  const t = useText()
  const locale = useLocale()
  const now = useNow(1_000)
  return (
    <footer className="signin__foot">
      <time className="muted row">
        <span>{formatShortDay(now, locale)}</span>
        <span className="num">{formatTime(now)}</span>
      </time>
      <span className="grow" />
      {isPractice && (
        <span className="ribbon">
          <GraduationCap className="ic" size={20} />
          {t('shell.practice')} <small>{t('shell.practiceNote')}</small>
        </span>
      )}
    </footer>
  )
}
