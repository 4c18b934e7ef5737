import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'

import type { Session } from '#api/session.ts'
import type { Person } from '#domain/person.ts'
import { sessionQuery } from '../api/session.ts'
import { CurrentUser } from '../current-user.ts'
import { setTimeZone } from '../i18n/format-time.ts'
import { useText } from '../i18n/use-text.ts'
import { lazyPart } from '../lazy-part.tsx'
import { paths } from '../paths.ts'
import { arrive, findLastPerson, findSignOut, forgetWhenOld, NOT_ANSWERED } from '../presence.ts'
import { Logo } from '../ui/Logo.tsx'

const IdleLock = lazyPart(async () => (await import('./IdleLock.tsx')).IdleLock)
const NoProxy = lazyPart(async () => (await import('./NoProxy.tsx')).NoProxy, StartupPage)

const ASK_AGAIN_MS = 3_000
const LOOK_EVERY_MS = 1_000

/** Where one has to go first: an unknown device to its code, a known one to sign-in, and back to where one was. */
export function RequireAccess({ for: wanted }: { for: 'person' | 'terminal' | 'nobody' }) {
  const location = useLocation()
  const { data: session, errorUpdateCount } = useQuery({
    ...sessionQuery,
    refetchInterval: ({ state }) => (isShown(state.data) ? false : ASK_AGAIN_MS),
  })
  // A try that is under way is no answer yet.
  if (!isShown(session)) return session || errorUpdateCount > 0 ? <NoProxy /> : <StartupPage />
  setTimeZone(session.timeZone)

  const standing = session.person ? 'person' : session.terminal ? 'terminal' : 'nobody'
  if (session.person && wanted !== 'person')
    return <Arrival personId={session.person.id} from={placeBefore(location.state)} />
  if (standing === wanted) return session.person ? <Present person={session.person} /> : <Absent />
  const from = wanted === 'person' ? `${location.pathname}${keptSearch(location.search)}` : placeBefore(location.state)
  return <Navigate to={standing === 'terminal' ? paths.signIn() : paths.enroll()} state={{ from }} replace />
}

/** Who left a till whose server is away finds nobody to sign in: the session that this tab saw last is of that person alone. */
const isShown = (session: Session | undefined): session is Session =>
  session !== undefined && (session.person !== undefined || session.settingsVersion !== NOT_ANSWERED)

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
  return `?${params.toString()}`
}

function placeBefore(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return paths.sell()
  return typeof state.from === 'string' ? state.from : paths.sell()
}

/** As index.html shows it before the program is there. Its letters are the largest thing painted while the till opens, so they are painted first. */
function StartupPage() {
  const t = useText()
  return (
    <div
      className="grid h-dvh place-content-center justify-items-center gap-3 bg-rail text-[min(112px,27vw)] leading-[1.25] font-semibold text-rail-ink"
      role="status"
      aria-label={t('shell.opening')}
    >
      <Logo size={72} />
      <p>{t('shell.title')}</p>
    </div>
  )
}
