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
import { Button, ButtonAnchor } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { TextArea } from '../../ui/TextInput.tsx'

type ReportDialogProps = { sale: Sale; onClose: () => void }

/** What support needs to look into a sale: to read, to print, to mail or to copy. */
export function ReportDialog({ sale, onClose }: ReportDialogProps) {
  const t = useText()
  const words = usePrintContext()
  const { data: timeZone = 'UTC' } = useQuery({ ...sessionQuery, select: (session) => session.timeZone })
  const report = supportReport(sale, words, timeZone)
  const [said, setSaid] = useState<
    'supportReport.printed' | 'delivery.notPrinted' | 'supportReport.copied' | 'supportReport.notCopied'
  >()
  const [isPrinting, setIsPrinting] = useState(false)

  const print = async () => {
    setIsPrinting(true)
    setSaid(wordsOf(await printDocument(report.paper)))
    setIsPrinting(false)
  }
  const copy = async () => {
    const isCopied = await navigator.clipboard?.writeText(report.text).then(
      () => true,
      () => false,
    )
    setSaid(isCopied ? 'supportReport.copied' : 'supportReport.notCopied')
  }

  return (
    <Dialog
      heading={t('supportReport.heading', { number: formatSaleNumber(sale.number) })}
      size="wide"
      onClose={onClose}
      actions={
        <>
          <Button size="lg" onClick={onClose}>
            {t('shell.close')}
          </Button>
          <Button size="lg" icon={Copy} onClick={() => void copy()}>
            {t('supportReport.copy')}
          </Button>
          <Button size="lg" icon={Printer} pending={isPrinting} onClick={() => void print()}>
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
        </>
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

/** Nobody can tell whether the browser's print came out, so nothing is said about it. */
function wordsOf({ by }: PrintOutcome): 'supportReport.printed' | 'delivery.notPrinted' | undefined {
  if (by === 'browser') return undefined
  return by === 'printer' ? 'supportReport.printed' : 'delivery.notPrinted'
}
