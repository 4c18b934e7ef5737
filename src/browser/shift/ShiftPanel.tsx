import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { ArrowRight, Clock, Coins, Printer, ScrollText } from 'lucide-react'
import { useState, type ReactNode } from 'react'

import type { OpenShiftAnswer, XReport, ZSummary } from '#api/shifts.ts'
import { drawerQuery, shiftsQuery, useReadX, zReportQuery } from '../api/shifts.ts'
import { useServerNow } from '../api/status.ts'
import { useCurrentUser, shortName } from '../lib/current-user.ts'
import { formatShortDay, formatTime } from '../i18n/format-time.ts'
import { useFormats } from '../i18n/formats.ts'
import { useLocale, useText } from '../i18n/use-text.ts'
import { paths } from '../paths.ts'
import { usePrintContext } from '../sale/documents/print-context.ts'
import { Async } from '../ui/Async.tsx'
import { Tag } from '../ui/Badge.tsx'
import { Button, ButtonLink, IconButton } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SidePanel } from '../ui/SidePanel.tsx'
import { useFormatDate } from '../lib/shop-days.ts'
import { MovementDialog, NoteForm, ReportDialog } from './ShiftDialogs.tsx'
import { formatZNumber, plainAmount, xDocument, zDocument } from './report-document.ts'

/** The drawer's movements and earlier shifts, but never the expected amount. */
export function ShiftPanel({ terminal }: { terminal?: string | undefined }) {
  const t = useText()
  const { isSupervisor } = useCurrentUser()
  const drawer = useQuery(drawerQuery(terminal))
  const [isMoving, setIsMoving] = useState(false)
  const shift = drawer.data?.shift
  return (
    <SidePanel
      label={t('shift.title')}
      foot={
        shift ? (
          <>
            <div className="grid auto-cols-fr grid-flow-col gap-3">
              <Button size="lg" icon={Coins} onClick={() => setIsMoving(true)}>
                {t('shift.cashInOut')}
              </Button>
              {isSupervisor && <XButton shift={shift} />}
            </div>
            <ButtonLink
              variant="primary"
              size="xl"
              icon={ArrowRight}
              amount={t('shift.zNumber', { number: formatZNumber(drawer.data?.nextNumber ?? 0) })}
              to={paths.closeShift(terminal)}
            >
              {t('shift.closeShift')}
            </ButtonLink>
          </>
        ) : (
          drawer.data && (
            <ButtonLink variant="primary" size="xl" icon={ArrowRight} amount="" to={paths.shift()}>
              {t('shift.open')}
            </ButtonLink>
          )
        )
      }
    >
      <Async query={drawer} loading="shift.reading">
        {({ shift: open }) => (open ? <ShiftFacts shift={open} /> : <Notice tone="info">{t('shift.none')}</Notice>)}
      </Async>
      <EarlierShifts />
      {isMoving && shift && (
        <MovementDialog shift={shift} terminal={terminal} kind="cash" onClose={() => setIsMoving(false)} />
      )}
    </SidePanel>
  )
}

const CARD = 'rounded-3 border-1 border-line bg-surface p-4'

function ShiftFacts({ shift }: { shift: OpenShiftAnswer }) {
  const t = useText()
  const formats = useFormats()
  const formatDate = useFormatDate()
  const minutes = Math.max(0, Math.floor((useServerNow() - shift.openedAt) / 60_000))
  const age = t('shift.age', { hours: Math.floor(minutes / 60), minutes: minutes % 60 })
  const { start, putIn, takenOut, refundsPaid } = shift
  return (
    <section className={CARD} aria-label={t('shift.of', { till: shift.terminal.name })}>
      <div className="flex flex-wrap items-start gap-2">
        <div className="min-w-0 flex-1">
          <h2 className="text-3">{t('shift.of', { till: shift.terminal.name })}</h2>
          <p className="text-1 text-ink-2">
            {t('shift.since', { time: formatDate(shift.openedAt), name: shortName(shift.openedBy.name) })}
          </p>
        </div>
        <Tag icon={Clock}>{age}</Tag>
      </div>
      <hr className="my-3 border-t border-dashed border-line-strong" />
      <dl>
        <CashRow label={t('shift.line.start')}>{formats.money(start)}</CashRow>
        <CashRow label={t('shift.line.putIn')}>{formats.money(putIn.amount)}</CashRow>
        <CashRow label={t('shift.line.takenOut')}>{formats.money(takenOut.amount)}</CashRow>
        <CashRow label={t('shift.line.refunds')}>{formats.money(refundsPaid.amount)}</CashRow>
        <CashRow label={t('shift.countedAtEnd')} isOpen>
          {t('shift.notYet')}
        </CashRow>
      </dl>
      <hr className="my-3 border-t border-dashed border-line-strong" />
      <p className="text-1 text-ink-2">{t('shift.blind')}</p>
    </section>
  )
}

type CashRowProps = { label: ReactNode; isOpen?: boolean; isTotal?: boolean; children: ReactNode }

export const CashRow = ({ label, isOpen = false, isTotal = false, children }: CashRowProps) => (
  <div
    className={`${isTotal ? 'mt-2 border-t border-dashed border-line-strong pt-3' : ''} flex min-h-6 items-baseline gap-2 py-1 before:order-1 before:min-w-3 before:flex-1 before:-translate-y-1 before:border-b before:border-dotted before:border-line-strong`}
  >
    <dt className={isTotal ? 'font-semibold' : 'text-ink-2'}>{label}</dt>
    <dd className={`order-2 text-end whitespace-nowrap ${isOpen ? 'text-ink-2' : 'font-semibold'}`}>{children}</dd>
  </div>
)

/** Prints the X report, which adds an audit log entry. */
function XButton({ shift }: { shift: OpenShiftAnswer }) {
  const t = useText()
  const words = usePrintContext()
  const read = useReadX()
  const [report, setReport] = useState<XReport>()
  return (
    <>
      <Button
        size="lg"
        icon={ScrollText}
        pending={read.isPending}
        onClick={() => read.mutate(shift.id, { onSuccess: setReport })}
      >
        {t('shift.x')}
      </Button>
      {report && (
        <ReportDialog heading={t('shift.x')} paper={xDocument(report, words)} onClose={() => setReport(undefined)} />
      )}
    </>
  )
}

function EarlierShifts() {
  const t = useText()
  const list = useInfiniteQuery(shiftsQuery)
  const [shownId, setShownId] = useState<string>()
  const reports = list.data?.pages.flatMap((page) => page.reports) ?? []
  const others = list.data?.pages[0]?.open ?? []
  const own = useQuery(drawerQuery()).data?.shift?.terminal.id
  const elsewhere = others.filter(({ terminal }) => terminal.id !== own)
  return (
    <>
      {elsewhere.length > 0 && (
        <section aria-labelledby="open-elsewhere">
          <h2 id="open-elsewhere" className="mb-2 text-1 font-medium text-ink-2">
            {t('shift.elsewhere')}
          </h2>
          <ul className="flex flex-col gap-2">
            {elsewhere.map(({ id, terminal }) => (
              <li key={id}>
                <ButtonLink icon={ArrowRight} amount="" to={paths.closeShift(terminal.id)}>
                  {t('shift.closeAt', { till: terminal.name })}
                </ButtonLink>
              </li>
            ))}
          </ul>
        </section>
      )}
      {reports.length > 0 && (
        <section aria-labelledby="earlier-shifts">
          <h2 id="earlier-shifts" className="mb-2 text-1 font-medium text-ink-2">
            {t('shift.earlier')}
          </h2>
          <ul className="divide-y divide-line rounded-3 border-1 border-line bg-canvas px-3">
            {reports.map((report) => (
              <EarlierShift key={report.id} report={report} onShow={() => setShownId(report.id)} />
            ))}
          </ul>
          {list.hasNextPage && (
            <div className="mt-2">
              <Button pending={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                {t('shift.more')}
              </Button>
            </div>
          )}
        </section>
      )}
      {shownId !== undefined && <ZDialog shiftId={shownId} onClose={() => setShownId(undefined)} />}
    </>
  )
}

function EarlierShift({ report, onShow }: { report: ZSummary; onShow: () => void }) {
  const t = useText()
  const locale = useLocale()
  const { number, closedAt, terminal, difference } = report
  const name = t('shift.zNumber', { number: formatZNumber(number) })
  return (
    <li className="flex min-h-bar flex-wrap items-center gap-2 py-1">
      <div className="min-w-0 flex-1">
        <b className="block font-semibold">{name}</b>
        <span className="text-1 text-ink-2">
          {formatShortDay(closedAt, locale)}, {formatTime(closedAt)} · <bdi>{terminal.name}</bdi>
        </span>
      </div>
      <Tag>
        {difference.kind === 'exact'
          ? t('shift.difference.exact')
          : `${t(`shift.difference.${difference.kind}`)} ${plainAmount(difference.amount)}`}
      </Tag>
      <IconButton icon={Printer} label={t('shift.show', { name })} onClick={onShow} />
    </li>
  )
}

export function ZDialog({ shiftId, onClose }: { shiftId: string; onClose: () => void }) {
  const t = useText()
  const words = usePrintContext()
  const { isSupervisor } = useCurrentUser()
  const { data: report } = useQuery(zReportQuery(shiftId))
  if (!report) return null
  return (
    <ReportDialog
      heading={t('shift.zNumber', { number: formatZNumber(report.number) })}
      paper={zDocument(report, words)}
      onClose={onClose}
    >
      {isSupervisor && <NoteForm shiftId={shiftId} />}
    </ReportDialog>
  )
}
