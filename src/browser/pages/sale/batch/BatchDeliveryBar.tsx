import '../../../styles/codes.css'

import { CircleHelp, Printer, PrinterX, TicketX } from 'lucide-react'

import { failureMessage } from '../../../api/failure-message.ts'
import { FailedPrintMethods } from '../../../sale/delivery/FailedPrintMethods.tsx'
import { FocusedButton } from '../../../sale/delivery/FocusedButton.tsx'
import { NotRecordedBar, NoticeBar } from '../../../sale/delivery/NoticeBar.tsx'
import type { BatchDelivery, BatchDeliveryNotice } from '../../../sale/delivery/use-batch-delivery.ts'
import { useText } from '../../../i18n/use-text.ts'

/** What became of printing all codes, and what only the person can tell. */
export function BatchDeliveryBar({ handOut }: { handOut: BatchDelivery }) {
  const { told, noteError, isNoting, noteAgain } = handOut
  return (
    <>
      {noteError !== undefined && <NotRecordedBar error={noteError} isNoting={isNoting} onAgain={noteAgain} />}
      {told && <Told told={told} handOut={handOut} />}
    </>
  )
}

function Told({ told, handOut }: { told: BatchDeliveryNotice; handOut: BatchDelivery }) {
  const t = useText()
  const { canPrint, print, confirmPrinted, confirmGiven } = handOut
  const printer = <Printer className="ic" size={20} aria-hidden="true" />
  const again = (
    <button type="button" aria-disabled={!canPrint} onClick={print}>
      {t('delivery.printAgain')}
    </button>
  )
  switch (told.kind) {
    case 'printing':
      return <NoticeBar icon={printer}>{t('delivery.printing')}</NoticeBar>
    case 'asked':
      return (
        <NoticeBar
          icon={printer}
          more={<FailedPrintMethods failed={told.failed} />}
          action={
            <>
              <FocusedButton onPress={confirmPrinted}>
                {t('delivery.didPrintYes')} <kbd className="kbd">Enter</kbd>
              </FocusedButton>
              {again}
            </>
          }
        >
          {t(told.isBroken ? 'delivery.didPrintInterrupted' : 'delivery.didPrint')}
        </NoticeBar>
      )
    case 'printed':
      return <NoticeBar icon={printer}>{t('batch.printed', { count: told.count })}</NoticeBar>
    case 'not-printed':
      return (
        <NoticeBar
          isUrgent
          icon={<PrinterX className="ic" size={20} aria-hidden="true" />}
          more={
            <>
              <FailedPrintMethods failed={told.failed} />
              <span className="block">{t('batch.openEach')}</span>
            </>
          }
          action={again}
        >
          {t('delivery.notPrinted')}
        </NoticeBar>
      )
    case 'no-code':
      return (
        <NoticeBar
          isUrgent
          icon={<TicketX className="ic" size={20} aria-hidden="true" />}
          more={
            <>
              {told.error !== undefined && <span className="block">{t(failureMessage(told.error))}</span>}
              <span className="block">{t('batch.openEach')}</span>
            </>
          }
          action={again}
        >
          {t('batch.noCode', { line: told.line })}
        </NoticeBar>
      )
    case 'given-asked':
      return (
        <NoticeBar
          isUrgent
          icon={<CircleHelp className="ic" size={20} aria-hidden="true" />}
          action={
            <button type="button" onClick={confirmGiven}>
              {t('batch.givenYes')}
            </button>
          }
        >
          {t('batch.neverShown', { count: told.neverShown })}
        </NoticeBar>
      )
  }
}
