import type { LucideIcon } from 'lucide-react'

/** A state of money: sold, waiting, not sold, unknown, or nothing yet. */
export type Tone = 'ok' | 'wait' | 'bad' | 'unk' | 'open'

const TONES: Record<Tone, string> = {
  ok: 'rounded-full border-[1.5px] border-ok bg-ok-tint text-ok',
  wait: 'rounded-full border-[1.5px] border-dashed border-wait bg-wait-tint text-wait',
  bad: 'rounded-1 border-[1.5px] border-bad bg-bad-tint text-bad',
  unk: 'rounded-full border-2 border-dotted border-unk bg-unk-tint text-unk',
  open: 'rounded-full border-[1.5px] border-line-strong text-ink-2',
}

/** Icon, word and border differ, so the state does not depend on color. */
export function Badge({ tone, icon: Icon, children }: { tone: Tone; icon: LucideIcon; children: string }) {
  return (
    <span
      className={`inline-flex h-[28px] items-center gap-[6px] ps-2 pe-[10px] text-1 leading-none font-semibold whitespace-nowrap ${TONES[tone]}`}
    >
      <Icon size={16} aria-hidden />
      {children}
    </span>
  )
}

/** A word beside a name that is not a state of a sale. */
export const Tag = ({ icon: Icon, children }: { icon?: LucideIcon; children: string }) => (
  <span className="inline-flex min-h-[28px] items-center gap-[6px] rounded-1 border-1 border-line-strong px-[10px] text-1 leading-4 font-medium text-ink-2">
    {Icon && <Icon className="shrink-0" size={16} aria-hidden />}
    {children}
  </span>
)
