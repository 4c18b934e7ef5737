import type { LucideIcon } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Link } from 'react-router-dom'

import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { PrintProblems } from '../../printing/PrintProblems.tsx'
import type { FailedPrintMethod } from '../../printing/print.ts'
import { Kbd } from '../../ui/Kbd.tsx'

const SHOWN_MS = 6_000

type NoticeRowProps = {
  icon?: LucideIcon
  children: string
  more?: ReactNode
  action?: ReactNode
  isUrgent?: boolean
  /** Nothing is left to say or to answer: the row goes by itself. */
  onOver?: () => void
}

/** One row above the action of a page. */
export function NoticeRow({ icon: Icon, children, more, action, isUrgent = false, onOver }: NoticeRowProps) {
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
  /** The likely answer: Enter is enough. */
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

/** Why it was not printed, and where that can be mended. */
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
