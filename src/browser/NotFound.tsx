import { MapPinOff } from 'lucide-react'
import { Link } from 'react-router-dom'

import { useText } from './i18n/use-text.ts'
import { paths } from './paths.ts'
import { MessagePage } from './MessagePage.tsx'

export function NotFound() {
  const t = useText()
  return (
    <MessagePage icon={<MapPinOff className="ic" size={56} />} heading={t('shell.notFound.heading')}>
      <p>{t('shell.notFound.next')}</p>
      <Link className="btn btn--lg btn--act" to={paths.sell()}>
        {t('shell.toSelling')}
      </Link>
    </MessagePage>
  )
}
