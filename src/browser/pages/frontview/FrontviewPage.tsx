import { MapPinOff } from 'lucide-react'
import { Navigate, useParams, useSearchParams } from 'react-router-dom'

import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { ButtonLink } from '../../ui/Button.tsx'
import { MessagePage } from '../../ui/MessagePage.tsx'
import { findPage } from './page-registry.ts'

const MAX_LETTERS = 60

/** The page a frontview names (spec 2.5). One that this till does not have is named, so that somebody can have the frontview corrected. */
export default function FrontviewPage() {
  const { name = '' } = useParams()
  const [query] = useSearchParams()
  const to = findPage(name, query.get('payload'))
  return to === undefined ? <UnknownPage name={name} /> : <Navigate to={to} replace />
}

function UnknownPage({ name }: { name: string }) {
  const t = useText()
  const letters = [...name]
  const shown = letters.length > MAX_LETTERS ? `${letters.slice(0, MAX_LETTERS).join('')}…` : name
  return (
    <MessagePage
      icon={MapPinOff}
      heading={t('pages.unknown')}
      actions={
        <div className="flex flex-wrap justify-center gap-3">
          <ButtonLink variant="primary" size="lg" to={paths.sell()}>
            {t('pages.toProducts')}
          </ButtonLink>
          <ButtonLink size="lg" to={paths.support()}>
            {t('support.title')}
          </ButtonLink>
        </div>
      }
    >
      <p className="font-semibold wrap-anywhere text-ink">
        <bdi>{shown}</bdi>
      </p>
      <p>{t('pages.unknownNext')}</p>
    </MessagePage>
  )
}
