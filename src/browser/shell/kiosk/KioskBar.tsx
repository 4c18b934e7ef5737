import { useQuery } from '@tanstack/react-query'
import { GraduationCap, LockKeyhole } from 'lucide-react'

import { catalogueQuery } from '../../api/catalogue.ts'
import { sessionQuery, useSignOut } from '../../api/session.ts'
import { statusQuery } from '../../api/status.ts'
import { shortName } from '../../i18n/person-name.ts'
import { useText } from '../../i18n/use-text.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { KioskMark } from './LeaveKiosk.tsx'
import { OpenSalesChip } from './OpenSales.tsx'

const ITEM = 'inline-flex min-h-hit shrink-0 items-center gap-2 rounded-2 px-2 sm:px-3'

/** The bar of a kiosk: shop and till, whether the service answers, what is open here, who is here, and the lock. Nothing in it leads away from selling. */
export function KioskBar() {
  const t = useText()
  const { data: session } = useQuery(sessionQuery)
  const { data: point } = useQuery({ ...catalogueQuery, select: (catalogue) => catalogue.point })
  const signOut = useSignOut()
  const person = session?.person
  return (
    <header className="flex h-bar min-w-0 items-center gap-3 bg-rail px-4 max-sm:gap-2 max-sm:px-3 text-2 text-rail-ink [grid-area:bar] [--focus-gap:transparent] [--focus:var(--night-focus)]">
      <span className="grid size-hit shrink-0 place-items-center">
        <KioskMark size={40} />
      </span>
      <span className="flex min-w-0 flex-col leading-5 max-sm:hidden">
        <b className="truncate font-semibold text-white">
          {session?.shop?.name ?? point?.agentName ?? t('shell.title')}
        </b>
        <span className="truncate text-1">
          {point ? t('shell.till', { id: point.posId }) : session?.terminal?.name}
        </span>
      </span>
      {session?.isPractice && (
        <span className="inline-flex shrink-0 items-center gap-2 rounded-1 bg-train px-3 py-1 font-semibold text-train-on max-sm:px-2 max-sm:text-1">
          <GraduationCap className="max-sm:hidden" size={20} aria-hidden />
          {t('shell.practice')}
        </span>
      )}
      <div className="ms-auto flex min-w-0 items-center gap-1">
        <Connection />
        <OpenSalesChip />
        {person && (
          <span className={`${ITEM} border-s border-rail-ink/28 rounded-none ms-1`}>
            <Avatar id={person.id} name={person.name} size="sm" />
            <bdi className="max-sm:sr-only">{shortName(person.name)}</bdi>
          </span>
        )}
        <button
          type="button"
          className={`${ITEM} min-w-hit justify-center`}
          aria-label={t('shell.lock')}
          aria-busy={signOut.isPending}
          onClick={() => signOut.mutate()}
        >
          <LockKeyhole size={24} aria-hidden />
        </button>
      </div>
    </header>
  )
}

function Connection() {
  const t = useText()
  const { data: status, isError } = useQuery(statusQuery)
  const service = status?.service ?? 'ok'
  const isOnline = !isError && service === 'ok'
  const trouble = service === 'stopped' ? 'shell.stopped' : 'shell.serviceUnreachable'
  return (
    <span className={ITEM} role="status">
      <span className={`size-3 shrink-0 rounded-full ${isOnline ? 'bg-night-ok' : 'border-3 border-night-bad'}`} />
      <span className={isOnline ? 'max-sm:sr-only' : 'max-sm:text-1'}>
        {t(isOnline ? 'shell.online' : isError ? 'shell.offline' : trouble)}
      </span>
    </span>
  )
}
