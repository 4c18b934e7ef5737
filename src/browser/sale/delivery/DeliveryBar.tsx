import { CircleCheck, CircleHelp, Copy, Printer, PrinterX, Share2, TicketX, type LucideIcon } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { failureMessage } from '../../api/failure-message.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { PrintProblems } from '../../printing/PrintProblems.tsx'
import type { FailedPrintMethod } from '../../printing/print.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import type { DeliveryNotice } from './use-delivery-methods.ts'

const SHOWN_MS = 6_000

type DeliveryBarProps = {
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
  return (
    <>
      {noteError !== null && noteError !== undefined && (
        <NoticeRow isUrgent action={<RowButton text={t('delivery.saveAgain')} isOff={isNoting} onPress={noteAgain} />}>
          {`${t('delivery.notSaved')} ${t(failureMessage(noteError))}`}
        </NoticeRow>
      )}
      {told && <Told {...props} told={told} />}
    </>
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
          {...(!hasCode && { onOver: dismiss })}
        >
          {t(told.isBroken ? 'delivery.didPrintInterrupted' : 'delivery.didPrint')}
        </NoticeRow>
      )
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

type NoticeRowProps = {
  icon?: LucideIcon
  children: string
  more?: ReactNode
  action?: ReactNode
  isUrgent?: boolean
  /** Nothing is left to say or to answer: the row goes by itself. */
  onOver?: () => void
}

/** One row above the action. */
function NoticeRow({ icon: Icon, children, more, action, isUrgent = false, onOver }: NoticeRowProps) {
  const over = useRef(onOver)
  useEffect(() => {
    over.current = onOver
  })
  const isBrief = onOver !== undefined
  useEffect(() => {
    if (!isBrief) return
    const timer = setTimeout(() => over.current?.(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isBrief])
  return (
    <div
      className="flex min-h-bar items-center gap-3 rounded-3 bg-toast ps-4 pe-2 font-medium text-white shadow-2"
      role={isUrgent ? 'alert' : 'status'}
    >
      {Icon && <Icon size={20} className="shrink-0 md:max-lg:hidden" aria-hidden />}
      <div className="min-w-0 flex-1 py-2">
        <p>{children}</p>
        {more !== undefined && <div className="text-1 font-normal">{more}</div>}
      </div>
      {action && <span className="flex shrink-0">{action}</span>}
    </div>
  )
}

type RowButtonProps = {
  text: string
  isOff?: boolean
  /** The likely answer: Enter is enough. */
  isFocused?: boolean
  onPress: () => void
}

function RowButton({ text, isOff = false, isFocused = false, onPress }: RowButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isFocused) button.current?.focus({ preventScroll: true })
  }, [isFocused])
  return (
    <button
      ref={button}
      type="button"
      className={`flex min-h-hit items-center gap-2 px-3 font-semibold whitespace-nowrap ${isOff ? 'text-white opacity-70' : 'text-toast-act'}`}
      aria-disabled={isOff}
      onClick={() => !isOff && onPress()}
    >
      {text} {isFocused && <Kbd>Enter</Kbd>}
    </button>
  )
}

/** Why it was not printed, and where that can be mended. */
function FailedPrintMethods({ failed }: { failed: readonly FailedPrintMethod[] }) {
  const t = useText()
  if (failed.length === 0) return null
  return (
    <>
      <PrintProblems failed={failed} />
      <Link className="inline-block py-3 text-toast-act" to={paths.printer()}>
        {t('printer.settings')}
      </Link>
    </>
  )
}
