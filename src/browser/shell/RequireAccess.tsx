import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import { RefreshCw, Unplug } from 'lucide-react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'

import type { Person } from '#domain/person.ts'
import { CurrentUser } from '../current-user.ts'
import { findSignOut } from '../api/pending-sign-out.ts'
import { sessionQuery } from '../api/session.ts'
import { arrive, findLastPerson, forgetWhenOld } from '../presence.ts'
import { setTimeZone } from '../i18n/format-time.ts'
import { useText } from '../i18n/use-text.ts'
import { paths } from '../paths.ts'
import { lazyPart } from '../lazy-part.tsx'
import { StartupPage } from './StartupPage.tsx'
import { Button } from '../ui/Button.tsx'
import { MessagePage } from '../ui/MessagePage.tsx'

const IdleLock = lazyPart(async () => (await import('./idle/IdleLock.tsx')).IdleLock)

const ASK_AGAIN_MS = 3_000
const LOOK_EVERY_MS = 1_000

type RequireAccessProps = { for: 'person' | 'terminal' | 'nobody' }

/** Where one has to go first: an unknown device to its code, a known one to sign-in, and back to where one was. */
export function RequireAccess({ for: wanted }: RequireAccessProps) {
  const location = useLocation()
  const { data: session, errorUpdateCount } = useQuery({
    ...sessionQuery,
    refetchInterval: ({ state }) => (state.data ? false : ASK_AGAIN_MS),
  })
  // A try that is under way is no answer yet.
  if (!session) return errorUpdateCount > 0 ? <NoProxy /> : <StartupPage />
  setTimeZone(session.timeZone)

  const standing = session.person ? 'person' : session.terminal ? 'terminal' : 'nobody'
  if (session.person && wanted !== 'person')
    return <Arrival personId={session.person.id} from={placeBefore(location.state)} />
  if (standing === wanted) return session.person ? <Present person={session.person} /> : <Absent />
  const from = wanted === 'person' ? `${location.pathname}${keptSearch(location.search)}` : placeBefore(location.state)
  return <Navigate to={standing === 'terminal' ? paths.signIn() : paths.enrol()} state={{ from }} replace />
}

/** Back to where one was; another person begins at the shelves, with nothing typed. */
function Arrival({ personId, from }: { personId: string; from: string }) {
  const [to] = useState(() => {
    const before = findLastPerson()
    return before === undefined || before === personId ? from : paths.sell()
  })
  return <Navigate to={to} replace />
}

/** Nobody is at the till: what was typed is forgotten in time, also when a tablet slept meanwhile. */
function Absent() {
  const [isGone, setIsGone] = useState(forgetWhenOld)
  useEffect(() => {
    const timer = setInterval(() => setIsGone(forgetWhenOld()), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  // Begun again, the sign-in says nothing of what is gone.
  return <Outlet key={String(isGone)} />
}

function Present({ person }: { person: Person }) {
  const personId = person.id
  // With the commit: what this person types at once is not taken for another's.
  useLayoutEffect(() => arrive(personId), [personId])
  return (
    <CurrentUser value={person}>
      <IdleLock key={personId} />
      <Outlet />
    </CurrentUser>
  )
}

/** Who signed out takes along what they searched for, too: it may be a customer's number, and the history outlives them. */
function keptSearch(search: string): string {
  if (findSignOut()?.how !== 'locked') return search
  const params = new URLSearchParams(search)
  params.delete('q')
  const kept = params.toString()
  return kept === '' ? '' : `?${kept}`
}

function placeBefore(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return paths.sell()
  return typeof state.from === 'string' ? state.from : paths.sell()
}

/** After a reload, too: the page itself comes from the browser's own store (`service-worker.ts`). */
function NoProxy() {
  const t = useText()
  const { refetch } = useQuery(sessionQuery)
  return (
    <MessagePage
      role="alert"
      icon={Unplug}
      heading={t('shell.noProxy.heading')}
      actions={
        <Button variant="primary" size="lg" icon={RefreshCw} onClick={() => void refetch()}>
          {t('shell.tryNow')}
        </Button>
      }
    >
      <p>{t('shell.noProxy.next')}</p>
    </MessagePage>
  )
}
