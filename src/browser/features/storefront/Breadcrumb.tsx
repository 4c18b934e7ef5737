import { ChevronRight } from 'lucide-react'
import { Fragment } from 'react'
import { useNavigate } from 'react-router-dom'

import type { Tile } from '#domain/frontview.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { plainName } from './plain-name.ts'

/** The way from all products down to the open category, which is the heading. */
export function Breadcrumb({ path }: { path: readonly Tile[] }) {
  const t = useText()
  const navigate = useNavigate()
  const open = path.at(-1)
  const above = path.slice(0, -1)

  return (
    <nav className="crumbs mt-4 mb-2" aria-label={t('storefront.breadcrumb')}>
      {open && (
        <button type="button" className="btn btn--quiet" onClick={() => void navigate(paths.sell())}>
          {t('storefront.all')}
        </button>
      )}
      {above.map((tile) => (
        <Fragment key={tile.id}>
          <ChevronRight className="ic flip" size={20} aria-hidden="true" />
          <button type="button" className="btn btn--quiet ms-0" onClick={() => void navigate(paths.category(tile.id))}>
            {plainName(tile.name)}
          </button>
        </Fragment>
      ))}
      {open && <ChevronRight className="ic flip" size={20} aria-hidden="true" />}
      <h1>{open ? plainName(open.name) : t('storefront.all')}</h1>
    </nav>
  )
}
