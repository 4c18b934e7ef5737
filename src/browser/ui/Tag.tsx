import type { LucideIcon } from 'lucide-react'

type TagProps = { icon?: LucideIcon; children: string }

/** A word beside a name that sets it apart, such as that it is this one. It is no state of a sale: that is a Badge. */
export const Tag = ({ icon: Icon, children }: TagProps) => (
  <span className="inline-flex min-h-[28px] items-center gap-[6px] rounded-1 border-1 border-line-strong px-[10px] text-1 leading-4 font-medium text-ink-2">
    {Icon && <Icon className="shrink-0" size={16} aria-hidden />}
    {children}
  </span>
)
