import { useQuery } from '@tanstack/react-query'
import { GraduationCap, LockKeyhole } from 'lucide-react'

import { useCurrentUser } from '../../current-user.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { sessionQuery, useSignOut } from '../../api/session.ts'
import { statusQuery } from '../../api/status.ts'
import { shortName } from '../../i18n/person-name.ts'
import { useText } from '../../i18n/use-text.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { OpenSalesBadge } from './OpenSalesBadge.tsx'

/** The bar of a kiosk: shop and till, the line, what is open here, who is here, and the lock. Nothing in it leads away from selling. */
export function KioskBar() {
  const t = useText()
  const { data: session } = useQuery(sessionQuery)
  const { person } = useCurrentUser()
  const { data: point } = useQuery({ ...catalogueQuery, select: (catalogue) => catalogue.point })
  const status = useQuery(statusQuery)
  const signOut = useSignOut()
  const service = status.data?.service ?? 'ok'
  const isOnline = !status.isError && service === 'ok'
  const trouble = service === 'stopped' ? 'shell.stopped' : 'shell.serviceUnreachable'

  return (
    <header className="bar kbar">
      <span className="kbar__logo">
        <Logo size={40} />
      </span>
      <span className="kbar__shop">
        <b>{session?.shop?.name ?? point?.agentName ?? t('shell.title')}</b>
        <span>{point ? t('shell.till', { id: point.posId }) : session?.terminal?.name}</span>
      </span>
      {session?.isPractice && (
        <span className="kbar__practice">
          <GraduationCap className="ic" size={20} aria-hidden="true" />
          <span>{t('shell.practice')}</span>
        </span>
      )}
      <div className="kbar__items">
        <span className="bar__item" role="status">
          <i className={isOnline ? 'dot' : 'dot dot--off'} />
          <span className="kbar__words">
            {t(isOnline ? 'shell.online' : status.isError ? 'shell.offline' : trouble)}
          </span>
        </span>
        <OpenSalesBadge />
        <i className="kbar__sep" />
        <button
          type="button"
          className="bar__item kbar__person"
          aria-label={`${t('shell.switch')}: ${person.name}`}
          onClick={() => signOut.mutate()}
        >
          <Avatar id={person.id} name={person.name} size={32} />
          <bdi className="kbar__words">{shortName(person.name)}</bdi>
        </button>
        <button
          type="button"
          className="bar__item kbar__lock"
          aria-label={t('shell.lock')}
          aria-busy={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          <LockKeyhole className="ic" size={24} aria-hidden="true" />
        </button>
      </div>
    </header>
  )
}
