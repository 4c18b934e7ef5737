import { ChevronRight } from 'lucide-react'
import { Fragment, type MouseEvent } from 'react'

import type { Tile } from '#domain/frontview.ts'
import { useText } from '../../../i18n/use-text.ts'
import { plainName } from './plain-name.ts'

type BreadcrumbProps = { path: readonly Tile[]; onOpen: (categoryId: string | undefined, event: MouseEvent) => void }

/** The way from all products down to the open category, which is the heading. */
export function Breadcrumb({ path, onOpen }: BreadcrumbProps) {
  const t = useText()
  const open = path.at(-1)
  const above = path.slice(0, -1)

  return (
    <nav className="crumbs mt-4 mb-2" aria-label={t('storefront.breadcrumb')}>
      {open && (
        <button type="button" className="btn btn--quiet" onClick={(event) => onOpen(undefined, event)}>
          {t('storefront.all')}
        </button>
      )}
      {above.map(({ id, name }) => (
        <Fragment key={id}>
          <ChevronRight className="ic flip" size={20} aria-hidden="true" />
          <button type="button" className="btn btn--quiet ms-0" onClick={(event) => onOpen(id, event)}>
            <bdi>{plainName(name)}</bdi>
          </button>
        </Fragment>
      ))}
      {open && <ChevronRight className="ic flip" size={20} aria-hidden="true" />}
      <h1 dir="auto">{open ? plainName(open.name) : t('storefront.all')}</h1>
    </nav>
  )
}
