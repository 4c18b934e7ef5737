import { ChevronRight } from 'lucide-react'
import { Fragment } from 'react'

import type { Tile } from '#domain/catalog/frontview.ts'
import { useText } from '../../../i18n/use-text.ts'
import { plainName } from './tile-view.ts'

type BreadcrumbProps = {
  path: readonly Tile[]
  onOpen: (categoryId: string | undefined, byKey: boolean) => void
}

export function Breadcrumb({ path, onOpen }: BreadcrumbProps) {
  const t = useText()
  const open = path.at(-1)
  const chevron = <ChevronRight className="rtl:-scale-x-100" size={20} aria-hidden />
  const crumb = (id: string | undefined, name: string) => (
    <button
      type="button"
      className="min-h-hit min-w-hit shrink-[9] truncate rounded-2 px-2 text-4 text-ink-2 first:-ms-2 first:shrink-0 active:bg-sunken"
      onClick={({ detail }) => onOpen(id, detail === 0)}
    >
      <bdi>{name}</bdi>
    </button>
  )
  return (
    <nav className="mb-2 flex min-h-hit items-center gap-1 max-sm:flex-wrap" aria-label={t('storefront.breadcrumb')}>
      {open && crumb(undefined, t('storefront.all'))}
      {path.slice(0, -1).map(({ id, name }) => (
        <Fragment key={id}>
          {chevron}
          {crumb(id, plainName(name))}
        </Fragment>
      ))}
      {open && chevron}
      <h1 className={`truncate text-4 ${open ? 'ps-2' : ''}`} dir="auto">
        {open ? plainName(open.name) : t('storefront.all')}
      </h1>
    </nav>
  )
}
