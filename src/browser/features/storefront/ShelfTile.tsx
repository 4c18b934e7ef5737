import { memo } from 'react'

import type { Tile } from '#domain/frontview.ts'
import type { Shop } from '../../api/shop.ts'
import { BannerTile } from './BannerTile.tsx'
import { TileButton } from './TileButton.tsx'
import { viewTile } from './tile-view.ts'

type ShelfTileProps = {
  shop: Shop
  tile: Tile
  isSelected: boolean
  /** The one of the shelf that Tab leads to. */
  isTabStop: boolean
  /** Which one it is of how many, where not all of them are in the page. */
  position?: number
  count?: number
}

/** A place on a shelf. Nothing of it is reckoned again until something of it changes. */
export const ShelfTile = memo(function ShelfTile({
  shop,
  tile,
  isSelected,
  isTabStop,
  position,
  count,
}: ShelfTileProps) {
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
