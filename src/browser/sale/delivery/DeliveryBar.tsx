import { CircleCheck, CircleHelp, Copy, Printer, PrinterX, Share2, TicketX } from 'lucide-react'

import { failureMessage } from '../../api/failure-message.ts'
import { useText } from '../../i18n/use-text.ts'
import { FailedPrintMethods, NoticeRow, RowButton, PrintQuestion } from './NoticeRow.tsx'
import type { DeliveryNotice } from './use-delivery-methods.ts'
import type { Delivery } from './use-delivery.ts'

type DeliveryBarProps = {
  /** Asks whether codes were printed until someone answers. */
  delivery: Delivery
  otherwise: string
}

export function DeliveryBar(props: DeliveryBarProps) {
  const t = useText()
  const { sales, isFreeToPrint, notice, saveError, isSaving, saveAgain } = props.delivery
  // Only the server knows more about a network printer.
  const isAskedByServer = sales.some(({ print }) => print?.printer !== undefined)
  return (
    // The live region must exist before its rows.
    <div aria-live="polite" className="contents">
      {saveError !== null && saveError !== undefined && (
        <NoticeRow isUrgent action={<RowButton text={t('delivery.saveAgain')} isOff={isSaving} onPress={saveAgain} />}>
          {`${t('delivery.notSaved')} ${t(failureMessage(saveError))}`}
        </NoticeRow>
      )}
      {sales.map(
        (sale) =>
          !isFreeToPrint(sale) && (
            <PrintQuestion
              key={sale.id}
              sale={sale}
              failed={notice?.kind === 'unclear' ? notice.failed : []}
              isPrintingHere={notice?.kind === 'printing'}
            />
          ),
      )}
      {notice && !(notice.kind === 'asked' && isAskedByServer) && <DeliveryNoticeRow {...props} notice={notice} />}
    </div>
  )
}

function DeliveryNoticeRow({ notice, delivery, otherwise }: DeliveryBarProps & { notice: DeliveryNotice }) {
  const t = useText()
  const { confirmPrinted, dismiss, canPrint, print, hasCode, giveNow } = delivery
  const again = <RowButton text={t('delivery.printAgain')} isOff={!canPrint} onPress={print} />
  switch (notice.kind) {
    case 'printing':
      return <NoticeRow icon={Printer}>{t('delivery.printing')}</NoticeRow>
    case 'asked':
      return (
        <NoticeRow
          key="asked"
          icon={Printer}
          more={<FailedPrintMethods failed={notice.failed} />}
          action={
            <>
              {again}
              <RowButton text={t('delivery.didPrintYes')} isFocused onPress={confirmPrinted} />
            </>
          }
          // An interrupted print may be partial, so the question stays until someone has checked.
          {...(!hasCode && !notice.isBroken && { onOver: dismiss })}
        >
          {t(notice.isBroken ? 'delivery.didPrintInterrupted' : 'delivery.didPrint')}
        </NoticeRow>
      )
    case 'unclear':
      return null
    case 'printed':
      return (
        <NoticeRow key="printed" icon={Printer} action={notice.count === 1 && again} onOver={dismiss}>
          {notice.count === 1 ? t('delivery.printed') : t('batch.printed', { count: notice.count })}
        </NoticeRow>
      )
    case 'not-printed':
      return (
        <NoticeRow
          isUrgent
          icon={PrinterX}
          more={
            <>
              <FailedPrintMethods failed={notice.failed} />
              <p>{otherwise}</p>
            </>
          }
          action={again}
        >
          {t('delivery.notPrinted')}
        </NoticeRow>
      )
    case 'no-code':
      return (
        <NoticeRow
          isUrgent
          icon={TicketX}
          more={
            <>
              {notice.error !== undefined && <p>{t(failureMessage(notice.error))}</p>}
              {notice.isPrint && <p>{otherwise}</p>}
            </>
          }
          action={notice.isPrint && again}
        >
          {t(notice.isPrint ? 'batch.noCode' : 'batch.notShown', { line: notice.line })}
        </NoticeRow>
      )
    case 'given-asked':
      return (
        <NoticeRow
          isUrgent
          icon={CircleHelp}
          action={<RowButton text={t('batch.givenYes')} onPress={() => void giveNow()} />}
        >
          {t('batch.neverShown', { count: notice.neverShown })}
        </NoticeRow>
      )
    case 'copied':
    case 'shared':
      return (
        <NoticeRow key={notice.kind} icon={notice.kind === 'copied' ? Copy : CircleCheck} onOver={dismiss}>
          {t(`delivery.${notice.kind}`)}
        </NoticeRow>
      )
    case 'copy-failed':
    case 'share-failed': {
      const isCopy = notice.kind === 'copy-failed'
      return (
        <NoticeRow isUrgent icon={isCopy ? Copy : Share2}>
          {t(isCopy ? 'delivery.copyFailed' : 'delivery.shareFailed')}
        </NoticeRow>
      )
    }
  }
}
