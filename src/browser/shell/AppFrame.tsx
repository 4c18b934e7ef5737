import { useQuery } from '@tanstack/react-query'
import { GraduationCap } from 'lucide-react'
import { Suspense, use, useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { Outlet, useLocation } from 'react-router-dom'

import type { Status } from '#api/status.ts'
import { catalogQuery, isOld } from '../api/catalog.ts'
import { isPracticing, sessionQuery } from '../api/session.ts'
import { useAway, useSellingStop, type Trouble, statusQuery } from '../api/status.ts'
import { interceptKeys } from '../lib/hotkeys.ts'
import { formatSince, formatTime } from '../i18n/format-time.ts'
import { shortName } from '../lib/current-user.ts'
import { useText } from '../i18n/use-text.ts'
import { KioskContext } from '../lib/kiosk.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { isSellPath, paths } from '../paths.ts'
import { GrayRows } from '../ui/Async.tsx'
import { Logo } from '../ui/Logo.tsx'
import { useNow } from '../ui/use-now.ts'
import { PHONE, useMedia } from '../lib/use-media.ts'
import { Rail } from './Rail.tsx'
import { Search, SearchButton } from './search/Search.tsx'
import { UserLabel, type UserProps } from './UserLabel.tsx'

const Alerts = lazyPart(async () => (await import('./alerts/Alerts.tsx')).Alerts)

const DisplayLink = lazyPart(async () => (await import('./display/DisplayLink.tsx')).DisplayLink)

// One column: bar, page, and the rail as tabs below; only the page scrolls. From `md` on, the rail is at the start side, and main part and side panel scroll
// separately.
const FRAME =
  'grid h-dvh min-h-0 grid-cols-[minmax(0,1fr)] grid-rows-[auto_auto_minmax(0,1fr)_auto] [grid-template-areas:"bar"_"alerts"_"stage"_"rail"] tiny:block tiny:overflow-y-auto md:grid-cols-[var(--rail-w)_minmax(0,1fr)_var(--tray-w)] md:grid-rows-[var(--bar-h)_auto_minmax(0,1fr)] md:[grid-template-areas:"bar_bar_bar"_"rail_alerts_alerts"_"rail_stage_tray"]'
const PAGE =
  'flex min-h-0 flex-col overflow-y-auto [grid-area:stage] max-md:*:shrink-0 tiny:overflow-visible md:contents'
// With `md:contents` the page has no box that a filter could apply to.
const GRAY = 'max-md:opacity-[0.42] max-md:grayscale md:*:opacity-[0.42] md:*:grayscale'

/** Pages of sent sales, which continue and may have to be printed or delivered. */
const SOLD = /^\/(sale|batch)\//

export default function AppFrame() {
  const kiosk = use(KioskContext)
  const { pathname } = useLocation()
  const isSelling = pathname.startsWith(paths.sell())
  const isStopped = useSellingStop() === 'shell.stopped' && isSelling
  const trouble: Trouble | undefined = useAway() ?? (isStopped ? 'stopped' : undefined)
  // Without the server no other page works; without the wholesaler nothing new can be sold.
  const isInert = trouble === 'till' ? !SOLD.test(pathname) : trouble !== undefined && isSelling
  const page = useRef<HTMLDivElement>(null)
  useFocusAgain(page, isInert)
  useNoKeys(isInert)
  return (
    <div className={FRAME}>
      {kiosk ? (
        <kiosk.Bar />
      ) : (
        <>
          <StatusBar />
          <Rail />
        </>
      )}
      <Alerts trouble={trouble} isPageInert={isInert} />
      <DisplayLink />
      <Search />
      <div ref={page} className={isInert ? `${PAGE} ${GRAY}` : PAGE} inert={isInert}>
        <Suspense fallback={<PageToCome />}>
          <Outlet />
        </Suspense>
      </div>
    </div>
  )
}

function PageToCome() {
  const t = useText()
  const { pathname } = useLocation()
  const page = /^\/(sales|reports|wallet|staff)/.exec(pathname)?.[1] as 'sales' | undefined
  return (
    <main className="flex flex-col gap-5 p-4 [grid-row-start:stage] [grid-row-end:stage] [grid-column-start:stage] [grid-column-end:-1] md:px-5">
      {page && <h1 className="text-5">{t(`shell.${page}`)}</h1>}
      {!isSellPath(pathname) && !SOLD.test(pathname) && <GrayRows />}
    </main>
  )
}

function useFocusAgain(page: RefObject<HTMLElement | null>, isInert: boolean): void {
  const left = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const { activeElement } = document
    if (!isInert) left.current?.focus({ preventScroll: true })
    const isHere = activeElement instanceof HTMLElement && page.current?.contains(activeElement)
    left.current = isInert && isHere ? activeElement : null
  }, [page, isInert])
}

/** Keeps keys from an inert page, so its input stays. The bar, rail and dialogs still get keys. */
function useNoKeys(isInert: boolean): void {
  useEffect(() => {
    if (!isInert) return
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.target instanceof Element && event.target.closest('header, nav, dialog')) return
      if (!/^(Tab|F\d+|\/)$/.test(event.key)) event.stopImmediatePropagation()
    }
    return interceptKeys(onKeyDown)
  }, [isInert])
}

const OpenItemsChip = lazyPart(async () => (await import('./alerts/OpenItemsChip.tsx')).OpenItemsChip)
const StandingAlerts = lazyPart(async () => (await import('./alerts/StandingAlerts.tsx')).StandingAlerts)
const UserMenu = lazyPart(async () => (await import('./UserMenu.tsx')).UserMenu, UserName)

const CLOCK_STEP_MS = 1_000

export function StatusBar() {
  const t = useText()
  const now = useNow(CLOCK_STEP_MS)
  const isPhone = useMedia(PHONE)
  const { data: session } = useQuery(sessionQuery)
  const { data: catalog } = useQuery({ ...catalogQuery, select: ({ point, asOf }) => ({ point, asOf }) })
  const status = useQuery(statusQuery)
  // Uses the server's clock, which dates the catalog and sales; this device's clock may be off by years.
  const serverNow = now + (status.data ? status.data.serverTime - status.dataUpdatedAt : 0)

  return (
    <header className="flex min-h-bar items-center gap-2 bg-rail max-sm:flex-wrap pe-2 text-rail-ink [--focus-gap:transparent] [--focus:var(--night-focus)] [grid-area:bar] max-md:ps-3 md:gap-3">
      <div className="grid w-rail shrink-0 place-items-center max-md:hidden md:-me-3">
        <Logo />
      </div>
      <div className={`flex min-w-0 flex-col ${session && isPracticing(session) ? 'max-sm:hidden' : ''}`}>
        <b className="self-start max-w-full truncate text-2 leading-5 text-white max-sm:hidden" dir="auto">
          {(session?.shop?.name ?? catalog?.point.agentName) || t('shell.title')}
        </b>
        {isPhone && session?.person && (
          <bdi className="truncate text-2 leading-5 font-semibold text-white">{shortName(session.person.name)}</bdi>
        )}
        <bdi className="text-1 leading-4 sm:truncate sm:leading-5">{session?.terminal?.name}</bdi>
      </div>
      {session && isPracticing(session) && <PracticeRibbon />}
      <StandingAlerts />
      <div className="ms-auto flex shrink-0 items-center gap-1 text-2 md:gap-2">
        <SearchButton />
        {catalog && !status.isError && isOld(catalog.asOf, serverNow) && (
          <span className="px-2 whitespace-nowrap max-lg:hidden">
            {t('storefront.asOf', { time: formatSince(catalog.asOf, serverNow) })}
          </span>
        )}
        <Connection
          service={status.data?.service}
          offlineSince={
            status.isError
              ? formatSince((status.dataUpdatedAt || status.errorUpdatedAt) + serverNow - now, serverNow)
              : undefined
          }
        />
        <OpenItemsChip />
        <time className="border-s border-rail-2 px-3 max-md:hidden" dir="ltr">
          {formatTime(serverNow)}
        </time>
        {session?.person && <UserMenu person={session.person} />}
      </div>
    </header>
  )
}

function PracticeRibbon() {
  const t = useText()
  return (
    <div className="flex shrink-0 items-center gap-2 self-stretch bg-train px-3 max-sm:self-center text-2 font-semibold whitespace-nowrap text-train-on max-sm:h-5 max-sm:rounded-1 max-sm:px-2 lg:ms-4 lg:border-x-[12px] lg:border-train-2 lg:px-4">
      <GraduationCap className="max-sm:hidden" size={20} aria-hidden />
      {t('shell.practice')} <small className="text-1 font-medium max-lg:hidden">{t('shell.practiceNote')}</small>
    </div>
  )
}

type ConnectionProps = { service: Status['service'] | undefined; offlineSince: string | undefined }

function Connection({ service = 'ok', offlineSince }: ConnectionProps) {
  const t = useText()
  // While selling is stopped, a green dot would mislead. It is only made invisible, so its neighbors do not move.
  const isUntold = offlineSince === undefined && service === 'stopped'
  const isOnline = offlineSince === undefined && service !== 'unreachable'
  return (
    <span className={`flex shrink-0 items-center gap-2 px-2 whitespace-nowrap ${isUntold ? 'invisible' : ''}`}>
      <span
        className={`size-3 shrink-0 rounded-full forced-color-adjust-none ${isOnline ? 'bg-night-ok ring-3 ring-night-ok/25' : 'border-3 border-night-bad'}`}
      />
      <span className="max-sm:sr-only">
        {offlineSince === undefined
          ? t(isOnline ? 'shell.online' : 'shell.serviceUnreachable')
          : t('shell.offlineSince', { time: offlineSince })}
      </span>
    </span>
  )
}

function UserName({ person }: UserProps) {
  return (
    <span className="flex min-h-hit items-center gap-2 px-2">
      <UserLabel person={person} />
    </span>
  )
}
