import { CircleCheck, CircleHelp, Copy, Printer, PrinterX, Share2, TicketX } from 'lucide-react'

import { failureMessage } from '../../api/failure-message.ts'
import { useText } from '../../i18n/use-text.ts'
import { FailedPrintMethods, NoticeRow, RowButton, PrintQuestion } from './NoticeRow.tsx'
import type { DeliveryNotice } from './use-delivery-methods.ts'
import type { Delivery } from './use-delivery.ts'

type DeliveryBarProps = {
  /** Asks whether codes were printed until anyone answers. */
  handOut: Delivery
  otherwise: string
}

/** The result of the last print, copy or share, and questions that only a person can answer. */
export function DeliveryBar(props: DeliveryBarProps) {
  const t = useText()
  const { sales, isFreeToPrint, told, noteError, isNoting, noteAgain } = props.handOut
  // Only the server knows more about a network printer.
  const isAskedByProxy = sales.some(({ print }) => print?.printer !== undefined)
  return (
    // The live region must exist before its rows.
    <div aria-live="polite" className="contents">
      {noteError !== null && noteError !== undefined && (
        <NoticeRow isUrgent action={<RowButton text={t('delivery.saveAgain')} isOff={isNoting} onPress={noteAgain} />}>
          {`${t('delivery.notSaved')} ${t(failureMessage(noteError))}`}
        </NoticeRow>
      )}
      {sales.map(
        (sale) =>
          !isFreeToPrint(sale) && (
            <PrintQuestion
              key={sale.id}
              sale={sale}
              failed={told?.kind === 'unclear' ? told.failed : []}
              isPrintingHere={told?.kind === 'printing'}
            />
          ),
      )}
      {told && !(told.kind === 'asked' && isAskedByProxy) && <Told {...props} told={told} />}
    </div>
  )
}

function Told({ told, handOut, otherwise }: DeliveryBarProps & { told: DeliveryNotice }) {
  const t = useText()
  const { confirmPrinted, dismiss, canPrint, print, hasCode, giveNow } = handOut
  const again = <RowButton text={t('delivery.printAgain')} isOff={!canPrint} onPress={print} />
  switch (told.kind) {
    case 'printing':
      return <NoticeRow icon={Printer}>{t('delivery.printing')}</NoticeRow>
    case 'asked':
      return (
        <NoticeRow
          key="asked"
          icon={Printer}
          more={<FailedPrintMethods failed={told.failed} />}
          action={
            <>
              {again}
              <RowButton text={t('delivery.didPrintYes')} isFocused onPress={confirmPrinted} />
            </>
          }
          // An interrupted print may be partial, so it is asked until someone has checked.
          {...(!hasCode && !told.isBroken && { onOver: dismiss })}
        >
          {t(told.isBroken ? 'delivery.didPrintInterrupted' : 'delivery.didPrint')}
        </NoticeRow>
      )
    case 'unclear':
      return null
    case 'printed':
      return (
        <NoticeRow key="printed" icon={Printer} action={told.count === 1 && again} onOver={dismiss}>
          {told.count === 1 ? t('delivery.printed') : t('batch.printed', { count: told.count })}
        </NoticeRow>
      )
    case 'not-printed':
      return (
        <NoticeRow
          isUrgent
          icon={PrinterX}
          more={
            <>
              <FailedPrintMethods failed={told.failed} />
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
              {told.error !== undefined && <p>{t(failureMessage(told.error))}</p>}
              {told.isPrint && <p>{otherwise}</p>}
            </>
          }
          action={told.isPrint && again}
        >
          {t(told.isPrint ? 'batch.noCode' : 'batch.notShown', { line: told.line })}
        </NoticeRow>
      )
    case 'given-asked':
      return (
        <NoticeRow
          isUrgent
          icon={CircleHelp}
          action={<RowButton text={t('batch.givenYes')} onPress={() => void giveNow()} />}
        >
          {t('batch.neverShown', { count: told.neverShown })}
        </NoticeRow>
      )
    case 'copied':
    case 'shared':
      return (
        <NoticeRow key={told.kind} icon={told.kind === 'copied' ? Copy : CircleCheck} onOver={dismiss}>
          {t(`delivery.${told.kind}`)}
        </NoticeRow>
      )
    case 'copy-failed':
    case 'share-failed': {
      const isCopy = told.kind === 'copy-failed'
      return (
        <NoticeRow isUrgent icon={isCopy ? Copy : Share2}>
          {t(isCopy ? 'delivery.copyFailed' : 'delivery.shareFailed')}
        </NoticeRow>
      )
    }
  }
}
