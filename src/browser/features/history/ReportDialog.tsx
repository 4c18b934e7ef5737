import { useQuery } from '@tanstack/react-query'
import { Copy, Mail, Printer } from 'lucide-react'
import { useState } from 'react'

import type { Sale } from '#domain/sale/sale.ts'
import { sessionQuery } from '../../api/session.ts'
import { printPaper, type PrintOutcome } from '../../device/print-paper.ts'
import { formatSaleNumber } from '../../i18n/format-sale-number.ts'
import { useText } from '../../i18n/use-text.ts'
import { disputePacket, supportMailLink } from '../../papers/dispute-packet.ts'
import { usePaperWords } from '../../papers/use-paper-words.ts'
import { Dialog } from '../../ui/Dialog.tsx'

type ReportDialogProps = { sale: Sale; onClose: () => void }

/** What support needs to look into a sale: to read, to print, to mail or to copy. */
export function ReportDialog({ sale, onClose }: ReportDialogProps) {
  const t = useText()
  const words = usePaperWords()
  const { data: timeZone = 'UTC' } = useQuery({ ...sessionQuery, select: (session) => session.timeZone })
  const packet = disputePacket(sale, words, timeZone)
  const [said, setSaid] = useState<'report.printed' | 'code.notPrinted' | 'report.copied' | 'report.notCopied'>()
  const [isPrinting, setIsPrinting] = useState(false)

  const print = async () => {
    setIsPrinting(true)
    setSaid(wordsOf(await printPaper(packet.paper)))
    setIsPrinting(false)
  }
  const copy = async () => {
    const isCopied = await navigator.clipboard?.writeText(packet.text).then(
      () => true,
      () => false,
    )
    setSaid(isCopied ? 'report.copied' : 'report.notCopied')
  }

  return (
    <Dialog heading={t('report.heading', { number: formatSaleNumber(sale.number) })} onClose={onClose}>
      <p className="muted mt-2">{t('report.hint')}</p>
      <textarea className="report" readOnly rows={12} dir="auto" aria-label={packet.subject} value={packet.text} />
      <p className="small" role="status">
        {said && t(said)}
      </p>
      <div className="report__actions">
        <button type="button" className="btn btn--lg" onClick={onClose}>
          {t('shell.close')}
        </button>
        <button type="button" className="btn btn--lg" onClick={() => void copy()}>
          <Copy className="ic" size={20} aria-hidden="true" /> {t('report.copy')}
        </button>
        <button
          type="button"
          className="btn btn--lg"
          aria-disabled={isPrinting}
          onClick={() => !isPrinting && void print()}
        >
          <Printer className="ic" size={20} aria-hidden="true" /> {t('report.print')}
        </button>
        <a className="btn btn--lg btn--act" href={supportMailLink(words.point?.supportEmail ?? '', packet)}>
          <Mail className="ic" size={20} aria-hidden="true" /> {t('report.mail')}
        </a>
      </div>
    </Dialog>
  )
}

/** Nobody can tell whether the browser's print came out: nothing is said of it. */
function wordsOf({ by }: PrintOutcome): 'report.printed' | 'code.notPrinted' | undefined {
  if (by === 'browser') return undefined
  return by === 'printer' ? 'report.printed' : 'code.notPrinted'
}
