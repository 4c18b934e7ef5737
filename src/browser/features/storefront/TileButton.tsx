import { Ban, Check, ChevronRight } from 'lucide-react'
import { useNavigate } from 'react-router-dom'

import { useText } from '../../i18n/use-text.ts'
import { Picture } from '../../ui/Picture.tsx'
import { plainName } from './plain-name.ts'
import { PriceRange } from './PriceRange.tsx'
import type { TileHindrance, TileView } from './tile-view.ts'

type TileButtonProps = { view: TileView; currency: string; isSelected: boolean }

/** One frontview element (spec 2.5). One that cannot be pressed stays in place and says why, so that the grid keeps still. */
export function TileButton({ view, currency, isSelected }: TileButtonProps) {
  const navigate = useNavigate()
  const { tile, look, hindrance, to } = view
  const isCategory = look === 'category'
  const name = plainName(tile.name)
  const classes = ['tile', isCategory && !hindrance && 'tile--cat', isSelected && 'tile--sel', hindrance && 'tile--off']

  return (
    <button
      ref={isSelected ? showWhole : undefined}
      type="button"
      className={classes.filter(Boolean).join(' ')}
      aria-disabled={hindrance ? true : undefined}
      aria-pressed={isSelected ? true : undefined}
      onClick={() => to !== undefined && void navigate(to)}
    >
      <span className="tile__top">
        <Picture src={tile.imageSmall} srcInstead={tile.imageLarge} name={name} size={40} />
        {isCategory && !hindrance && <ChevronRight className="ic flip" size={20} aria-hidden="true" />}
        {isSelected && (
          <span className="tile__tick">
            <Check className="ic" size={16} aria-hidden="true" />
          </span>
        )}
      </span>
      <span className="tile__words">
        <span className="tile__name">
          <bdi>{name}</bdi>
        </span>
        <TileMeta view={view} currency={currency} />
      </span>
    </button>
  )
}

/** What stands below the shelves of a ticket takes their room. */
const showWhole = (tile: Partial<HTMLElement> | null) => tile?.scrollIntoView?.({ block: 'nearest' })

function TileMeta({ view, currency }: { view: TileView; currency: string }) {
  const t = useText()
  if (view.hindrance) {
    return (
      <span className="tile__meta">
        {view.hindrance !== 'nothing-to-press' && <Ban className="ic" size={14} aria-hidden="true" />}{' '}
        <Hindrance reason={view.hindrance} />
      </span>
    )
  }
  if (view.childCount !== undefined) {
    return <span className="tile__meta">{t('storefront.count', { count: view.childCount })}</span>
  }
  return (
    <span className="tile__meta">
      {view.service ? <PriceRange rule={view.service.rule} currency={currency} /> : null}
    </span>
  )
}

/** Why a tile cannot be pressed, in words. */
export function Hindrance({ reason }: { reason: TileHindrance }) {
  const t = useText()
  switch (reason) {
    case 'unavailable':
      return t('storefront.unavailable')
    case 'not-sold-here':
      return t('storefront.notSoldHere')
    case 'unsupported':
      return t('storefront.unsupported')
    case 'nothing-to-press':
      return null
  }
}
