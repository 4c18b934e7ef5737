import { useQuery } from '@tanstack/react-query'
import { RefreshCw, Unplug } from 'lucide-react'

import { sessionQuery } from '../api/session.ts'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/Button.tsx'
import { MessagePage } from '../ui/MessagePage.tsx'

/** The till's server does not answer, and nobody was signed in here just now. After a reload the page itself comes from the browser's own store. */
export function NoProxy() {
  const t = useText()
  const { refetch } = useQuery(sessionQuery)
  return (
    <MessagePage
      role="alert"
      icon={Unplug}
      heading={t('shell.noProxy.heading')}
      actions={
        <Button variant="primary" size="lg" icon={RefreshCw} onClick={() => void refetch()}>
          {t('shell.tryNow')}
        </Button>
      }
    >
      <p>{t('shell.noProxy.next')}</p>
    </MessagePage>
  )
}
