import { useQuery } from '@tanstack/react-query'
import { GraduationCap } from 'lucide-react'

import type { Status } from '#contract/proxy/status.ts'
import { useCurrentUser } from '../current-user.ts'
import { catalogueQuery, isOld } from '../api/catalogue.ts'
import { sessionQuery, useSignOut } from '../api/session.ts'
import { statusQuery } from '../api/status.ts'
import { formatStamp, formatTime } from '../i18n/format-time.ts'
import { shortName } from '../i18n/person-name.ts'
import { useText } from '../i18n/use-text.ts'
import { Avatar } from '../ui/Avatar.tsx'
import { Logo } from '../ui/Logo.tsx'
import { useNow } from '../ui/use-now.ts'
import { lazyPart } from '../lazy-part.tsx'

const OpenItemsBadge = lazyPart(async () => (await import('./alerts/OpenItemsBadge.tsx')).OpenItemsBadge)

const CLOCK_STEP_MS = 1_000
const SAME_DAY_MS = 12 * 3_600_000

/** Shop and till, whether it is practice, whether the service answers, what waits, the time, who is here. */
export function StatusBar() {
  const t = useText()
  const now = useNow(CLOCK_STEP_MS)
  const { data: session } = useQuery(sessionQuery)
  const { person } = useCurrentUser()
  const { data: catalogue } = useQuery({ ...catalogueQuery, select: ({ point, asOf }) => ({ point, asOf }) })
  const point = catalogue?.point
  const status = useQuery(statusQuery)
  const signOut = useSignOut()
  // By the proxy's clock, which stamped the catalogue.
  const proxyNow = now + (status.data ? status.data.serverTime - status.dataUpdatedAt : 0)

  return (
    <header className="bar">
      <div className="bar__logo">
        <Logo />
      </div>
      <div className="bar__shop">
        <b>{session?.shop?.name ?? point?.agentName ?? t('shell.title')}</b>
        <span>{point ? t('shell.till', { id: point.posId }) : session?.terminal?.name}</span>
      </div>
      {session?.isPractice && (
        <div className="ribbon">
          <GraduationCap className="ic" size={20} />
          {t('shell.practice')} <small>{t('shell.practiceNote')}</small>
        </div>
      )}
      <div className="bar__items">
        {catalogue && (status.isError || isOld(catalogue.asOf, proxyNow)) && (
          <span className="bar__item">{t('storefront.asOf', { time: formatAsOf(catalogue.asOf, proxyNow) })}</span>
        )}
        <Connection isAnswering={!status.isError} service={status.data?.service} />
        <OpenItemsBadge />
        <i className="bar__sep" />
        <time className="bar__item num">{formatTime(now)}</time>
        <button type="button" className="bar__item" aria-busy={signOut.isPending} onClick={() => signOut.mutate()}>
          <Avatar id={person.id} name={person.name} size={32} />
          <bdi>{shortName(person.name)}</bdi>
          <span className="sr">{t('shell.switch')}</span>
        </button>
      </div>
    </header>
  )
}

/** The hour alone says little of yesterday. */
const formatAsOf = (asOf: number, now: number) => (now - asOf > SAME_DAY_MS ? formatStamp : formatTime)(asOf)

type ConnectionProps = { isAnswering: boolean; service: Status['service'] | undefined }

function Connection({ isAnswering, service }: ConnectionProps) {
  const t = useText()
  const isOnline = isAnswering && (service ?? 'ok') === 'ok'
  const trouble = service === 'stopped' ? 'shell.stopped' : 'shell.serviceUnreachable'
  const words = isOnline ? 'shell.online' : isAnswering ? trouble : 'shell.offline'
  return (
    <span className="bar__item" role="status">
      <i className={isOnline ? 'dot' : 'dot dot--off'} />
      {t(words)}
    </span>
  )
}
