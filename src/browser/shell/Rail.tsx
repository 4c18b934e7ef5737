import { useQuery } from '@tanstack/react-query'
import {
  Building2,
  Calendar,
  ChartColumn,
  CircleHelp,
  Inbox,
  Lock,
  LockKeyhole,
  ReceiptText,
  Settings2,
  Store,
  Users,
  Wallet,
  type LucideIcon,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation } from 'react-router-dom'

import { sessionQuery, useSignOut } from '../api/session.ts'
import { useText } from '../i18n/use-text.ts'
import { lazyPart } from '../lib/lazy-part.tsx'
import { paths } from '../paths.ts'
import { openHelp } from './open-help.ts'

const RailMenu = lazyPart(
  async () => (await import('./RailMenu.tsx')).RailMenu,
  ({ className }) => <span className={`${className} sm:hidden`} />,
)
const Help = lazyPart(async () => (await import('./Help.tsx')).Help)

const SELL_PAGES = [paths.sell(), '/sale/', '/batch/']
const STAFF_PAGES = [paths.staff(), paths.terminals(), paths.sessions(), paths.limits(), paths.auditLog()]

const ITEM =
  'flex basis-9 flex-col max-md:min-h-9 items-center justify-center gap-1 rounded-3 py-1 text-center text-1 leading-4 font-medium text-rail-ink active:bg-rail-2 aria-[current=page]:bg-rail-on aria-[current=page]:font-semibold aria-[current=page]:text-rail-on-ink'
// A phone has room for five; the last leads to the others.
const WIDE_ITEM = `${ITEM} max-sm:hidden`

export function Rail() {
  const t = useText()
  const { data: session } = useQuery(sessionQuery)
  const signOut = useSignOut()
  const isPractice = session?.terminal?.isPractice === true
  const isOwner = session?.person?.isOwner === true
  const isCashier = session?.person?.role !== 'supervisor'
  const hasToday = !isCashier && !isPractice
  return (
    <nav
      aria-label={t('shell.nav')}
      className="grid auto-cols-fr grid-flow-col gap-1 bg-rail px-2 py-1 md:px-1 lg:px-2 [--focus-gap:transparent] [--focus:var(--night-focus)] [grid-area:rail] tiny:sticky tiny:bottom-0 md:flex md:flex-col md:py-2"
    >
      {hasToday && (
        <RailLink to={paths.today()} icon={Calendar}>
          {t('shell.today')}
        </RailLink>
      )}
      <RailLink to={paths.sell()} under={SELL_PAGES} icon={Store}>
        {t('shell.sell')}
      </RailLink>
      <RailLink to={paths.openItems()} icon={Inbox}>
        <span className="max-sm:hidden md:block md:w-min">{t('shell.openItems')}</span>
        <span className="sm:hidden">{t('shell.openItems.short')}</span>
      </RailLink>
      <RailLink to={paths.sales()} icon={ReceiptText}>
        {t('shell.sales')}
      </RailLink>
      {/* Practice does not involve the shop's money. */}
      {!isPractice && (
        <>
          <RailLink to={paths.reports()} icon={ChartColumn} isLocked={isCashier} isWide>
            {t('shell.reports')}
          </RailLink>
          <RailLink to={paths.wallet()} icon={Wallet} isLocked={isCashier} isWide={!isCashier}>
            {t('shell.wallet')}
          </RailLink>
          {isOwner && (
            <RailLink to={paths.shops()} icon={Building2} isWide>
              {t('shell.shops')}
            </RailLink>
          )}
        </>
      )}
      <RailLink to={paths.staff()} under={STAFF_PAGES} icon={Users} isLocked={isCashier} isWide>
        {t('shell.staff')}
      </RailLink>
      {!isCashier && (
        <RailLink to={paths.settings()} icon={Settings2} isWide>
          {t('shell.settings')}
        </RailLink>
      )}
      <button type="button" className={`${WIDE_ITEM} md:mt-auto`} aria-keyshortcuts="?" onClick={() => openHelp()}>
        <CircleHelp size={24} aria-hidden />
        {t('shell.help')}
      </button>
      <button type="button" className={WIDE_ITEM} aria-busy={signOut.isPending} onClick={() => signOut.mutate()}>
        <LockKeyhole size={24} aria-hidden />
        {t('shell.lock')}
      </button>
      <RailMenu
        className={`${ITEM} w-full`}
        hasWallet={hasToday}
        isOwner={isOwner && !isPractice}
        isSupervisor={!isCashier}
        onLock={() => signOut.mutate()}
      />
      <Help />
    </nav>
  )
}

type RailLinkProps = {
  to: string
  /** The URL prefixes of the item's pages, if they differ from its own path. */
  under?: readonly string[]
  icon: LucideIcon
  /** A cashier only gets a page that explains why it is locked. */
  isLocked?: boolean
  isWide?: boolean
  children: ReactNode
}

function RailLink({ to, under = [to], icon: Icon, isLocked = false, isWide = false, children }: RailLinkProps) {
  const t = useText()
  const { pathname } = useLocation()
  const isHere = under.some((path) => pathname.startsWith(path))
  return (
    <Link className={isWide ? WIDE_ITEM : ITEM} to={to} aria-current={isHere ? 'page' : undefined}>
      <span className="relative">
        <Icon size={24} aria-hidden />
        {isLocked && (
          <span className="absolute -end-[14px] -top-[6px] rounded-full bg-rail p-[2px] text-rail-ink">
            <Lock size={14} aria-hidden />
          </span>
        )}
      </span>
      <span>
        {children}
        {isLocked && <span className="sr-only"> {t('shell.supervisorOnly')}</span>}
      </span>
    </Link>
  )
}
