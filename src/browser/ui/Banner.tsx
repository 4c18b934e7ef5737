import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import { useAnnouncement } from './announce.ts'
import type { Tone } from './Badge.tsx'

const TONES: Record<Tone, { ground: string; edge: string; mark: string; heading: string }> = {
  ok: {
    ground: 'bg-ok-tint',
    edge: 'origin-top animate-edge rounded-1 bg-ok-solid',
    mark: 'rounded-full bg-ok-solid text-solid-on',
    heading: 'text-ok',
  },
  wait: {
    ground: 'bg-wait-tint',
    edge: 'rounded-1 bg-[repeating-linear-gradient(var(--wait-edge)_0_12px,transparent_12px_20px)]',
    mark: 'rounded-full bg-wait-solid text-wait-on',
    heading: 'text-wait',
  },
  bad: {
    ground: 'bg-bad-tint',
    edge: 'bg-bad-solid',
    mark: 'rounded-3 bg-bad-solid text-solid-on',
    heading: 'text-bad',
  },
  unk: {
    ground: 'bg-unk-tint',
    edge: 'bg-[radial-gradient(circle_at_center,var(--unk-solid)_0_4px,transparent_4.5px)] bg-size-[8px_14px] bg-repeat-y',
    mark: 'rounded-full border-3 border-dotted border-unk-solid text-unk',
    heading: 'text-unk',
  },
  open: {
    ground: 'bg-sunken',
    edge: 'rounded-1 bg-line-strong',
    mark: 'rounded-full border-2 border-line-strong text-ink-2',
    heading: 'text-ink',
  },
}

type BannerProps = {
  /** `open` if no money is at stake, for example for a sale that was canceled here. */
  tone: Tone
  icon: LucideIcon
  /** Announced, and urgently if the sale was not sold or its result is unknown. */
  heading: string
  children?: ReactNode
  /** The banner only reports progress. */
  isBusy?: boolean
  end?: ReactNode
}

export function Banner({ tone, icon: Icon, heading, children, isBusy = false, end }: BannerProps) {
  const looks = TONES[tone]
  useAnnouncement(heading, { isUrgent: tone === 'bad' || tone === 'unk', isBusy })
  return (
    <div
      className={`flex min-h-[80px] items-center gap-4 rounded-3 p-4 ps-3 text-ink max-sm:py-3 sm:min-h-[96px] ${looks.ground}`}
    >
      <span className={`w-2 shrink-0 self-stretch forced-color-adjust-none ${looks.edge}`} />
      <span className={`grid size-[56px] shrink-0 place-items-center ${looks.mark}`}>
        <Icon size={32} aria-hidden />
      </span>
      <div className="min-w-0 flex-1 text-2 sm:text-3">
        <div className="flex flex-wrap items-center justify-between gap-x-4">
          <h1 className={`text-5 tracking-2 sm:text-6 ${looks.heading}`}>{heading}</h1>
          {end}
        </div>
        {children}
      </div>
    </div>
  )
}
