import { useQuery } from '@tanstack/react-query'
import { RefreshCw, Unplug } from 'lucide-react'

import { sessionQuery } from '../api/session.ts'
import { useText } from '../i18n/use-text.ts'
import { Button } from '../ui/Button.tsx'
import { MessagePage } from '../ui/MessagePage.tsx'

/** No one was signed in here recently. The page comes from the service worker. */
export function NoServer() {
  const t = useText()
  const { refetch } = useQuery(sessionQuery)
  return (
    <MessagePage
      role="alert"
      icon={Unplug}
      heading={t('shell.noServer.heading')}
      actions={
        <Button variant="primary" size="lg" icon={RefreshCw} onClick={() => void refetch()}>
          {t('shell.tryNow')}
        </Button>
      }
    >
      <p>{t('shell.noServer.next')}</p>
    </MessagePage>
  )
}
