import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'

import type { MessageId } from '../../i18n/locale.ts'
import { closeSearch } from '../../lib/search.ts'

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

export const Facts = ({ facts }: { facts: readonly ReactNode[] }) =>
  facts.filter(Boolean).map((fact, place) => (
    // oxlint-disable-next-line react/no-array-index-key
    <span key={place}>
      {place > 0 && ' · '}
      {fact}
    </span>
  ))

export function useGoTo(): (path: string) => void {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (path) => {
    closeSearch()
    if (path !== pathname) void navigate(path)
  }
}
