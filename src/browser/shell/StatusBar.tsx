import { useQuery } from '@tanstack/react-query'
import { GraduationCap } from 'lucide-react'

import type { Status } from '#contract/proxy/status.ts'
import { catalogueQuery } from '../api/catalogue.ts'
import { sessionQuery } from '../api/session.ts'
import { statusQuery } from '../api/status.ts'
import { formatTime } from '../i18n/format-time.ts'
import { shortName } from '../i18n/person-name.ts'
import { useText } from '../i18n/use-text.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Logo } from '../ui/Logo.tsx'
import { useNow } from '../ui/use-now.ts'
import { laterPart } from './later.tsx'

const DeskBadge = laterPart(
  () => import('../features/watch/DeskBadge.tsx'),
  (module) => module.DeskBadge,
)

const CLOCK_STEP_MS = 1_000

/** Shop and till, whether it is practice, whether the service answers, what waits, the time, who is here. */
export function StatusBar() {
  const t = useText()
  const now = useNow(CLOCK_STEP_MS)
  const { data: session } = useQuery(sessionQuery)
  const { data: point } = useQuery({ ...catalogueQuery, select: (catalogue) => catalogue.point })
  const status = useQuery(statusQuery)

  return (
    <header className="bar">
      <div className="bar__logo">
        <Logo />
      </div>
      <div className="bar__shop">
        <b>{session?.shop?.name ?? point?.agentName ?? t('shell.title')}</b>
        <span>{point ? t('shell.till', { id: point.posId }) : session?.terminal?.name}</span>
      </div>
      {session?.practice && (
        <div className="ribbon">
          <GraduationCap className="ic" size={20} />
          {t('shell.practice')} <small>{t('shell.practiceNote')}</small>
        </div>
      )}
      <div className="bar__items">
        <Connection isAnswering={!status.isError} service={status.data?.service} />
        <DeskBadge />
        <i className="bar__sep" />
        <time className="bar__item num">{formatTime(now)}</time>
        {session?.person && (
          <span className="bar__item">
            <Avatar id={session.person.id} name={session.person.name} size={32} />
            <bdi>{shortName(session.person.name)}</bdi>
          </span>
        )}
      </div>
    </header>
  )
}

type ConnectionProps = { isAnswering: boolean; service: Status['service'] | undefined }

function Connection({ isAnswering, service }: ConnectionProps) {
  const t = useText()
  const isOnline = isAnswering && (service ?? 'ok') === 'ok'
  const trouble = service === 'stopped' ? 'shell.stopped' : 'shell.serviceAway'
  const words = isOnline ? 'shell.online' : isAnswering ? trouble : 'shell.offline'
  return (
    <span className="bar__item" role="status">
      <i className={isOnline ? 'dot' : 'dot dot--off'} />
      {t(words)}
    </span>
  )
}
