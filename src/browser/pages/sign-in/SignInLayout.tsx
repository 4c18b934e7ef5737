import { useQuery } from '@tanstack/react-query'
import { GraduationCap } from 'lucide-react'
import { use, type ReactNode } from 'react'

import { isPracticing, sessionQuery } from '../../api/session.ts'
import { formatShortDay, formatTime, setTimeZone } from '../../i18n/format-time.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { KioskContext } from '../../lib/kiosk.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { Mark, ShopMark } from '../../brand/shop-brand.tsx'
import { useNow } from '../../ui/use-now.ts'

const LanguageChoice = lazyPart(async () => (await import('./LanguageChoice.tsx')).LanguageChoice)

/** While no one is signed in, nothing else checks the connection. */
const REFETCH_MS = 15_000

type SignInLayoutProps = {
  title: string
  lead?: string | undefined
  children?: ReactNode
  /** The form, beside the page or below it in one column. */
  panel: ReactNode
  /** Without the practice shop, as on the page that connects a real account. */
  isNeutral?: boolean
}

/** A page of a till while no one is signed in. */
export function SignInLayout({ title, lead, children, panel, isNeutral = false }: SignInLayoutProps) {
  const t = useText()
  // Without cookies no one would stay signed in, and a one-time code would be lost.
  const isBlocked = !navigator.cookieEnabled
  return (
    <div className="h-dvh overflow-y-auto md:overflow-hidden">
      <div className="grid min-h-full grid-rows-[1fr_auto] md:h-full md:grid-cols-[minmax(0,1fr)_27.5rem] md:grid-rows-1 lg:grid-cols-[minmax(0,1fr)_30rem]">
        <main className="flex min-h-0 min-w-0 flex-col gap-5 p-4 sm:px-6 sm:py-5 lg:px-8 lg:py-6">
          <SignInHeader isNeutral={isNeutral} />
          <div className="md:mt-6 low:mt-0">
            <h1 className="text-5 tracking-2 sm:text-6">{isBlocked ? t('signIn.noCookies') : title}</h1>
            <p className="text-2 text-ink-2 sm:text-3">{isBlocked ? t('signIn.noCookiesNext') : lead}</p>
          </div>
          {!isBlocked && children}
          <SignInFooter isNeutral={isNeutral} />
        </main>
        {!isBlocked && panel}
      </div>
    </div>
  )
}

type Neutral = { isNeutral: boolean }

function SignInHeader({ isNeutral }: Neutral) {
  const t = useText()
  const kiosk = use(KioskContext)
  const { data: session } = useQuery(sessionQuery)
  const terminal = isNeutral ? undefined : session?.terminal?.name
  return (
    <header className="flex items-center gap-4">
      {kiosk ? (
        <span className="shrink-0 rounded-3 bg-rail p-[6px]">
          <kiosk.Mark />
        </span>
      ) : isNeutral ? (
        <Mark logo={undefined} size={36} />
      ) : (
        <ShopMark />
      )}
      <span className="min-w-0 flex-1 wrap-anywhere">
        <b className="block text-3 font-semibold">
          <bdi>{(!isNeutral && session?.shop?.name) || t('shell.title')}</bdi>
        </b>
        {terminal !== undefined && (
          <span className="block text-1 text-ink-2">
            <bdi>{terminal}</bdi>
          </span>
        )}
      </span>
      <LanguageChoice />
    </header>
  )
}

function SignInFooter({ isNeutral }: Neutral) {
  const t = useText()
  const locale = useLocale()
  const now = useNow(1_000)
  const { data: session, isError } = useQuery({ ...sessionQuery, refetchInterval: REFETCH_MS })
  // The shop's time zone comes with the session.
  if (session) setTimeZone(session.timeZone)
  return (
    <footer className="mt-auto flex min-h-7 flex-wrap items-center gap-x-4 gap-y-2 text-2">
      <span role="status" className="inline-flex items-center gap-2 font-medium">
        <span
          className={`size-3 rounded-full forced-color-adjust-none ${isError ? 'border-3 border-bad-solid' : 'bg-ok-solid'}`}
        />
        {t(isError ? 'shell.offline' : 'shell.online')}
      </span>
      {session && (
        <time className="inline-flex gap-2 whitespace-nowrap text-ink-2">
          <span>{formatShortDay(now, locale)}</span>
          <bdi dir="ltr">{formatTime(now)}</bdi>
        </time>
      )}
      {session && isPracticing(session) && !isNeutral && (
        <span className="ms-auto inline-flex min-h-7 items-center gap-2 rounded-2 bg-train px-4 font-semibold text-train-on">
          <GraduationCap size={20} aria-hidden />
          {t('shell.practice')}
          <span className="text-1 font-medium whitespace-nowrap">{t('shell.practiceNote')}</span>
        </span>
      )}
    </footer>
  )
}
