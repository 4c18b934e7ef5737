import { Repeat2 } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Service } from '#domain/service.ts'
import type { Shop } from '../../api/shop.ts'
import { useText } from '../../i18n/use-text.ts'
import { BannerTile } from './BannerTile.tsx'
import { Breadcrumb } from './Breadcrumb.tsx'
import { TileButton } from './TileButton.tsx'
import { viewTile } from './tile-view.ts'

type StorefrontProps = {
  shop: Shop
  /** The open category; none is the first page. */
  categoryId?: string | undefined
  selectedTileId?: string | undefined
  /** Stands above the shelves. */
  numberBox: ReactNode
  /** Stands below them, without moving them. */
  notes?: ReactNode
}

/** The shelves of one category, in the wholesaler's order. */
export function Storefront({ shop, categoryId, selectedTileId, numberBox, notes }: StorefrontProps) {
  const t = useText()
  const { storefront } = shop
  const selected = selectedTileId === undefined ? undefined : storefront.byId.get(selectedTileId)
  const tiles = categoryId === undefined ? storefront.roots : storefront.childrenOf(categoryId)

  return (
    <>
      {numberBox}
      <Breadcrumb path={categoryId === undefined ? [] : storefront.pathTo(categoryId)} />
      <div className="shelves">
        {tiles.length === 0 ? (
          <p className="muted">{t('storefront.empty')}</p>
        ) : (
          <div className="tiles">
            {tiles.map((tile) => {
              const view = viewTile(tile, shop)
              return view.look === 'banner' ? (
                <BannerTile key={tile.id} view={view} />
              ) : (
                <TileButton
                  key={tile.id}
                  view={view}
                  currency={shop.currency}
                  isSelected={tile.id === selectedTileId}
                />
              )
            })}
          </div>
        )}
      </div>
      {notes}
      {selected && takesNumber(viewTile(selected, shop).service) && (
        <p className="muted row pt-3">
          <Repeat2 className="ic" size={20} aria-hidden="true" /> {t('storefront.numberStays')}
        </p>
      )}
    </>
  )
}

/** Then a number that was typed goes along to the next product. */
const takesNumber = (service: Service | undefined) => service?.kind === 'direct' || service?.isAccountRequired
