import { INTERNATIONAL_ID } from '#domain/international.ts'
import type { ArrangedCatalogue } from '../api/catalogue.ts'

/**
 * What is told to the customer before an international top-up: of the tile that led there or, where none did, as from a favorite, of the first
 * tile of that country, else of the first for any country.
 */
export function findInternationalWarning(
  shop: ArrangedCatalogue,
  tileId: string | undefined,
  countryId: string | undefined,
) {
  const { storefront } = shop
  const picked = tileId === undefined ? undefined : storefront.find(tileId)
  const isOpen = (id: string) => storefront.blockReasonOf(id) === undefined
  const find = (wanted: string | undefined) =>
    storefront.placed.find(
      ({ id, action }) =>
        action.kind === 'international' &&
        action.country?.toLowerCase() === wanted &&
        (wanted !== undefined || action.group === undefined) &&
        isOpen(id),
    )
  const tile =
    picked ??
    (countryId === undefined ? undefined : find(countryId.toLowerCase())) ??
    find(undefined) ??
    shop.tileSelling(INTERNATIONAL_ID)
  return tile && storefront.warningOf(tile.id)
}
