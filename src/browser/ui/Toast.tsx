import { X, type LucideIcon } from 'lucide-react'
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react'

import { useText } from '../i18n/use-text.ts'
import type { Tone } from './Badge.tsx'

/** How long (ms) presses are ignored, because they were meant for what was there before. */
const IGNORED_MS = 300

const EDGES: Record<Exclude<Tone, 'open'>, string> = {
  ok: 'bg-night-ok',
  wait: 'bg-night-wait',
  bad: 'bg-night-bad',
  unk: 'bg-night-unk',
}

type ToastProps = {
  children: ReactNode
  icon?: LucideIcon
  tone?: Exclude<Tone, 'open'>
  action?: { text: string; onPress: () => void }
  onClose: () => void
  shownMs?: number
}

/** Closes automatically and must be inside an existing live region. Must never be the only notice about a state of money. */
export function Toast({ children, icon: Icon, tone, action, onClose, shownMs = 6_000 }: ToastProps) {
  const t = useText()
  const [isArmed, setIsArmed] = useState(false)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const arming = setTimeout(() => setIsArmed(true), IGNORED_MS)
    const closing = setTimeout(close, shownMs)
    return () => {
      clearTimeout(arming)
      clearTimeout(closing)
    }
  }, [shownMs])
  return (
    <div className="flex min-h-bar w-full items-center gap-3 rounded-3 bg-toast ps-4 pe-2 font-medium text-white shadow-2">
      {tone ? (
        <span className={`-ms-2 my-3 w-2 self-stretch rounded-1 forced-color-adjust-none ${EDGES[tone]}`} />
      ) : (
        Icon && <Icon size={20} aria-hidden />
      )}
      <span className="min-w-0 flex-1 py-2">{children}</span>
      {action && (
        <button
          type="button"
          className="min-h-hit min-w-hit px-3 text-center font-semibold text-toast-act"
          onClick={() => isArmed && action.onPress()}
        >
          {action.text}
        </button>
      )}
      <button
        type="button"
        className="grid size-hit shrink-0 place-items-center"
        aria-label={t('shell.close')}
        onClick={() => isArmed && onClose()}
      >
        <X size={20} aria-hidden />
      </button>
    </div>
  )
}
