import { MapPinOff } from 'lucide-react'

import { useText } from './i18n/use-text.ts'
import { paths } from './paths.ts'
import { ButtonLink } from './ui/Button.tsx'
import { MessagePage } from './ui/MessagePage.tsx'

export function NotFound() {
  const t = useText()
  return (
    <MessagePage
      icon={MapPinOff}
      heading={t('shell.notFound.heading')}
      actions={
        <ButtonLink variant="primary" size="lg" to={paths.sell()}>
          {t('shell.toSelling')}
        </ButtonLink>
      }
    >
      <p>{t('shell.notFound.next')}</p>
    </MessagePage>
  )
}
