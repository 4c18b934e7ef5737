import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { ArrowLeft, Bell, Wifi } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

import { sorted } from '#domain/in-order.ts'
import { type Sale, isRefundDue, isUndelivered, isWaiting } from '#domain/sale/sale.ts'
import { isSummary } from '#domain/sale/summary.ts'
import { openItemsQuery, salesIn, type SalesAnswer } from '../../api/sale-lists.ts'
import { sessionQuery } from '../../api/session.ts'
import { statusQuery, type Away, type Trouble } from '../../api/status.ts'
import { formatSaleNumber, useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { useIsKiosk } from '../../lib/kiosk.ts'
import { storeOfflineSnapshot, type ReadSale } from '../../lib/offline-snapshot.ts'
import { paths } from '../../paths.ts'
import { NOT_ANSWERED } from '../../lib/presence.ts'
import { appearanceOf } from '../../sale/SaleRowParts.tsx'
import { isRecord, onChangeInOtherTab, persistIn } from '../../lib/storage.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { Toast } from '../../ui/Toast.tsx'
import { SOUNDS, useSounds } from '../sounds/sound-preference.ts'
import { AwayAlert } from './AwayAlert.tsx'

const SoundEvents = lazyPart(async () => (await import('../sounds/SoundEvents.tsx')).SoundEvents)

type AlertsProps = {
  trouble: Trouble | undefined
  /** Nothing on the page can be used while this alert is shown. */
  isPageInert: boolean
}

export function Alerts({ trouble, isPageInert }: AlertsProps) {
  const away = trouble === 'stopped' ? undefined : trouble
  const { data: status } = useQuery(statusQuery)
  const isKiosk = useIsKiosk()
  const hasSound = useSounds(({ choices }) => SOUNDS.some((sound) => choices[sound] !== false))
  useReadAgain()
  useStoreOfflineSnapshot()
  return (
    <>
      {!trouble && <BackToFirstSteps />}
      {trouble && <AwayAlert key={trouble} trouble={trouble} isPageInert={isPageInert} />}
      {/* At a kiosk, customers would hear them. */}
      {hasSound && !isKiosk && <SoundEvents />}
      {/* The live region must exist before its text. */}
      <div role="status" className="contents">
        <BackOnline away={away} />
        {status && status.unread > 0 && !away && <Notifications />}
      </div>
    </>
  )
}

/** Where a person is who left the first steps: at one of them, at the products, or at the sale. */
type Way = 'none' | 'steps' | 'selling' | 'sale'

function wayAt(pathname: string, before: Way): Way {
  if (pathname === paths.firstSteps()) return 'steps'
  const isSelling = before === 'selling' || before === 'sale'
  if (pathname.startsWith(paths.sell())) return before === 'steps' || before === 'selling' ? 'selling' : 'none'
  if (/^\/(sale|batch)\//.test(pathname) && isSelling) return 'sale'
  return isSelling ? 'none' : before
}

/** From each step, and from the first sale. While a person chooses a product, it would be in the way. */
function BackToFirstSteps() {
  const t = useText()
  const { pathname } = useLocation()
  const [before, setBefore] = useState<Way>('none')
  const way = wayAt(pathname, before)
  if (way !== before) setBefore(way)
  if (pathname === paths.firstSteps() || way === 'none' || way === 'selling') return null
  return (
    <nav className="px-4 pt-3 [grid-area:alerts] md:px-5" aria-label={t('firstSteps.title')}>
      <ButtonLink variant="tint" icon={ArrowLeft} to={paths.firstSteps()}>
        {t('firstSteps.back')}
      </ButtonLink>
    </nav>
  )
}

function BackOnline({ away }: { away: Away | undefined }) {
  const t = useText()
  const [before, setBefore] = useState(away)
  const [isBack, setIsBack] = useState(false)
  if (away !== before) {
    setBefore(away)
    setIsBack(away === undefined)
  }
  if (!isBack) return null
  return (
    // Above the foot of the page, so its action is not covered.
    <div className="z-3 w-full max-w-panel self-end p-4 [grid-area:stage] max-md:mb-[88px]">
      <Toast icon={Wifi} onClose={() => setIsBack(false)}>
        {t('alerts.back')}
      </Toast>
    </div>
  )
}

/** A page from the back-forward cache is outdated, and after a visit in another tab another person is signed in. */
function useReadAgain(): void {
  const queryClient = useQueryClient()
  useEffect(() => {
    const onPageShow = ({ persisted }: PageTransitionEvent) => {
      if (persisted) void queryClient.invalidateQueries()
    }
    window.addEventListener('pageshow', onPageShow)
    const stop = onChangeInOtherTab('visit', () => void queryClient.invalidateQueries())
    return () => {
      window.removeEventListener('pageshow', onPageShow)
      stop()
    }
  }, [queryClient])
}

const LOOK_INTERVAL_MS = 500
const BETWEEN_SALES = /^\/sell(\/category\/[^/]+)?$/

/** Sale states already shown at this till. The sales stay among the open items until opened. */
const useNotified = create<{ notified: readonly string[] }>()(
  persist(() => ({ notified: [] as readonly string[] }), {
    name: 'notified',
    storage: persistIn('notified', readNotified),
  }),
)

/** To the cashier of the sale, only between sales, and never over the keypad of the next number. */
function Notifications() {
  const { data: session } = useQuery(sessionQuery)
  const { data } = useQuery(openItemsQuery)
  const notified = useNotified((state) => state.notified)
  const isKiosk = useIsKiosk()
  const isBetweenSales = useIsBetweenSales()
  const unread = data?.sales.filter(({ isUnread, cashier }) => isUnread && cashier.id === session?.person?.id)
  const news = unread?.filter((sale) => !notified.includes(keyOf(sale))) ?? []
  const [first] = news
  if (!isBetweenSales || !unread || !first) return null

  // A kiosk has no open items page, so it shows one at a time.
  const now = isKiosk ? [first] : news
  const close = () => {
    const isNotified = (sale: Sale) => now.includes(sale) || notified.includes(keyOf(sale))
    // Opened sales are no longer unread and need not be remembered.
    useNotified.setState({ notified: unread.filter(isNotified).map(keyOf) })
  }
  return (
    <div className="z-3 w-full self-end p-4 [grid-area:stage] md:max-w-panel">
      <Notification key={now.map(keyOf).join()} sale={first} count={now.length} onClose={close} />
    </div>
  )
}

type NotificationProps = {
  sale: Sale
  count: number
  onClose: () => void
}

function Notification({ sale, count, onClose }: NotificationProps) {
  const t = useText()
  const formats = useFormats()
  const navigate = useNavigate()
  const { tone } = appearanceOf(sale)
  const isList = count > 1
  const open = () => {
    onClose()
    void navigate(isList ? paths.openItems() : paths.sale(sale.id))
  }
  const named = { number: formatSaleNumber(sale), amount: formats.money(sale.pays) }
  return (
    <Toast
      icon={Bell}
      {...(isList || tone === 'open' ? {} : { tone })}
      action={{ text: t('alerts.open'), onPress: open }}
      onClose={onClose}
    >
      {isList ? t('alerts.updates', { count }) : t(wordingOf(sale), named)}
    </Toast>
  )
}

function wordingOf({ voucher, state }: Sale): 'alerts.codeCame' | 'alerts.wentThrough' | 'alerts.updateHeading' {
  if (voucher === 'ready') return 'alerts.codeCame'
  return state === 'succeeded' ? 'alerts.wentThrough' : 'alerts.updateHeading'
}

const keyOf = ({ id, state, voucher }: Sale) => `${id} ${voucher ?? state}`

function useIsBetweenSales(): boolean {
  const { pathname } = useLocation()
  const [hasDialog, setHasDialog] = useState(true)
  useEffect(() => {
    const look = () => setHasDialog(document.querySelector('dialog[open]') !== null)
    look()
    const timer = setInterval(look, LOOK_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [])
  return BETWEEN_SALES.test(pathname) && !hasDialog
}

function readNotified(stored: unknown): { notified: readonly string[] } | undefined {
  const notified = isRecord(stored) ? stored['notified'] : undefined
  return Array.isArray(notified) ? { notified: notified.filter((each) => typeof each === 'string') } : undefined
}

/** How often open items are read while no page shows them. */
const REFETCH_MS = 60_000

/** Stores what a reload without the server needs, whenever it is read. */
function useStoreOfflineSnapshot(): void {
  const queryClient = useQueryClient()
  const isKiosk = useIsKiosk()
  const { data: status, isError } = useQuery(statusQuery)
  useQuery({
    ...openItemsQuery,
    enabled: !isKiosk && !isError && status !== undefined && status.openItems + status.undelivered > 0,
    refetchInterval: REFETCH_MS,
    staleTime: REFETCH_MS,
  })
  useEffect(() => {
    keep(queryClient)
    return queryClient.getQueryCache().subscribe((event) => {
      if (event.type === 'updated' && event.action.type === 'success' && KEPT.has(event.query.queryKey[0]))
        keep(queryClient)
    })
  }, [queryClient])
}

const KEPT = new Set<unknown>(['session', 'status', 'sales'])

function keep(queryClient: QueryClient): void {
  const session = queryClient.getQueryData(sessionQuery.queryKey)
  const { data: status, dataUpdatedAt: at = 0 } = queryClient.getQueryState(statusQuery.queryKey) ?? {}
  if (!session?.person || !status || session.settingsVersion === NOT_ANSWERED) return
  const { id } = session.person
  const sales = newestSales(queryClient).filter(({ sale }) => sale.cashier.id === id && isOpen(sale))
  storeOfflineSnapshot({ session, status, at, sales: sorted(sales, (a, b) => b.sale.openedAt - a.sale.openedAt) })
}

const isOpen = (sale: Sale) => isWaiting(sale) || isUndelivered(sale) || isRefundDue(sale)

/** The newest version of each sale in this tab, except sales that have since left the open items. */
function newestSales(queryClient: QueryClient): ReadSale[] {
  const newest = new Map<string, ReadSale>()
  for (const { state } of queryClient.getQueryCache().findAll({ queryKey: ['sales'] }))
    for (const sale of salesIn(state.data as SalesAnswer)) {
      const known = newest.get(sale.id)
      const isNewer = !known || isAfter([sale.version ?? 0, state.dataUpdatedAt], [known.sale.version, known.readAt])
      if (!isSummary(sale) && isNewer) newest.set(sale.id, { sale, readAt: state.dataUpdatedAt })
    }
  const { data: list, dataUpdatedAt: listedAt = 0 } = queryClient.getQueryState(openItemsQuery.queryKey) ?? {}
  const listed = new Set(list?.sales.map((sale) => sale.id))
  // A sale being sent is not listed yet.
  const isGone = ({ sale, readAt }: ReadSale) =>
    readAt < listedAt && !listed.has(sale.id) && sale.state !== 'confirming'
  return [...newest.values()].filter((read) => !isGone(read))
}

const isAfter = ([version, at]: [number, number], [knownVersion, knownAt]: [number, number]) =>
  version > knownVersion || (version === knownVersion && at > knownAt)
