import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'

import type { Tile } from '#domain/catalog/frontview.ts'
import { useMarks, type ArrangedCatalog } from '../../api/catalog.ts'
import { sessionQuery } from '../../api/session.ts'
import { findByWords } from '../../lib/find-by-words.ts'
import { useText, type Text } from '../../i18n/use-text.ts'
import { useIsKiosk } from '../../lib/kiosk.ts'
import { findTiles, MOST_SHOWN, type Found } from '../../pages/sell/find-tiles.ts'
import { indexOf } from '../../pages/sell/search-index.ts'
import { BlockReasonText, PriceRange, WalletMark } from '../../pages/sell/grid/Tile.tsx'
import { plainName, viewTile } from '../../pages/sell/grid/tile-view.ts'
import { useQuickReview } from '../../pages/sell/use-quick-review.ts'
import { closeSearch } from '../../lib/search.ts'
import { Picture } from '../../ui/Picture.tsx'
import { openHelp } from '../open-help.ts'
import { placesFor, type Place, type PlaceGroup } from './find-places.ts'
import { HitIcon, useGoTo, type Hit, type HitGroup } from './hits.tsx'
import { isNumbered } from './read-search.ts'

/** Leaves room for other groups. */
const MOST_AMONG_OTHERS = 8
const NONE: Found = { tiles: [], count: 0 }

/** What this till finds without the server: products, pages, settings and Help. A kiosk only sells. */
export function useLocalGroups(shop: ArrangedCatalog | undefined, text: string, hasOthers: boolean): HitGroup[] {
  const t = useText()
  const goTo = useGoTo()
  const openReview = useQuickReview()
  const isKiosk = useIsKiosk()
  const { data: session } = useQuery(sessionQuery)
  const beyondWallet = useMarks()?.services
  const found = useMemo(
    () => (shop && text.trim() !== '' && !isNumbered(text) ? findTiles(indexOf(shop), text) : NONE),
    [shop, text],
  )
  const places = useMemo(() => session && !isKiosk && placesFor(session), [session, isKiosk])

  const takeTile = (tile: Tile) => {
    const { to, service } = viewTile(tile, shop!)
    if (to === undefined) return
    // A code with one price needs no ticket.
    if (service?.kind === 'voucher' && openReview(service, tile.id)) closeSearch()
    else goTo(to)
  }
  const takePlace = (place: Place) => {
    if ('path' in place) return goTo(place.path)
    closeSearch()
    openHelp(place.help)
  }
  const placed = (['pages', 'settings', 'help'] as const).map((id): HitGroup => {
    const hits = places ? findByWords(places[id], text, t).slice(0, MOST_AMONG_OTHERS) : []
    return { id, label: LABELS[id], hits: hits.map((place) => hitOf(place, t, () => takePlace(place))) }
  })
  const isAlone = !hasOthers && placed.every(({ hits }) => hits.length === 0)
  const shown = found.tiles.slice(0, isAlone ? MOST_SHOWN : MOST_AMONG_OTHERS)
  const products: HitGroup = {
    id: 'products',
    label: 'search.products',
    hits: shown.map((tile) => tileHit(tile, shop!, beyondWallet, () => takeTile(tile))),
    note: found.count > shown.length ? t('search.most', { shown: shown.length, count: found.count }) : undefined,
  }
  return found.isGuess ? [...placed, products] : [products, ...placed]
}

const LABELS = { pages: 'search.pages', settings: 'settings.title', help: 'shell.help' } as const satisfies Record<
  PlaceGroup,
  HitGroup['label']
>

const hitOf = ({ id, title, icon }: Place, t: Text, take: () => void): Hit => ({
  id,
  picture: <HitIcon icon={icon} />,
  title: t(title),
  take,
})

function tileHit(
  tile: Tile,
  shop: ArrangedCatalog,
  beyondWallet: ReadonlySet<string> | undefined,
  take: () => void,
): Hit {
  const { blockReason, service } = viewTile(tile, shop)
  const name = plainName(tile.name)
  const above = shop.storefront.pathTo(tile.id).slice(0, -1)
  return {
    id: tile.id,
    isBlocked: blockReason !== undefined,
    picture: (
      <span className={blockReason ? 'opacity-55 grayscale' : ''}>
        <Picture src={tile.imageSmall} srcInstead={tile.imageLarge} name={name} size="sm" />
      </span>
    ),
    title: <bdi>{name}</bdi>,
    note:
      above.length > 0 &&
      above.map((each, place) => (
        <span key={each.id}>
          {place > 0 && ' › '}
          <bdi>{plainName(each.name)}</bdi>
        </span>
      )),
    end: (
      <>
        {service && !blockReason && beyondWallet?.has(service.id) && <WalletMark />}
        {blockReason ? (
          <BlockReasonText reason={blockReason} />
        ) : (
          service && <PriceRange rule={service.rule} currency={shop.currency} />
        )}
      </>
    ),
    take,
  }
}
