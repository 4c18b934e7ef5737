import '../../styles/pages.css'

import { MapPinOff } from 'lucide-react'
import { Link, Navigate, useParams, useSearchParams } from 'react-router-dom'

import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { findPage } from './page-registry.ts'

const LONGEST_SHOWN = 60

/** The page a frontview names (spec 2.5). One that this till has not is named, so that somebody can have the frontview mended. */
export default function FrontviewPage() {
  const { name = '' } = useParams()
  const [query] = useSearchParams()
  const to = findPage(name, query.get('payload'))
  return to === undefined ? <UnknownPage name={name} /> : <Navigate to={to} replace />
}

function UnknownPage({ name }: { name: string }) {
  const t = useText()
  const letters = [...name]
  const shown = letters.length > LONGEST_SHOWN ? `${letters.slice(0, LONGEST_SHOWN).join('')}…` : name
  return (
    <div className="plain">
      <MapPinOff className="ic" size={56} aria-hidden="true" />
      <h1>{t('pages.unknown')}</h1>
      <p className="named">
        <bdi>{shown}</bdi>
      </p>
      <p>{t('pages.unknownNext')}</p>
      <Link className="btn btn--lg btn--act" to={paths.sell()}>
        {t('pages.toProducts')}
      </Link>
      <Link className="btn btn--lg" to={paths.support()}>
        {t('support.title')}
      </Link>
    </div>
  )
}
