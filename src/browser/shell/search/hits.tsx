import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'

import type { MessageId } from '../../i18n/locale.ts'

/** A result. `id` is unique in its group. */
export type Hit = {
  id: string
  picture: ReactNode
  title: ReactNode
  note?: ReactNode
  end?: ReactNode
  isBlocked?: boolean
  take: () => void
}

export type HitGroup = {
  id: string
  label: MessageId
  hits: readonly Hit[]
  /** Shown below the label. */
  note?: string | undefined
}

/** Takes the place of a picture. */
export const HitIcon = ({ icon: Icon }: { icon: LucideIcon }) => (
  <span className="grid size-7 shrink-0 place-items-center rounded-2 bg-act-tint text-act-ink">
    <Icon size={20} aria-hidden />
  </span>
)
