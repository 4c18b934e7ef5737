import '../../styles/drawer.css'

import { X } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import type { Sale } from '#domain/sale/sale.ts'
import { findSaleId, type SaleId } from '#domain/sale/id.ts'
import type { SaleSummary } from '#domain/sale/summary.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { formatSaleNumber } from '../../i18n/format-sale-number.ts'
import { useHotkeys } from '../../hotkeys.ts'
import { KEYS } from '../../keys.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { SaleTimeline } from '../../sale/SaleTimeline.tsx'
import { DrawerActions } from './DrawerActions.tsx'
import { DrawerSummary, SummarySlip } from './DrawerSummary.tsx'
import { useSaleDetails } from './use-sale-details.ts'

type SaleDrawerProps = {
  saleId: string
  /** The filters of the list below, which stay. */
  search: string
  /** What that list told of a colleague's sale: it is not asked for a second time. */
  listed: SaleSummary | undefined
}

/**
 * What is known of a sale, over the list: its slip, what happened, and what can be done with its paper. The list rests meanwhile; bar and rail
 * do not, so that what waits is still told and the till can be locked.
 */
export function SaleDrawer({ saleId, search, listed }: SaleDrawerProps) {
  const close = useClose(search)
  const id = findSaleId(saleId)
  return (
    <>
      <div className="scrim" onClick={close} aria-hidden="true" />
      {id ? <KnownSale id={id} listed={listed} onClose={close} /> : <NoSale onClose={close} />}
    </>
  )
}

type CloseProps = { onClose: () => void }

function KnownSale({ id, listed, onClose }: CloseProps & { id: SaleId; listed: SaleSummary | undefined }) {
  const t = useText()
  const details = useSaleDetails(id, listed)
  switch (details.kind) {
    case 'sale':
      return <Details sale={details.sale} onClose={onClose} />
    case 'summary':
      return <Summary summary={details.summary} onClose={onClose} />
    case 'missing':
      return <NoSale onClose={onClose} />
    case 'away':
      return (
        <Drawer name={t('salesList.details')} onClose={onClose}>
          <p role="alert">{t(failureMessage(details.error))}</p>
        </Drawer>
      )
    case 'reading':
      return (
        <Drawer name={t('salesList.details')} onClose={onClose}>
          <p role="status">{t('salesList.opening')}</p>
        </Drawer>
      )
  }
}

function Details({ sale, onClose }: CloseProps & { sale: Sale }) {
  const t = useText()
  return (
    <Drawer name={t('salesList.saleNumber', { number: formatSaleNumber(sale.number) })}>
      <DrawerSummary sale={sale} end={<CloseButton onClose={onClose} />} />
      <SaleTimeline sale={sale} place="tray" />
      <DrawerActions sale={sale} />
    </Drawer>
  )
}

/** A colleague's complete sale: as its slip says, and nothing can be done with it. */
function Summary({ summary, onClose }: CloseProps & { summary: SaleSummary }) {
  const t = useText()
  return (
    <Drawer name={t('salesList.saleNumber', { number: formatSaleNumber(summary.number) })}>
      <SummarySlip summary={summary} end={<CloseButton onClose={onClose} />} />
      <p className="drawer__note muted">{t('salesList.byNumber')}</p>
    </Drawer>
  )
}

function NoSale({ onClose }: CloseProps) {
  const t = useText()
  return (
    <Drawer name={t('salesList.details')} onClose={onClose}>
      <h2>{t('salesList.noneFound')}</h2>
    </Drawer>
  )
}

type DrawerProps = {
  name: string
  children: ReactNode
  /** Without a slip that has the button. */
  onClose?: () => void
}

function Drawer({ name, children, onClose }: DrawerProps) {
  const drawer = useRef<HTMLElement>(null)
  useEffect(() => drawer.current?.focus({ preventScroll: true }), [])
  return (
    <section ref={drawer} className="drawer" role="dialog" aria-label={name} tabIndex={-1}>
      {onClose ? (
        <div className="drawer__plain">
          <CloseButton onClose={onClose} />
          {children}
        </div>
      ) : (
        children
      )}
    </section>
  )
}

function CloseButton({ onClose }: CloseProps) {
  const t = useText()
  return (
    <button type="button" className="btn btn--icon" aria-label={t('shell.close')} onClick={onClose}>
      <X className="ic" size={24} aria-hidden="true" />
    </button>
  )
}

/** Back to the list, by the way it was left; Esc does the same unless something above the drawer takes it. */
function useClose(search: string): () => void {
  const navigate = useNavigate()
  const { state } = useLocation()
  const isOverList = typeof state === 'object' && state !== null && 'isOverList' in state
  const close = () => {
    if (isOverList) void navigate(-1)
    else void navigate({ pathname: paths.sales(), search }, { replace: true })
  }
  useHotkeys([{ ...KEYS.escape, isAlways: true, run: close }])
  return close
}
