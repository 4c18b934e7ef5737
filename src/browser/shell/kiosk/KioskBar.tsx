import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Clock, GraduationCap, LockKeyhole } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router-dom'

import { openItemsQuery } from '../../api/sale-lists.ts'
import { catalogQuery } from '../../api/catalog.ts'
import { KEYS, useHotkeys } from '../../lib/hotkeys.ts'
import { isPracticing, sessionQuery, useSignOut } from '../../api/session.ts'
import { statusQuery } from '../../api/status.ts'
import { shortName } from '../../lib/current-user.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useLocale, useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { SaleChip, SalePicture } from '../../sale/SaleRowParts.tsx'
import { formatSaleAccount, productOfSale } from '../../sale/sale-naming.ts'
import { Avatar } from '../../ui/Avatar.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { StandingAlerts } from '../alerts/StandingAlerts.tsx'
import { SearchButton } from '../search/Search.tsx'
import { KioskMark } from './LeaveKiosk.tsx'

const ITEM = 'inline-flex min-h-hit shrink-0 items-center gap-2 rounded-2 px-2 sm:px-3'

export function KioskBar() {
  const t = useText()
  const { data: session } = useQuery(sessionQuery)
  const { data: point } = useQuery({ ...catalogQuery, select: (catalog) => catalog.point })
  const signOut = useSignOut()
  const person = session?.person
  return (
    <header className="flex h-bar min-w-0 items-center gap-3 bg-rail px-4 max-sm:gap-2 max-sm:px-3 text-2 text-rail-ink [grid-area:bar] [--focus-gap:transparent] [--focus:var(--night-focus)]">
      <span className="grid size-hit shrink-0 place-items-center">
        <KioskMark size={40} />
      </span>
      <span className="flex min-w-0 flex-col leading-5 max-sm:hidden">
        <b className="self-start max-w-full truncate font-semibold text-white" dir="auto">
          {(session?.shop?.name ?? point?.agentName) || t('shell.title')}
        </b>
        <bdi className="truncate text-1">{session?.terminal?.name}</bdi>
      </span>
      {session && isPracticing(session) && <PracticeTag />}
      <StandingAlerts />
      <div className="ms-auto flex min-w-0 items-center gap-1">
        <SearchButton />
        <Connection />
        <OpenSalesChip />
        {person && (
          <>
            <span className={`${ITEM} border-s border-rail-ink/28 rounded-none ms-1 max-[48em]:hidden`}>
              <Avatar id={person.id} name={person.name} size="sm" />
              <bdi className="max-md:sr-only">{shortName(person.name)}</bdi>
            </span>
            <bdi className="sr-only min-[48em]:hidden">{shortName(person.name)}</bdi>
          </>
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

export function PracticeTag() {
  const t = useText()
  return (
    <span className="inline-flex shrink-0 items-center gap-2 rounded-1 bg-train px-3 py-1 font-semibold text-train-on max-sm:px-2 max-sm:text-1">
      <GraduationCap className="max-sm:hidden" size={20} aria-hidden />
      {t('shell.practice')}
    </span>
  )
}

function Connection() {
  const t = useText()
  const { data: status, isError } = useQuery(statusQuery)
  const service = status?.service ?? 'ok'
  // A green dot would contradict the chip for stopped selling.
  if (!isError && service === 'stopped') return null
  const isOnline = !isError && service !== 'unreachable'
  return (
    <span className={isOnline ? `${ITEM} max-[24em]:hidden` : ITEM}>
      <span
        className={`size-3 shrink-0 rounded-full forced-color-adjust-none ${isOnline ? 'bg-night-ok' : 'border-3 border-night-bad'}`}
      />
      <span className={isOnline ? 'max-md:sr-only' : 'max-sm:text-1'}>
        {t(isOnline ? 'shell.online' : isError ? 'shell.offline' : 'shell.serviceUnreachable')}
      </span>
    </span>
  )
}

/** Yellow while sales only wait, red if a code must be delivered or money refunded. */
function OpenSalesChip() {
  const t = useText()
  const locale = useLocale()
  const { data: status } = useQuery(statusQuery)
  const [isShown, setIsShown] = useState(false)
  const { waiting = 0, undelivered = 0, refundsDue = 0, unread = 0 } = status ?? {}
  const count = waiting + undelivered + refundsDue + unread
  const isAny = count > 0

  useHotkeys([{ ...KEYS.openItems, run: isAny ? () => setIsShown(true) : undefined }])

  if (!isAny) return null
  const hasTask = undelivered + refundsDue > 0
  const [Icon, color] = hasTask ? [CircleAlert, 'bg-night-bad'] : [Clock, 'bg-night-wait']
  const parts = [
    waiting > 0 && t('alerts.waiting', { count: waiting }),
    undelivered > 0 && t('alerts.undelivered', { count: undelivered }),
    refundsDue > 0 && t('alerts.refund', { count: refundsDue }),
    unread > 0 && t('alerts.updates', { count: unread }),
  ].filter((words) => words !== false)
  return (
    <>
      <button
        type="button"
        className="inline-flex min-h-hit shrink-0 items-center"
        aria-keyshortcuts="F8"
        aria-label={`${t('kiosk.openItems', { count })}: ${new Intl.ListFormat(locale, { type: 'unit' }).format(parts)}`}
        onClick={() => setIsShown(true)}
      >
        <span
          className={`inline-flex h-6 items-center gap-2 rounded-full ps-2 pe-3 font-semibold text-night-on ${color}`}
        >
          <Icon className="max-[360px]:hidden" size={18} aria-hidden />
          <span className="max-sm:hidden">{t('kiosk.openItems', { count })}</span>
          <span className="sm:hidden">{t('kiosk.open', { count })}</span>
        </span>
      </button>
      {isShown && <OpenSales onClose={() => setIsShown(false)} />}
    </>
  )
}

function OpenSales({ onClose }: { onClose: () => void }) {
  const t = useText()
  const formats = useFormats()
  const navigate = useNavigate()
  const { data: sales = [], isPending } = useQuery({ ...openItemsQuery, select: (page) => page.sales })
  const open = (id: string) => {
    onClose()
    void navigate(paths.sale(id))
  }
  return (
    <Dialog
      heading={t('kiosk.openSales')}
      actions={
        <Button size="lg" onClick={onClose}>
          {t('kiosk.close')}
        </Button>
      }
      onClose={onClose}
    >
      {!isPending && sales.length === 0 && <p className="text-ink-2">{t('kiosk.noOpenSales')}</p>}
      <ul className="divide-y divide-line">
        {sales.map((sale) => (
          <li key={sale.id}>
            <button type="button" className="flex min-h-[72px] w-full items-center gap-3" onClick={() => open(sale.id)}>
              <SalePicture sale={sale} size={40} />
              <span className="min-w-0 flex-1 wrap-anywhere">
                <b className="block font-semibold">
                  <bdi>{productOfSale(sale, t)}</bdi>
                </b>
                <span className="text-1 text-ink-2">
                  {formats.money(sale.pays)}
                  {sale.account !== undefined && (
                    <>
                      , <bdi dir="ltr">{formatSaleAccount(sale)}</bdi>
                    </>
                  )}
                </span>
              </span>
              <SaleChip sale={sale} />
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
