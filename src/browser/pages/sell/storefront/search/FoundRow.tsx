import { Ban, CornerDownLeft } from 'lucide-react'
import { memo } from 'react'

import type { Tile } from '#domain/frontview.ts'
import type { ArrangedCatalogue } from '../../../../api/catalogue.ts'
import { Picture } from '../../../../ui/Picture.tsx'
import { plainName } from '../plain-name.ts'
import { PriceRange } from '../PriceRange.tsx'
import { Hindrance } from '../TileButton.tsx'
import { viewTile } from '../tile-view.ts'

type FoundRowProps = {
  id: string
  tile: Tile
  shop: ArrangedCatalogue
  isMarked: boolean
  onTake: (tile: Tile) => void
}

/** One tile that was found: where it stands, what it costs, or why it cannot be had now. */
export const FoundRow = memo(function FoundRow({ id, tile, shop, isMarked, onTake }: FoundRowProps) {
  const { hindrance, service } = viewTile(tile, shop)
  const name = plainName(tile.name)
  const above = shop.storefront.pathTo(tile.id).slice(0, -1)
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      className={hindrance ? 'found found--off' : 'found'}
      aria-selected={isMarked}
      aria-disabled={hindrance ? true : undefined}
      onClick={() => onTake(tile)}
    >
      <Picture src={tile.imageSmall} srcInstead={tile.imageLarge} name={name} size={40} />
      <span className="found__words">
        <b title={name}>
          <bdi>{name}</bdi>
        </b>
        {above.length > 0 && (
          <span className="found__path">
            {above.map((each, place) => (
              <span key={each.id}>
                {place > 0 && ' › '}
                <bdi>{plainName(each.name)}</bdi>
              </span>
            ))}
          </span>
        )}
      </span>
      <span className="found__end">
        {hindrance ? (
          <>
            <Ban className="ic" size={14} aria-hidden="true" /> <Hindrance reason={hindrance} />
          </>
        ) : (
          service && <PriceRange rule={service.rule} currency={shop.currency} />
        )}
      </span>
      {isMarked && !hindrance && <CornerDownLeft className="ic flip found__enter" size={20} aria-hidden="true" />}
    </div>
  )
})
