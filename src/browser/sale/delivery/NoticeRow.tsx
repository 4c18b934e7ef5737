import { type LucideIcon, Printer, PrinterX } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, type ReactNode } from 'react'
import { Link } from 'react-router-dom'

import type { Sale } from '#domain/sale/sale.ts'
import { failureMessage } from '../../api/failure-message.ts'
import { useAnswerPrint } from '../../api/printers.ts'
import { formatSaleNumber } from '../../i18n/formats.ts'
import { formatTime } from '../../i18n/format-time.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import type { FailedPrintMethod } from '../../printing/print.ts'
import { PrintProblems } from '../../printing/PrintProblems.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { useSaleRights } from '../use-sale-rights.ts'

const SHOWN_MS = 6_000

type NoticeRowProps = {
  icon?: LucideIcon
  children: string
  more?: ReactNode
  action?: ReactNode
  isUrgent?: boolean
  /** Set if no answer is needed; the row then closes automatically. */
  onOver?: () => void
}

export function NoticeRow({ icon: Icon, children, more, action, isUrgent = false, onOver }: NoticeRowProps) {
  const end = useEffectEvent(() => onOver?.())
  const isBrief = onOver !== undefined
  useEffect(() => {
    if (!isBrief) return
    const timer = setTimeout(() => end(), SHOWN_MS)
    return () => clearTimeout(timer)
  }, [isBrief])
  return (
    <div
      className="flex min-h-bar items-center gap-3 rounded-3 bg-toast ps-4 pe-2 font-medium text-white shadow-2"
      role={isUrgent ? 'alert' : undefined}
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
  /** The likely answer, so Enter is enough. */
  isFocused?: boolean
  onPress: () => void
}

export function RowButton({ text, isOff = false, isFocused = false, onPress }: RowButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isFocused) button.current?.focus({ preventScroll: true })
  }, [isFocused])
  return (
    <button
      ref={button}
      type="button"
      className={`flex min-h-hit min-w-hit items-center justify-center gap-2 px-3 font-semibold whitespace-nowrap ${isOff ? 'text-white opacity-70' : 'text-toast-act'}`}
      aria-disabled={isOff}
      onClick={() => !isOff && onPress()}
    >
      {text} {isFocused && <Kbd>Enter</Kbd>}
    </button>
  )
}

export function FailedPrintMethods({ failed }: { failed: readonly FailedPrintMethod[] }) {
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

type PrintQuestionProps = {
  sale: Sale
  failed: readonly FailedPrintMethod[]
  isPrintingHere: boolean
}

/** While a code is being printed, or someone must check. The server asks this at every till. */
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
