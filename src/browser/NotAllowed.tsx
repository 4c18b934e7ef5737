import { Ban } from 'lucide-react'
import { Link } from 'react-router-dom'

import { useText } from './i18n/use-text.ts'
import { paths } from './paths.ts'
import { MessagePage } from './MessagePage.tsx'

/** A screen for which the person here has no permission. */
export function NotAllowed() {
  const t = useText()
  return (
    <MessagePage icon={<Ban className="ic" size={56} />} heading={t('storefront.notAllowed')}>
      <p>{t('shell.notAllowed.next')}</p>
      <Link className="btn btn--lg btn--act" to={paths.sell()}>
        {t('shell.toSelling')}
      </Link>
    </MessagePage>
  )
}
