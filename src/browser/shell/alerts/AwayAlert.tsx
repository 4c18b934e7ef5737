import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ChevronDown, CloudOff, MessageSquareQuote, OctagonX, RefreshCw, ShieldCheck, WifiOff } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { useLocation } from 'react-router-dom'

import { isWaiting } from '#domain/sale/sale.ts'
import { sessionQuery } from '../../api/session.ts'
import { statusQuery, useTries, type Trouble } from '../../api/status.ts'
import { formatSaleNumber } from '../../i18n/formats.ts'
import { formatClock, formatSince } from '../../i18n/format-time.ts'
import { useText } from '../../i18n/use-text.ts'
import { findOfflineSnapshot, type OpenSaleSnapshot } from '../../lib/offline-snapshot.ts'
import { paths } from '../../paths.ts'
import { SaleChip } from '../../sale/SaleRowParts.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { useNow } from '../../ui/use-now.ts'
import { FactsDialog } from './FactBar.tsx'
import { SellingStopped } from './SellingStopped.tsx'

const ICONS = { till: WifiOff, service: CloudOff, stopped: OctagonX }
const COUNTDOWN_STEP_MS = 250
/** A time gets a date once it is old. */
const MINUTE_MS = 60_000

type AwayAlertProps = {
  trouble: Trouble
  /** The side panel is also inert and shows what to do. */
  isPageInert: boolean
}

/** The page keeps its input. */
export function AwayAlert({ trouble, isPageInert }: AwayAlertProps) {
  const t = useText()
  const Icon = ICONS[trouble]
  const { pathname } = useLocation()
  // Stored at the server's last response, so it survives a reload.
  const [open] = useState(() => (trouble === 'till' && findOfflineSnapshot()?.open) || [])
  // An inert page provides no main landmark.
  const Part = isPageInert ? 'main' : 'div'
  return (
    <>
      <Part className="z-2 flex min-h-[88px] flex-wrap items-center gap-x-4 gap-y-2 border-b-3 border-bad-solid bg-bad-tint px-4 py-3 text-ink [grid-area:alerts] md:px-5">
        <span className="grid size-[56px] shrink-0 place-items-center rounded-3 bg-bad-solid text-solid-on">
          <Icon size={32} aria-hidden />
        </span>
        <div role="alert" className="min-w-0 flex-1 basis-[14em]">
          <b className="block text-4 font-semibold text-bad sm:text-5">{t(`alerts.away.${trouble}`)}</b>
          {t(`alerts.away.${trouble}.next`)}
        </div>
        {trouble === 'till' && (
          <>
            <Countdown />
            <div className={isPageInert ? 'md:hidden' : undefined}>
              <TryNow size="lg" />
            </div>
          </>
        )}
        {trouble === 'stopped' && <WhyStopped />}
        {open.length > 0 && (
          <details className={isPageInert ? 'w-full md:hidden' : 'w-full'} open={pathname === paths.openItems()}>
            <summary className="inline-flex min-h-hit cursor-pointer items-center gap-2 font-semibold [&::-webkit-details-marker]:hidden">
              {t('alerts.away.open')} <ChevronDown size={20} aria-hidden />
            </summary>
            <div className="max-h-[60dvh] overflow-y-auto">
              <OpenList open={open} />
            </div>
          </details>
        )}
      </Part>
      {isPageInert && <WhatToDo trouble={trouble} open={open} />}
    </>
  )
}

/** Not announced, because it changes every second. */
function Countdown() {
  const t = useText()
  const now = useNow(COUNTDOWN_STEP_MS)
  const { isFetching } = useQuery(statusQuery)
  const { count, lastAt, nextAt } = useTries()
  const leftMs = Math.max(nextAt - now, 0)
  const seconds = Math.ceil(leftMs / 1_000)
  const share = leftMs / (nextAt - lastAt)
  return (
    <div className="flex items-center gap-4 max-sm:flex-[1_1_10em]">
      <span
        className="grid size-[56px] shrink-0 place-items-center rounded-full forced-color-adjust-none max-sm:hidden"
        style={{ background: `conic-gradient(var(--bad-solid) ${share}turn, var(--surface) 0)` }}
        aria-hidden
      >
        <bdi className="grid size-[44px] place-items-center rounded-full bg-bad-tint font-semibold" dir="ltr">
          {`0:${String(seconds).padStart(2, '0')}`}
        </bdi>
      </span>
      <span>
        <b className="block font-semibold">
          {isFetching || seconds === 0 ? t('alerts.away.trying') : t('alerts.away.again', { seconds })}
        </b>
        <span className="text-1">{t('alerts.away.tried', { count, time: formatClock(lastAt) })}</span>
      </span>
    </div>
  )
}

function TryNow({ size, autoFocus = false }: { size: 'lg' | 'xl'; autoFocus?: boolean }) {
  const t = useText()
  const queryClient = useQueryClient()
  const { isFetching } = useQuery(statusQuery)
  const tryNow = () => void queryClient.refetchQueries({ queryKey: statusQuery.queryKey })
  return (
    <Button
      variant="primary"
      size={size}
      amount={<RefreshCw size={size === 'xl' ? 28 : 20} aria-hidden />}
      pending={isFetching}
      autoFocus={autoFocus}
      onClick={tryNow}
    >
      {t('shell.tryNow')}
    </Button>
  )
}

function WhyStopped() {
  const t = useText()
  const { data: status } = useQuery(statusQuery)
  const isSupervisor = useIsSupervisor()
  const [isOpen, setIsOpen] = useState(false)
  const close = () => setIsOpen(false)
  return (
    <>
      <Button size="lg" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        {t('alerts.away.why')}
      </Button>
      {isOpen && status && (
        <FactsDialog onClose={close}>
          <SellingStopped status={status} isSupervisor={isSupervisor} onLeave={close} />
        </FactsDialog>
      )}
    </>
  )
}

const useIsSupervisor = (): boolean =>
  useQuery({ ...sessionQuery, select: ({ person }) => person?.role === 'supervisor' }).data === true

function WhatToDo({ trouble, open }: { trouble: Trouble; open: readonly OpenSaleSnapshot[] }) {
  const t = useText()
  const isSupervisor = useIsSupervisor()
  const { data: status, dataUpdatedAt } = useQuery(statusQuery)
  const now = useNow(MINUTE_MS)
  const steps = trouble === 'till' ? (['network', 'computer'] as const) : []
  return (
    <aside
      aria-label={t('alerts.away.toDo')}
      className="z-1 flex min-h-0 flex-col bg-tray [grid-area:tray] max-md:hidden"
    >
      <div className="flex min-h-0 flex-1 flex-col gap-3 overflow-y-auto p-4">
        <section className="rounded-3 bg-surface p-4">
          <h2 className="mb-1 text-3">{t('alerts.away.toDo')}</h2>
          <ol className="divide-y divide-line">
            {steps.map((step, index) => (
              <Step key={step} number={index + 1}>
                <b className="block font-semibold">{t(`alerts.away.${step}`)}</b>
                <span className="text-ink-2">{t(`alerts.away.${step}.next`)}</span>
              </Step>
            ))}
            <Step number={steps.length + 1}>
              {isSupervisor && trouble !== 'till' ? (
                <>
                  {trouble === 'service' && <b className="block font-semibold">{t('alerts.away.check')}</b>}
                  <ButtonLink to={paths.ready()}>{t('ready.title')}</ButtonLink>
                </>
              ) : (
                <b className="font-semibold">
                  {t(trouble === 'stopped' ? 'alerts.tellSupervisor' : 'alerts.away.call')}
                </b>
              )}
            </Step>
          </ol>
        </section>
        {open.length > 0 && (
          <section className="rounded-3 bg-surface p-4">
            <h2 className="mb-1 flex flex-wrap items-baseline gap-x-2 text-3">
              {t('alerts.away.open')}
              <span className="text-1 font-medium text-ink-2">{t('alerts.away.notAgain')}</span>
            </h2>
            <OpenList open={open} />
          </section>
        )}
        <section className="paper rounded-3 border-1 border-paper-line bg-paper p-4">
          <h2 className="mb-1 flex items-center gap-2 text-2 font-medium text-ink-2">
            <MessageSquareQuote size={20} aria-hidden />
            {t('sale.say')}
          </h2>
          <p className="text-4">{t(`alerts.away.say.${trouble}`)}</p>
        </section>
        {trouble === 'till' && status && status.waiting > open.filter(isWaiting).length && (
          <p className="flex gap-2 px-1 text-1">
            <ShieldCheck size={20} aria-hidden />
            {t('alerts.away.waiting', { count: status.waiting, time: formatSince(dataUpdatedAt, now) })}
          </p>
        )}
      </div>
      {trouble === 'till' && (
        <div className="p-4 pt-2">
          <TryNow size="xl" autoFocus />
        </div>
      )}
    </aside>
  )
}

/** This person's open sales as last read. They cannot be opened without the server. */
function OpenList({ open }: { open: readonly OpenSaleSnapshot[] }) {
  const t = useText()
  const now = useNow(MINUTE_MS)
  return (
    <ul className="divide-y divide-line">
      {open.map((sale) => (
        <li key={sale.id} className="flex flex-wrap items-center gap-3 py-2">
          <div className="min-w-0 flex-1 wrap-anywhere">
            <b className="block font-semibold">
              <bdi>{sale.product}</bdi>
            </b>
            <span className="text-1 text-ink-2">
              <bdi dir="ltr">{formatSaleNumber(sale)}</bdi>
              {t('shell.comma')}
              {sale.end !== undefined && (
                <>
                  <bdi dir="ltr">•••• {sale.end}</bdi>
                  {t('shell.comma')}
                </>
              )}
              {t('alerts.away.asOf', { time: formatSince(sale.readAt, now) })}
            </span>
          </div>
          <SaleChip sale={sale} />
        </li>
      ))}
    </ul>
  )
}

const Step = ({ number, children }: { number: number; children: ReactNode }) => (
  <li className="flex items-center gap-3 py-2">
    <span className="grid size-6 shrink-0 place-items-center rounded-full border-1 border-line-strong font-semibold">
      {number}
    </span>
    <div className="min-w-0">{children}</div>
  </li>
)
