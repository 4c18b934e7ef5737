import { CircleCheck, CircleHelp, Copy, Printer, PrinterX, Share2, TicketX } from 'lucide-react'

import type { Sale } from '#domain/sale/sale.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { useText } from '../../i18n/use-text.ts'
import { FailedPrintMethods, NoticeRow, RowButton, PrintQuestion } from './NoticeRow.tsx'
import type { DeliveryNotice } from './use-delivery-methods.ts'

type DeliveryBarProps = {
  /** Whose codes may be on paper: whether they are is asked until it is answered, whoever looks. */
  sales: readonly Sale[]
  handing: {
    told: DeliveryNotice | undefined
    /** A person has seen it on paper. */
    confirmPrinted: () => void
    dismiss: () => void
    /** That it was handed over could not be written down. */
    noteError: unknown
    isNoting: boolean
    noteAgain: () => void
  }
  canPrint: boolean
  onPrint: () => void
  /** Codes are on the paper: whether it came out is asked until it is answered. */
  hasCode: boolean
  /** What else can be done where nothing was printed. */
  otherwise: string
  /** They were given although some of them were never shown. */
  onGiven?: () => void
}

/** What became of the last print, copy or share of one code or of many, and what only the person can tell. */
export function DeliveryBar(props: DeliveryBarProps) {
  const t = useText()
  const { told, noteError, isNoting, noteAgain } = props.handing
  // Of a printer in the network only the proxy knows more.
  const isAskedByProxy = props.sales.some(({ print }) => print?.printer !== undefined)
  return (
    // It is there before the first row, so that each row is heard when it comes.
    <div aria-live="polite" className="contents">
      {noteError !== null && noteError !== undefined && (
        <NoticeRow isUrgent action={<RowButton text={t('delivery.saveAgain')} isOff={isNoting} onPress={noteAgain} />}>
          {`${t('delivery.notSaved')} ${t(failureMessage(noteError))}`}
        </NoticeRow>
      )}
      {props.sales
        .filter(({ id, print }) => print && !(told?.kind === 'asked' && print.way && told.sales.includes(id)))
        .map((sale) => (
          <PrintQuestion
            key={sale.id}
            sale={sale}
            failed={told?.kind === 'unclear' ? told.failed : []}
            isPrintingHere={told?.kind === 'printing'}
          />
        ))}
      {told && !(told.kind === 'asked' && isAskedByProxy) && <Told {...props} told={told} />}
    </div>
  )
}

function Told({
  told,
  handing: { confirmPrinted, dismiss },
  canPrint,
  onPrint,
  hasCode,
  otherwise,
  onGiven,
}: DeliveryBarProps & { told: DeliveryNotice }) {
  const t = useText()
  const again = <RowButton text={t('delivery.printAgain')} isOff={!canPrint} onPress={onPrint} />
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
          action={onGiven && <RowButton text={t('batch.givenYes')} onPress={onGiven} />}
        >
          {t('batch.neverShown', { count: told.neverShown })}
        </NoticeRow>
      )
    case 'copied':
      return (
        <NoticeRow key="copied" icon={Copy} onOver={dismiss}>
          {t('delivery.copied')}
        </NoticeRow>
      )
    case 'copy-failed':
      return (
        <NoticeRow isUrgent icon={Copy}>
          {t('delivery.copyFailed')}
        </NoticeRow>
      )
    case 'shared':
      return (
        <NoticeRow key="shared" icon={CircleCheck} onOver={dismiss}>
          {t('delivery.shared')}
        </NoticeRow>
      )
    case 'share-failed':
      return (
        <NoticeRow isUrgent icon={Share2}>
          {t('delivery.shareFailed')}
        </NoticeRow>
      )
  }
}
