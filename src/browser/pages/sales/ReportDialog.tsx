import { useQuery } from '@tanstack/react-query'
import { Copy, Mail, Printer } from 'lucide-react'
import { useState } from 'react'

import type { Sale } from '#domain/sale/sale.ts'
import { sessionQuery } from '../../api/session.ts'
import { printDocument, type PrintOutcome } from '../../printing/print.ts'
import { formatSaleNumber } from '../../i18n/format-sale-number.ts'
import { useText } from '../../i18n/use-text.ts'
import { supportReport, supportMailLink } from '../../sale/documents/support-report.ts'
import { usePrintContext } from '../../sale/documents/use-print-context.ts'
import { Dialog } from '../../ui/Dialog.tsx'

type ReportDialogProps = { sale: Sale; onClose: () => void }

/** What support needs to look into a sale: to read, to print, to mail or to copy. */
export function ReportDialog({ sale, onClose }: ReportDialogProps) {
  const t = useText()
  const words = usePrintContext()
  const { data: timeZone = 'UTC' } = useQuery({ ...sessionQuery, select: (session) => session.timeZone })
  const packet = supportReport(sale, words, timeZone)
  const [said, setSaid] = useState<
    'supportReport.printed' | 'delivery.notPrinted' | 'supportReport.copied' | 'supportReport.notCopied'
  >()
  const [isPrinting, setIsPrinting] = useState(false)

  const print = async () => {
    setIsPrinting(true)
    setSaid(wordsOf(await printDocument(packet.paper)))
    setIsPrinting(false)
  }
  const copy = async () => {
    const isCopied = await navigator.clipboard?.writeText(packet.text).then(
      () => true,
      () => false,
    )
    setSaid(isCopied ? 'supportReport.copied' : 'supportReport.notCopied')
  }

  return (
    <Dialog heading={t('supportReport.heading', { number: formatSaleNumber(sale.number) })} onClose={onClose}>
      <p className="muted mt-2">{t('supportReport.hint')}</p>
      <textarea className="report" readOnly rows={12} dir="auto" aria-label={packet.subject} value={packet.text} />
      <p className="small" role="status">
        {said && t(said)}
      </p>
      <div className="report__actions">
        <button type="button" className="btn btn--lg" onClick={onClose}>
          {t('shell.close')}
        </button>
        <button type="button" className="btn btn--lg" onClick={() => void copy()}>
          <Copy className="ic" size={20} aria-hidden="true" /> {t('supportReport.copy')}
        </button>
        <button
          type="button"
          className="btn btn--lg"
          aria-disabled={isPrinting}
          onClick={() => !isPrinting && void print()}
        >
          <Printer className="ic" size={20} aria-hidden="true" /> {t('supportReport.print')}
        </button>
        <a className="btn btn--lg btn--act" href={supportMailLink(words.point?.supportEmail ?? '', packet)}>
          <Mail className="ic" size={20} aria-hidden="true" /> {t('supportReport.mail')}
        </a>
      </div>
    </Dialog>
  )
}

/** Nobody can tell whether the browser's print came out: nothing is said of it. */
function wordsOf({ by }: PrintOutcome): 'supportReport.printed' | 'delivery.notPrinted' | undefined {
  if (by === 'browser') return undefined
  return by === 'printer' ? 'supportReport.printed' : 'delivery.notPrinted'
}
