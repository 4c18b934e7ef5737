import { useQuery } from '@tanstack/react-query'
import { Copy, Headset, Mail, Printer, Share2, X } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import { findSaleId, type SaleId } from '#domain/sale/id.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { isSummary, type SaleSummary } from '#domain/sale/summary.ts'
import { sessionQuery } from '../../api/session.ts'
import { saleQuery } from '../../api/sale.ts'
import { foundSaleQuery } from '../../api/sale-lists.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { ServerFailure } from '../../api/request.ts'
import { formatSaleNumber } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { problemOfPrint, type PrintProblem } from '../../printing/print.ts'
import { copyText } from '../../printing/share.ts'
import { usePrint } from '../../printing/use-print.ts'
import { actionOfSale, SALE_ACTION_ICONS } from '../../sale/SaleRowParts.tsx'
import { askFor } from '../../sale/delivery/asked-delivery.ts'
import { SaleTimeline } from '../../sale/SaleTimeline.tsx'
import { SellAgainButton } from '../../sale/SellAgainButton.tsx'
import { supportMailLink, supportReport } from '../../sale/documents/support-report.ts'
import { usePrintContext } from '../../sale/documents/print-context.ts'
import { usePrintOfSale } from '../../sale/documents/use-print-of-sale.ts'
import { usePrintRight } from '../../sale/use-sale-rights.ts'
import { Button, ButtonAnchor, ButtonLink, IconButton } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Drawer } from '../../ui/Drawer.tsx'
import { TextArea } from '../../ui/TextInput.tsx'
import { ColleagueSummary, DrawerSummary } from './DrawerSummary.tsx'

type SaleDrawerProps = {
  saleId: string
  search: string
  /** The list's summary of a colleague's sale, which is not read again. */
  listed: SaleSummary | undefined
}

/** Details of a sale over the list, which is inert while they are open. */
export function SaleDrawer({ saleId, search, listed }: SaleDrawerProps) {
  const onClose = useClose(search)
  const id = findSaleId(saleId)
  return id ? <KnownSale id={id} listed={listed} onClose={onClose} /> : <NoDetails why="missing" onClose={onClose} />
}

type OpenProps = { onClose: () => void }

function KnownSale({ id, listed, onClose }: OpenProps & { id: SaleId; listed: SaleSummary | undefined }) {
  const t = useText()
  const { sale, why } = useSaleDetails(id, listed)
  if (!sale) return <NoDetails why={why} onClose={onClose} />
  const close = <CloseButton onClose={onClose} />
  const label = t('salesList.saleNumber', { number: formatSaleNumber(sale) })
  return isSummary(sale) ? (
    <Drawer label={label} onClose={onClose}>
      <ColleagueSummary summary={sale} end={close} />
      <p className="px-2 text-ink-2">{t('salesList.byNumber')}</p>
    </Drawer>
  ) : (
    <Drawer label={label} foot={<Actions sale={sale} />} onClose={onClose}>
      <DrawerSummary sale={sale} end={close} />
      <SaleTimeline sale={sale} place="tray" />
    </Drawer>
  )
}

type Why = 'reading' | 'missing' | { error: Error }

function NoDetails({ why, onClose }: OpenProps & { why: Why }) {
  const t = useText()
  return (
    <Drawer label={t('salesList.details')} onClose={onClose}>
      <div className="flex items-center justify-between gap-3">
        {why === 'reading' ? (
          <p role="status">{t('salesList.opening')}</p>
        ) : why === 'missing' ? (
          <h2 className="text-4">{t('salesList.noneFound')}</h2>
        ) : (
          <p role="alert">{t(failureMessage(why.error))}</p>
        )}
        <CloseButton onClose={onClose} />
      </div>
    </Drawer>
  )
}

function CloseButton({ onClose }: OpenProps) {
  const t = useText()
  return (
    <span className="-me-3">
      <IconButton icon={X} label={t('shell.close')} onClick={onClose} />
    </span>
  )
}

function Actions({ sale }: { sale: Sale }) {
  const t = useText()
  const [isReporting, setIsReporting] = useState(false)
  const action = actionOfSale(sale, usePrintRight(sale))
  return (
    <>
      <div className="grid auto-cols-fr grid-flow-col gap-3 has-[>:nth-child(4)]:grid-flow-row has-[>:nth-child(4)]:grid-cols-2">
        <ButtonLink
          variant={action === 'details' ? 'secondary' : 'primary'}
          size="lg"
          icon={SALE_ACTION_ICONS[action]}
          to={paths.sale(sale.id)}
          state={action === 'reprint' ? askFor('print') : undefined}
        >
          {t(action === 'details' ? 'openItems.open' : `salesList.${action}`)}
        </ButtonLink>
        {action === 'reprint' && (
          <ButtonLink size="lg" icon={Share2} to={paths.sale(sale.id)} state={askFor('share')}>
            {t('delivery.share')}
          </ButtonLink>
        )}
        <SellAgainButton sale={sale} />
        <Button size="lg" icon={Headset} onClick={() => setIsReporting(true)}>
          {t('salesList.report')}
        </Button>
      </div>
      {isReporting && <ReportDialog sale={sale} onClose={() => setIsReporting(false)} />}
    </>
  )
}

/** What this person may know about the sale. A colleague's complete sale can only be found by its number, as a summary. */
function useSaleDetails(
  id: SaleId,
  listed: SaleSummary | undefined,
): { sale: Sale | SaleSummary; why?: never } | { sale?: never; why: Why } {
  const own = useQuery({ ...saleQuery(id), enabled: !listed })
  const isNotOwn = own.error instanceof ServerFailure && own.error.failure.code === 'not-found'
  const found = useQuery({ ...foundSaleQuery(id), enabled: isNotOwn && !listed })
  const sale = listed ?? (isNotOwn ? found.data : own.data)
  if (sale) return { sale }
  if (sale === null) return { why: 'missing' }
  const error = isNotOwn ? found.error : own.error
  return { why: error ? { error } : 'reading' }
}

function useClose(search: string): () => void {
  const navigate = useNavigate()
  const { state } = useLocation()
  const isOverList = typeof state === 'object' && state !== null && 'isOverList' in state
  return () => {
    if (isOverList) void navigate(-1)
    else void navigate({ pathname: paths.sales(), search }, { replace: true })
  }
}

function ReportDialog({ sale, onClose }: { sale: Sale; onClose: () => void }) {
  const t = useText()
  const words = usePrintContext()
  const { data: timeZone = 'UTC' } = useQuery({ ...sessionQuery, select: (session) => session.timeZone })
  const report = supportReport(sale, words, timeZone)
  const { print, isPrinting } = usePrint(usePrintOfSale(sale.id))
  const [said, setSaid] = useState<
    'supportReport.printed' | 'supportReport.copied' | 'supportReport.notCopied' | PrintProblem
  >()

  const printReport = async () => {
    const outcome = await print(report.paper, 'report')
    // A browser print cannot be confirmed, so no result is shown.
    setSaid(outcome.by === 'printer' ? 'supportReport.printed' : problemOfPrint(outcome))
  }
  const copy = async () => {
    setSaid((await copyText(report.text)) ? 'supportReport.copied' : 'supportReport.notCopied')
  }

  return (
    <Dialog
      heading={t('supportReport.heading', { number: formatSaleNumber(sale) })}
      size="wide"
      onClose={onClose}
      foot={
        // Each button is as wide as its label, so that all labels fit on one line.
        <div className="grid gap-3 *:flex-auto sm:flex sm:gap-2">
          <Button size="lg" onClick={onClose}>
            {t('shell.close')}
          </Button>
          <Button size="lg" icon={Copy} onClick={() => void copy()}>
            {t('supportReport.copy')}
          </Button>
          <Button size="lg" icon={Printer} pending={isPrinting} onClick={() => void printReport()}>
            {t('supportReport.print')}
          </Button>
          <ButtonAnchor
            variant="primary"
            size="lg"
            icon={Mail}
            href={supportMailLink(words.point?.supportEmail ?? '', report)}
          >
            {t('supportReport.mail')}
          </ButtonAnchor>
        </div>
      }
    >
      <p className="text-ink-2">{t('supportReport.hint')}</p>
      <TextArea readOnly rows={12} aria-label={report.subject} value={report.text} />
      <p className="min-h-5 text-1" role="status">
        {said && t(said)}
      </p>
    </Dialog>
  )
}
