import { useQuery } from '@tanstack/react-query'
import { use, useMemo } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom'

import { catalogueQuery } from '../api/catalogue.ts'
import { arrangeShop, type Shop } from '../api/shop.ts'
import { focusFirstTile } from '../features/storefront/focus-first-tile.ts'
import { plainName } from '../features/storefront/plain-name.ts'
import { Storefront } from '../features/storefront/Storefront.tsx'
import { StorefrontAway } from '../features/storefront/StorefrontAway.tsx'
import { viewTile } from '../features/storefront/tile-view.ts'
import { EmptyTicket } from '../features/ticket/EmptyTicket.tsx'
import { SearchBox } from '../features/ticket/SearchBox.tsx'
import { Ticket } from '../features/ticket/Ticket.tsx'
import { TicketNotes } from '../features/ticket/TicketNotes.tsx'
import { focusTicket, TicketSearch } from '../features/ticket/TicketSearch.tsx'
import { UnsellableTicket } from '../features/ticket/UnsellableTicket.tsx'
import { useDraft } from '../draft.ts'
import { paths, withTile } from '../paths.ts'
import { useMay } from '../use-may.ts'
import { Frame } from './Frame.tsx'
import { KioskContext } from './kiosk-parts.ts'
import { later, laterPart } from './later.tsx'
import { KeyHints, Quick, ServiceStar } from './Quick.tsx'
import { SearchResults, useSearch } from './use-search.ts'

const LastSales = laterPart(
  () => import('../features/history/LastSales.tsx'),
  (module) => module.LastSales,
)
const VoucherTicket = laterPart(
  () => import('../features/ticket/voucher/VoucherTicket.tsx'),
  (module) => module.VoucherTicket,
)

export const international = later(
  () => import('./InternationalScreen.tsx'),
  (module) => module.InternationalScreen,
)

/** Left chooses, right sells: the shelves, and the ticket of the product that the address names. */
export function SellScreen() {
  const { data: arranged, error, refetch } = useQuery({ ...catalogueQuery, select: arrangeShop })
  const mayAbroad = useMay('international')
  const shop = useMemo(
    () => (arranged && !mayAbroad ? { ...arranged, forbidsAbroad: true as const } : arranged),
    [arranged, mayAbroad],
  )
  const { categoryId, tileId, serviceId } = useParams()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { text, input, searched, isAwaited, search, awaitResults } = useSearch(shop)
  const number = useDraft((draft) => draft.number)
  // Its code first: until then the number is typed on here, and no key is lost in between.
  const goAbroad = () => {
    if (!mayAbroad) return
    void international.loadBoth().then(
      () => navigate(paths.international()),
      () => {},
    )
  }
  const isTicket = tileId !== undefined || serviceId !== undefined
  const go = (path: string) => {
    // At once: what is typed until the next screen stands there is for that screen.
    search(undefined)
    if (path === pathname) focusTicket()
    else void navigate(path)
  }
  const box = (
    <SearchBox
      ref={input}
      search={text ?? ''}
      onSearch={search}
      onEnter={awaitResults}
      onDown={focusFirstTile}
      onForeign={goAbroad}
      product={shop && findProduct(shop, number, go)}
    />
  )
  // The last catalogue is better than none: an error counts only where there is nothing to show.
  if (!shop) {
    return (
      <Frame
        stage={
          <>
            {!isTicket && box}
            <StorefrontAway hasFailed={error !== null} onRetry={() => void refetch()} />
          </>
        }
        tray={<BetweenSales />}
      />
    )
  }

  const tile = tileId === undefined ? serviceId && shop.tileSelling(serviceId) : shop.storefront.find(tileId)
  const picked = tile || undefined
  return (
    <Frame
      stage={
        <>
          {isTicket ? (
            <TicketSearch ref={input} search={text} onSearch={search} onEnter={awaitResults} onDown={focusFirstTile} />
          ) : (
            box
          )}
          <Quick />
          {searched !== undefined ? (
            <SearchResults shop={shop} text={searched} input={input} isAwaited={isAwaited} onTake={go} />
          ) : (
            <Storefront
              shop={shop}
              categoryId={picked ? picked.parentId : categoryId}
              selectedTileId={picked?.id}
              notes={isTicket ? <TicketNotes warning={picked && shop.storefront.warningOf(picked.id)} /> : undefined}
            />
          )}
        </>
      }
      tray={isTicket ? <TicketOf shop={shop} tileId={picked?.id} serviceId={serviceId} /> : <BetweenSales />}
    />
  )
}

/** The product whose service id is typed where a number is: what was typed was no number then. */
function findProduct(shop: Shop, typed: string, go: (path: string) => void) {
  const tile = shop.tileSelling(typed)
  const { to } = tile ? viewTile(tile, shop) : {}
  if (!tile || to === undefined) return undefined
  const take = () => {
    useDraft.getState().setNumber('')
    go(to)
  }
  return { name: plainName(tile.name), take }
}

type TicketOfProps = { shop: Shop; tileId: string | undefined; serviceId: string | undefined }

function TicketOf({ shop, tileId, serviceId }: TicketOfProps) {
  const kiosk = use(KioskContext)
  const tile = tileId === undefined ? undefined : shop.storefront.find(tileId)
  const soldId = tile?.action.kind === 'sell' ? tile.action.serviceId : serviceId
  const service = soldId === undefined ? undefined : shop.services.get(soldId)
  if (service?.kind === 'international') return <Navigate to={withTile(paths.international(), tile?.id)} replace />
  const isSellable = tile ? viewTile(tile, shop).hindrance === undefined : service?.isActive
  if (!service || !isSellable) {
    return (
      <>
        <UnsellableTicket />
        <LastSales />
      </>
    )
  }
  const TicketOfKind = service.kind === 'voucher' ? VoucherTicket : Ticket
  const star = <ServiceStar service={service} />
  const ticket = <TicketOfKind key={service.id} service={service} tile={tile} currency={shop.currency} star={star} />
  return kiosk ? (
    <kiosk.Dock key={service.id} service={service} tile={tile}>
      {ticket}
    </kiosk.Dock>
  ) : (
    ticket
  )
}

function BetweenSales() {
  return (
    <>
      <EmptyTicket foot={<KeyHints />} />
      <LastSales />
    </>
  )
}
