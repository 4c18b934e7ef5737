import { useQuery } from '@tanstack/react-query'
import { EyeOff, Info } from 'lucide-react'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'

import type { OpenShiftAnswer, ZReport } from '#api/shifts.ts'
import { sessionQuery } from '../../api/session.ts'
import { drawerQuery, useCountDrawer } from '../../api/shifts.ts'
import { useServerNow } from '../../api/status.ts'
import { useCurrentUser, shortName } from '../../lib/current-user.ts'
import { formatTime } from '../../i18n/format-time.ts'
import { useFormats } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { NotFound } from '../../NotFound.tsx'
import { paths } from '../../paths.ts'
import { usePrintContext } from '../../sale/documents/print-context.ts'
import { printDocument } from '../../printing/print.ts'
import { PrintNotice } from '../../printing/PrintProblems.tsx'
import { usePrint } from '../../printing/use-print.ts'
import { ReportPaper } from '../../shift/ShiftDialogs.tsx'
import { CashRow } from '../../shift/ShiftPanel.tsx'
import { formatZNumber, zDocument } from '../../shift/report-document.ts'
import { useAnnouncement } from '../../ui/announce.ts'
import { Async, Problem } from '../../ui/Async.tsx'
import { Button, ButtonLink } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageLayout } from '../../ui/PageLayout.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { CloseSteps, ComparePage } from './ComparePage.tsx'
import { CountPanel, CountSheet } from './CountSheet.tsx'
import { useCount } from './use-count.ts'

export default function CloseShiftPage() {
  const t = useText()
  const [search] = useSearchParams()
  const terminal = search.get('till') ?? undefined
  const { data: hasDrawer } = useQuery({ ...sessionQuery, select: ({ settings }) => settings?.drawer === true })
  const drawer = useQuery({ ...drawerQuery(terminal), enabled: hasDrawer === true })
  const [report, setReport] = useState<ZReport>()
  const printing = usePrint(printDocument)
  if (hasDrawer === false) return <NotFound />
  if (report) return <ClosedPage report={report} printing={printing} />
  const { data } = drawer
  if (data?.shift?.comparison)
    return (
      <ComparePage
        shift={data.shift}
        comparison={data.shift.comparison}
        number={data.nextNumber}
        terminal={terminal}
        onClosed={(written, words) => {
          setReport(written)
          void printing.print(zDocument(written, words), { opensDrawer: false })
        }}
      />
    )
  if (data?.shift) return <CountPage shift={data.shift} terminal={terminal} />
  return (
    <PageLayout title={t('shift.closeShift')}>
      <Async query={drawer} loading="shift.reading">
        {() => (
          <Notice tone="info" heading={t('shift.none')}>
            <div className="mt-2">
              <ButtonLink to={paths.shift()}>{t('shift.title')}</ButtonLink>
            </div>
          </Notice>
        )}
      </Async>
    </PageLayout>
  )
}

/** A blind count: neither this page nor the server's response has the expected amount before the count is sent. */
function CountPage({ shift, terminal }: { shift: OpenShiftAnswer; terminal: string | undefined }) {
  const t = useText()
  const formats = useFormats()
  const { person } = useCurrentUser()
  const now = useServerNow()
  const count = useCount(shift.start.currency)
  const send = useCountDrawer(terminal)
  return (
    <PageLayout
      title={t('shift.closeShift')}
      actions={<CloseSteps current={0} />}
      panel={
        <CountPanel
          count={count}
          action={t('shift.step.compare')}
          pending={send.isPending}
          onAction={() => send.mutate({ shiftId: shift.id, count: count.body() })}
        >
          <Problem error={send.error} words={BUSY} />
        </CountPanel>
      }
    >
      <CountSheet count={count}>
        <Notice tone="info" icon={<EyeOff size={24} aria-hidden />} heading={t('shift.countFirst')}>
          {t('shift.countFirst.next', { start: formats.money(shift.start) })}
        </Notice>
        <dl className="rounded-3 border-1 border-line bg-surface p-4">
          <CashRow label={t('shift.till')}>
            <bdi>{shift.terminal.name}</bdi>
          </CashRow>
          <CashRow label={t('shift.shift')}>
            {t('shift.fromTo', { from: formatTime(shift.openedAt), to: formatTime(now) })}
          </CashRow>
          <CashRow label={t('shift.countedBy')}>
            <bdi>{shortName(person.name)}</bdi>
          </CashRow>
        </dl>
      </CountSheet>
      <p className="mt-auto flex items-center gap-2 text-1 text-ink-2">
        <Info size={20} className="shrink-0" aria-hidden />
        {t('shift.pauses')}
      </p>
    </PageLayout>
  )
}

/** A sale is being sent, which is the only state that forbids a count. */
const BUSY = { 'wrong-state': 'shift.busy' } as const

function ClosedPage({
  report,
  printing,
}: {
  report: ZReport
  printing: ReturnType<typeof usePrint<Parameters<typeof printDocument>>>
}) {
  const t = useText()
  const words = usePrintContext()
  const paper = zDocument(report, words)
  const name = t('shift.zNumber', { number: formatZNumber(report.number) })
  useAnnouncement(t('shift.closed', { name }))
  return (
    <PageLayout
      title={t('shift.closeShift')}
      actions={<CloseSteps current={2} />}
      panel={
        <SidePanel
          label={name}
          foot={
            <>
              <Button
                size="lg"
                pending={printing.isPrinting}
                onClick={() => void printing.print(paper, { opensDrawer: false })}
              >
                {t('shift.printAgain')}
              </Button>
              <ButtonLink variant="primary" size="xl" amount="" to={paths.shift()}>
                {t('shift.done')}
              </ButtonLink>
            </>
          }
        >
          <ReportPaper paper={paper} name={name} />
        </SidePanel>
      }
    >
      <Notice tone="ok" heading={t('shift.closed', { name })}>
        {t('shift.closed.next')}
      </Notice>
      {printing.outcome?.by !== 'printer' && <PrintNotice outcome={printing.outcome} />}
    </PageLayout>
  )
}
