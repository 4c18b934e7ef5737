import type { ReactNode } from 'react'

import type { Tone } from './Badge.tsx'

/** `paper`: for the customer. `info`: for staff. Others: states of money. */
type NoticeTone = 'paper' | 'info' | Exclude<Tone, 'open'>

const TONES: Record<NoticeTone, string> = {
  paper: 'paper border-paper-line-strong bg-paper-2',
  info: 'border-act bg-act-tint text-ink',
  ok: 'border-ok bg-ok-tint text-ink',
  wait: 'border-dashed border-wait-edge bg-wait-tint text-ink',
  bad: 'border-bad-solid bg-bad-tint text-ink',
  unk: 'border-dotted border-unk-solid bg-unk-tint text-ink',
}
const ICONS: Record<NoticeTone, string> = {
  paper: 'text-paper-ink',
  info: 'text-act-ink',
  ok: 'text-ok',
  wait: 'text-wait',
  bad: 'text-bad',
  unk: 'text-unk',
}

type NoticeProps = {
  tone?: NoticeTone
  icon?: ReactNode
  heading?: string
  role?: 'status' | 'alert'
  children?: ReactNode
}

export function Notice({ tone = 'paper', icon, heading, role, children }: NoticeProps) {
  return (
    <div className={`flex gap-3 rounded-2 border-s-4 p-4 ${TONES[tone]}`} role={role}>
      {icon && <span className={`mt-[2px] shrink-0 ${ICONS[tone]}`}>{icon}</span>}
      <div className="min-w-0 flex-1">
        {heading !== undefined && <b className="block font-semibold">{heading}</b>}
        {children}
      </div>
    </div>
  )
}
