import { Repeat2 } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Service } from '#domain/service.ts'
import type { ArrangedCatalogue } from '../../../api/catalogue.ts'
import { useText } from '../../../i18n/use-text.ts'
import { TileGrid } from './TileGrid.tsx'
import { viewTile } from './tile-view.ts'

type StorefrontProps = {
  shop: ArrangedCatalogue
  /** The open category; none is the first page. */
  categoryId?: string | undefined
  selectedTileId?: string | undefined
  /** Stands below them, without moving them. */
  notes?: ReactNode
}

/** What can be sold: the shelves, and what stands around them. */
export function Storefront({ shop, categoryId, selectedTileId, notes }: StorefrontProps) {
  const t = useText()
  const selected = selectedTileId === undefined ? undefined : shop.storefront.find(selectedTileId)

  return (
    <>
      <TileGrid shop={shop} categoryId={categoryId} selectedTileId={selectedTileId} />
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
