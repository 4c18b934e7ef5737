import { MapPinOff } from 'lucide-react'

import { useText } from '../i18n/use-text.ts'
import { Link } from '../Link.tsx'
import { paths } from '../paths.ts'
import { PlainPage } from './PlainPage.tsx'

export function NotFound() {
  const t = useText()
  return (
    <PlainPage icon={<MapPinOff className="ic" size={56} />} heading={t('shell.notFound.heading')}>
      <p>{t('shell.notFound.next')}</p>
      <Link className="btn btn--lg btn--act" to={paths.sell()}>
        {t('shell.toSelling')}
      </Link>
    </PlainPage>
  )
}
