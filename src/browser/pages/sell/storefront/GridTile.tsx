import { memo } from 'react'

import type { Tile } from '#domain/frontview.ts'
import type { ArrangedCatalogue } from '../../../api/catalogue.ts'
import { BannerTile } from './BannerTile.tsx'
import { TileButton } from './TileButton.tsx'
import { viewTile } from './tile-view.ts'

type GridTileProps = {
  shop: ArrangedCatalogue
  tile: Tile
  isSelected: boolean
  /** The one of the shelf that Tab leads to. */
  isTabStop: boolean
  /** Which one it is of how many, where not all of them are in the page. */
  position?: number
  count?: number
}

/** A place on a shelf. Nothing of it is reckoned again until something of it changes. */
export const GridTile = memo(function GridTile({ shop, tile, isSelected, isTabStop, position, count }: GridTileProps) {
  const view = viewTile(tile, shop)
  return (
    <div role="listitem" className="contents" aria-posinset={position} aria-setsize={count}>
      {view.look === 'banner' ? (
        <BannerTile view={view} isTabStop={isTabStop} />
      ) : (
        <TileButton view={view} currency={shop.currency} isSelected={isSelected} isTabStop={isTabStop} />
      )}
    </div>
  )
})
