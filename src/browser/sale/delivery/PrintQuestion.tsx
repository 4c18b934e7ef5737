import { Printer, PrinterX } from 'lucide-react'

import type { Sale } from '#domain/sale/sale.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { useAnswerPrint } from '../../api/printers.ts'
import { formatSaleNumber } from '../../i18n/format-sale.ts'
import { formatTime } from '../../i18n/format-time.ts'
import { useText } from '../../i18n/use-text.ts'
import type { FailedPrintMethod } from '../../printing/print.ts'
import { useSaleRights } from '../use-sale-rights.ts'
import { FailedPrintMethods, NoticeRow, RowButton } from './NoticeRow.tsx'

type PrintQuestionProps = {
  sale: Sale
  /** Why it is not known, if it was printed here just now. */
  failed: readonly FailedPrintMethod[]
  isPrintingHere: boolean
}

/**
 * The code of a sale left for a printer: it is being printed, or a person has to look whether it came out. The question is the proxy's, and
 * the same at each till.
 */
export function PrintQuestion({ sale, failed, isPrintingHere }: PrintQuestionProps) {
  const t = useText()
  const { mayGoOn } = useSaleRights(sale)
  const answer = useAnswerPrint(sale.id)
  const { print } = sale
  if (!print) return null
  const printer = print.printer ?? t(`printer.method.${print.way}`)
  if (!print.isUnclear) {
    return isPrintingHere ? null : <NoticeRow icon={Printer}>{t('delivery.printingAt', { printer })}</NoticeRow>
  }
  const number = formatSaleNumber(sale)
  return (
    <NoticeRow
      isUrgent
      icon={PrinterX}
      more={
        <>
          <p>{t('delivery.onPaperHint', { number, printer, time: formatTime(print.at) })}</p>
          {!mayGoOn && <p>{t('delivery.onPaperOthers', { name: sale.cashier.name })}</p>}
          {answer.error !== null && <p>{t(failureMessage(answer.error))}</p>}
          <FailedPrintMethods failed={failed} />
        </>
      }
      action={
        mayGoOn && (
          <>
            <RowButton text={t('delivery.onPaperNo')} isOff={answer.isPending} onPress={() => answer.mutate(false)} />
            <RowButton text={t('delivery.didPrintYes')} isOff={answer.isPending} onPress={() => answer.mutate(true)} />
          </>
        )
      }
    >
      {t('delivery.onPaper')}
    </NoticeRow>
  )
}
