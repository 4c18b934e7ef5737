import { ShieldAlert } from 'lucide-react'

import { useText } from '../../i18n/use-text.ts'
import type { LimitOwner } from '../../sale/limit/use-limit-note.ts'

/** Said while it is typed: the review asks for a supervisor then. */
export function LimitNote({ of }: { of: LimitOwner }) {
  const t = useText()
  return (
    <span className="inline-flex items-center gap-1 text-1 font-semibold text-wait" role="status">
      <ShieldAlert size={16} aria-hidden /> {t(`ticket.aboveLimit.${of}`)}
    </span>
  )
}
