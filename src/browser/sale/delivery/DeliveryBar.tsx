import { CircleCheck, CircleHelp, Copy, Printer, PrinterX, Share2, TicketX } from 'lucide-react'

import { failureMessage } from '../../api/failure-message.ts'
import { useText } from '../../i18n/use-text.ts'
import { FailedPrintMethods, NoticeRow, RowButton, PrintQuestion } from './NoticeRow.tsx'
import type { DeliveryNotice } from './use-delivery-methods.ts'
import type { Delivery } from './use-delivery.ts'

type DeliveryBarProps = {
  /** Whether codes are on paper is asked until it is answered, whoever looks. */
  handOut: Delivery
  /** What else can be done where nothing was printed. */
  otherwise: string
}

/** What became of the last print, copy or share of one code or of many, and what only the person can tell. */
export function DeliveryBar(props: DeliveryBarProps) {
  const t = useText()
  const { sales, isFreeToPrint, told, noteError, isNoting, noteAgain } = props.handOut
  // Of a printer in the network only the proxy knows more.
  const isAskedByProxy = sales.some(({ print }) => print?.printer !== undefined)
  return (
    // It is there before the first row, so that each row is heard when it comes.
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
          // What broke off may be half a paper: that is asked until somebody has looked.
          {...(!hasCode && !told.isBroken && { onOver: dismiss })}
        >
          {t(told.isBroken ? 'delivery.didPrintInterrupted' : 'delivery.didPrint')}
        </NoticeRow>
      )
    case 'unclear':
      // The sale asks.
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
