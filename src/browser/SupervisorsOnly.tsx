import { Lock } from 'lucide-react'
import type { ReactNode } from 'react'

import { useCurrentUser } from './current-user.ts'
import type { MessageId } from './i18n/locale.ts'
import { useText } from './i18n/use-text.ts'

type SupervisorsOnlyProps = {
  /** What a cashier is told. */
  next: MessageId
  children: ReactNode
}

/** A page for supervisors; a cashier is told so, and nothing is asked for them. */
export function SupervisorsOnly({ next, children }: SupervisorsOnlyProps) {
  const t = useText()
  const { isSupervisor } = useCurrentUser()
  if (isSupervisor) return children
  return (
    <div className="plain">
      <Lock className="ic" size={56} aria-hidden="true" />
      <h1>{t('supervisors.heading')}</h1>
      <p>{t(next)}</p>
    </div>
  )
}
