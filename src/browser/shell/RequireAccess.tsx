import { useQuery } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import { Navigate, Outlet, useLocation } from 'react-router-dom'

import type { Session } from '#api/session.ts'
import type { Person } from '#domain/person.ts'
import { sessionQuery } from '../api/session.ts'
import { CurrentUser } from '../lib/current-user.ts'
import { setTimeZone } from '../i18n/format-time.ts'
import { useText } from '../i18n/use-text.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { useIsKiosk } from '../lib/kiosk.ts'
import { paths } from '../paths.ts'
import { arrive, findLastPerson, findSignOut, forgetWhenOld, isErased, NOT_ANSWERED } from '../lib/presence.ts'
import { useShopAccent } from '../brand/shop-brand.tsx'
import { giveColors } from '../ui/Avatar.tsx'
import { Logo } from '../ui/Logo.tsx'

const IdleLock = lazyPart(async () => (await import('./IdleLock.tsx')).IdleLock)
const NoServer = lazyPart(async () => (await import('./NoServer.tsx')).NoServer, StartupPage)

const REFETCH_MS = 3_000
const LOOK_EVERY_MS = 1_000

/** Redirects an unknown device to enrollment and a known device to sign-in, and back afterward. */
export function RequireAccess({ for: wanted }: { for: 'person' | 'terminal' | 'nobody' }) {
  const location = useLocation()
  const { data: session, errorUpdateCount } = useQuery({
    ...sessionQuery,
    refetchInterval: ({ state }) => (isShown(state.data) ? false : REFETCH_MS),
  })
  useShopAccent(session?.shop?.accent)
  // A pending read is not a failure.
  if (!isShown(session)) return session || errorUpdateCount > 0 ? <NoServer /> : <StartupPage />
  setTimeZone(session.timeZone)
  giveColors(session.staff.map(({ id }) => id))

  const standing = session.person ? 'person' : session.terminal ? 'terminal' : 'nobody'
  if (session.person && wanted !== 'person')
    return <Arrival session={session} personId={session.person.id} from={placeBefore(location.state)} />
  if (standing === wanted) return session.person ? <Present person={session.person} /> : <Absent />
  const from = wanted === 'person' ? `${location.pathname}${keptSearch(location.search)}` : placeBefore(location.state)
  return <Navigate to={standing === 'terminal' ? paths.signIn() : paths.enroll()} state={{ from }} replace />
}

/** A session restored without the server can only show its own person's pages, not a sign-in. */
const isShown = (session: Session | undefined): session is Session =>
  session !== undefined && (session.person !== undefined || session.settingsVersion !== NOT_ANSWERED)

type ArrivalProps = { session: Session; personId: string; from: string | undefined }

/** Returns to the page a person came for or left. Others start at the products with no input, supervisors with their day. */
function Arrival({ session, personId, from = '/' }: ArrivalProps) {
  const isKiosk = useIsKiosk()
  const [to] = useState(() => {
    const first =
      !isKiosk && session.person?.role === 'supervisor' && !session.terminal?.isPractice ? paths.today() : paths.sell()
    const before = findLastPerson()
    if (before !== undefined && before !== personId) return first
    const isOldSell = first !== paths.sell() && from.split('?')[0] === paths.sell() && isErased()
    return from === '/' || isOldSell ? first : from
  })
  return <Navigate to={to} replace />
}

/** While no one is signed in, forgets input after a while, even if the tablet slept. */
function Absent() {
  const [isGone, setIsGone] = useState(forgetWhenOld)
  useEffect(() => {
    const timer = setInterval(() => setIsGone(forgetWhenOld()), LOOK_EVERY_MS)
    return () => clearInterval(timer)
  }, [])
  // A new key hides the notice about the ended session.
  return <Outlet key={String(isGone)} />
}

function Present({ person }: { person: Person }) {
  const personId = person.id
  // A layout effect, so the first input is not mistaken for the previous person's.
  useLayoutEffect(() => arrive(personId), [personId])
  return (
    <CurrentUser value={person}>
      <IdleLock key={personId} />
      <Outlet />
    </CurrentUser>
  )
}

/** After a sign-out, removes the search text, which may be a customer's number, because browser history is kept. */
function keptSearch(search: string): string {
  if (findSignOut()?.how !== 'locked') return search
  const params = new URLSearchParams(search)
  params.delete('q')
  return `?${params.toString()}`
}

function placeBefore(state: unknown): string | undefined {
  if (typeof state !== 'object' || state === null || !('from' in state)) return undefined
  return typeof state.from === 'string' ? state.from : undefined
}

/** The same page as in index.html before the app loads. The letters are the largest element, so they are painted first. */
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
