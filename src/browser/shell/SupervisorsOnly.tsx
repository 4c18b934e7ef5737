import { useQuery } from '@tanstack/react-query'
import { Lock } from 'lucide-react'
import { Outlet } from 'react-router-dom'

import { sessionQuery } from '../api/session.ts'
import { useText } from '../i18n/use-text.ts'
import { MessagePage } from '../ui/MessagePage.tsx'

/** The pages below it are for supervisors. For a cashier none of them is loaded, and nothing is requested. */
export function SupervisorsOnly() {
  const t = useText()
  const { data: session } = useQuery(sessionQuery)
  if (session?.person?.role === 'supervisor') return <Outlet />
  return (
    <MessagePage icon={Lock} heading={t('supervisors.heading')}>
      <p>{t('supervisors.next')}</p>
    </MessagePage>
  )
}
