import '../../styles/codes.css'

import { CircleCheck, Copy, Printer, PrinterX, Share2 } from 'lucide-react'

import { useText } from '../../i18n/use-text.ts'
import { FailedPrintMethods } from './FailedPrintMethods.tsx'
import { FocusedButton } from './FocusedButton.tsx'
import { NotRecordedBar, NoticeBar } from './NoticeBar.tsx'
import type { Delivery } from './use-delivery.ts'
import type { DeliveryNotice } from './use-delivery-methods.ts'

/** What became of the last print, copy or share, and what only the person can tell. */
export function DeliveryBar({ handOut }: { handOut: Delivery }) {
  const { handing } = handOut
  return (
    <>
      {handing.noteError !== null && (
        <NotRecordedBar error={handing.noteError} isNoting={handing.isNoting} onAgain={handing.noteAgain} />
      )}
      {handing.told && <Told told={handing.told} handOut={handOut} />}
    </>
  )
}

function Told({ told, handOut }: { told: DeliveryNotice; handOut: Delivery }) {
  const t = useText()
  const { handing, print, canPrint, sale } = handOut
  const again = (
    <button type="button" aria-disabled={!canPrint} onClick={print}>
      {t('delivery.printAgain')}
    </button>
  )
  switch (told.kind) {
    case 'printing':
      return (
        <NoticeBar icon={<Printer className="ic" size={20} aria-hidden="true" />}>{t('delivery.printing')}</NoticeBar>
      )
    case 'asked':
      return (
        <NoticeBar
          icon={<Printer className="ic" size={20} aria-hidden="true" />}
          more={<FailedPrintMethods failed={told.failed} />}
          action={
            <>
              <FocusedButton onPress={handing.confirmPrinted}>
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
      return (
        <NoticeBar icon={<Printer className="ic" size={20} aria-hidden="true" />} action={again}>
          {t('delivery.printed')}
        </NoticeBar>
      )
    case 'not-printed':
      return (
        <NoticeBar
          isUrgent
          icon={<PrinterX className="ic" size={20} aria-hidden="true" />}
          more={
            <>
              <FailedPrintMethods failed={told.failed} />
              <span className="block">
                {t(sale.voucher === undefined ? 'delivery.showScreen' : 'delivery.photograph')}
              </span>
            </>
          }
          action={again}
        >
          {t('delivery.notPrinted')}
        </NoticeBar>
      )
    case 'copied':
      return <NoticeBar icon={<Copy className="ic" size={20} aria-hidden="true" />}>{t('delivery.copied')}</NoticeBar>
    case 'copy-failed':
      return (
        <NoticeBar isUrgent icon={<Copy className="ic" size={20} aria-hidden="true" />}>
          {t('delivery.copyFailed')}
        </NoticeBar>
      )
    case 'shared':
      return (
        <NoticeBar icon={<CircleCheck className="ic" size={20} aria-hidden="true" />}>{t('delivery.shared')}</NoticeBar>
      )
    case 'share-failed':
      return (
        <NoticeBar isUrgent icon={<Share2 className="ic" size={20} aria-hidden="true" />}>
          {t('delivery.shareFailed')}
        </NoticeBar>
      )
  }
}
