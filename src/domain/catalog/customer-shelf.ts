import * as v from 'valibot'

import type { Tile } from './frontview.ts'
import { optionalText } from '../schema-parts.ts'

const MAX_BRANDS = 12
const MAX_OFFERS = 4

/** What invites customers while nothing is sold: pictures of products, and the banners of the first page. */
export const CustomerShelf = v.strictObject({
  brands: v.array(v.strictObject({ name: v.string(), picture: v.string() })),
  /** The first line of the name is the heading. */
  offers: v.array(v.strictObject({ lines: v.array(v.string()), picture: optionalText, isInternational: v.boolean() })),
})
export type CustomerShelf = v.InferOutput<typeof CustomerShelf>

/** Only what is active on the first page or directly below it. Each picture once. */
export function shelfOf(tiles: readonly Tile[]): CustomerShelf {
  const active = new Map(tiles.filter(({ isActive }) => isActive).map((tile) => [tile.id, tile]))
  const isShown = ({ parentId }: Tile) => parentId === undefined || active.has(parentId)
  const brands = new Map<string, string>()
  const offers: CustomerShelf['offers'] = []
  for (const tile of active.values()) {
    const { action, name, imageSmall, imageLarge, parentId } = tile
    const picture = imageSmall ?? imageLarge
    const lines = linesOf(name)
    if (action.kind === 'sell' && picture !== undefined && isShown(tile) && brands.size < MAX_BRANDS)
      brands.set(picture, brands.get(picture) ?? lines.join(' '))
    const isBanner = parentId === undefined && action.kind !== 'sell' && action.kind !== 'open'
    if (isBanner && action.kind !== 'unsupported' && lines.length > 0 && offers.length < MAX_OFFERS)
      offers.push({
        lines,
        isInternational: action.kind === 'international',
        ...(imageLarge !== undefined && { picture: imageLarge }),
      })
  }
  return { brands: [...brands].map(([picture, name]) => ({ name, picture })), offers }
}

const linesOf = (name: string): string[] =>
  name
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
