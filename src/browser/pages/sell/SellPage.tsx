import { useQuery } from '@tanstack/react-query'
import { use, useMemo } from 'react'
import { Navigate, useLocation, useNavigate, useParams } from 'react-router-dom'

import { useCurrentUser } from '../../current-user.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { arrangeCatalogue, type ArrangedCatalogue } from '../../api/arranged-catalogue.ts'
import { focusFirstTile } from './storefront/focus-first-tile.ts'
import { plainName } from './storefront/plain-name.ts'
import { Storefront } from './storefront/Storefront.tsx'
import { StorefrontError } from './storefront/StorefrontError.tsx'
import { viewTile } from './storefront/tile-view.ts'
import { EmptyTicket } from './ticket/EmptyTicket.tsx'
import { SearchBox } from './ticket/SearchBox.tsx'
import { Ticket } from './ticket/Ticket.tsx'
import { TicketNotes } from './ticket/TicketNotes.tsx'
import { focusTicket, TicketSearch } from './ticket/TicketSearch.tsx'
import { UnsellableTicket } from './ticket/UnsellableTicket.tsx'
import { useDraft } from '../../sale/draft.ts'
import { paths, withTile } from '../../paths.ts'
import { KioskContext } from '../../kiosk-context.ts'
import { lazyPart } from '../../lazy-part.tsx'
import { QuickRowSlot } from './QuickRowSlot.tsx'
import { SearchResults, useSearch } from './use-search.ts'

const LastSales = lazyPart(async () => (await import('../../sale/LastSales.tsx')).LastSales)
const VoucherTicket = lazyPart(async () => (await import('./ticket/voucher/VoucherTicket.tsx')).VoucherTicket)
const KeyHints = lazyPart(async () => (await import('./KeyHints.tsx')).KeyHints)
const ServiceStar = lazyPart(async () => (await import('./quick/ServiceStar.tsx')).ServiceStar)

/** Left chooses, right sells: the shelves, and the ticket of the product that the address names. */
export default function SellPage() {
  const { data: arranged, error, refetch } = useQuery({ ...catalogueQuery, select: arrangeCatalogue })
  const mayAbroad = useCurrentUser().may('international')
  const shop = useMemo(
    () => (arranged && !mayAbroad ? { ...arranged, forbidsAbroad: true as const } : arranged),
    [arranged, mayAbroad],
  )
  const { categoryId, tileId, serviceId } = useParams()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const { text, input, searched, isAwaited, search, awaitResults } = useSearch(shop)
  const number = useDraft((draft) => draft.number)
  // The router changes the page in a transition: until its code has come the number is typed on here, and no key is lost in between.
  const goAbroad = () => {
    if (mayAbroad) void navigate(paths.international())
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
      <>
        <main className="stage">
          {!isTicket && box}
          <StorefrontError hasFailed={error !== null} onRetry={() => void refetch()} />
        </main>
        <aside className="tray">
          <BetweenSales />
        </aside>
      </>
    )
  }

  const tile = tileId === undefined ? serviceId && shop.tileSelling(serviceId) : shop.storefront.find(tileId)
  const picked = tile || undefined
  return (
    <>
      <main className="stage">
        {isTicket ? (
          <TicketSearch ref={input} search={text} onSearch={search} onEnter={awaitResults} onDown={focusFirstTile} />
        ) : (
          box
        )}
        <QuickRowSlot />
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
      </main>
      <aside className="tray">
        {isTicket ? <TicketOf shop={shop} tileId={picked?.id} serviceId={serviceId} /> : <BetweenSales />}
      </aside>
    </>
  )
}

/** The product whose service id is typed where a number is: what was typed was no number then. */
function findProduct(shop: ArrangedCatalogue, typed: string, go: (path: string) => void) {
  const tile = shop.tileSelling(typed)
  const { to } = tile ? viewTile(tile, shop) : {}
  if (!tile || to === undefined) return undefined
  const take = () => {
    useDraft.getState().setNumber('')
    go(to)
  }
  return { name: plainName(tile.name), take }
}

type TicketOfProps = { shop: ArrangedCatalogue; tileId: string | undefined; serviceId: string | undefined }

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
