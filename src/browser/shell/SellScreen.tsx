import { useQuery } from '@tanstack/react-query'
import { useParams } from 'react-router-dom'

import { catalogueQuery } from '../api/catalogue.ts'
import { arrangeShop, type Shop } from '../api/shop.ts'
import { Storefront } from '../features/storefront/Storefront.tsx'
import { StorefrontAway } from '../features/storefront/StorefrontAway.tsx'
import { viewTile } from '../features/storefront/tile-view.ts'
import { EmptyTicket } from '../features/ticket/EmptyTicket.tsx'
import { NumberBox } from '../features/ticket/NumberBox.tsx'
import { NumberMirror } from '../features/ticket/NumberMirror.tsx'
import { Ticket } from '../features/ticket/Ticket.tsx'
import { TicketNotes } from '../features/ticket/TicketNotes.tsx'
import { UnsellableTicket } from '../features/ticket/UnsellableTicket.tsx'
import { Frame } from './Frame.tsx'
import { laterPart } from './later.tsx'

const LastSales = laterPart(
  () => import('../features/history/LastSales.tsx'),
  (module) => module.LastSales,
)
const VoucherTicket = laterPart(
  () => import('../features/ticket/voucher/VoucherTicket.tsx'),
  (module) => module.VoucherTicket,
)

/** Left chooses, right sells: the shelves, and the ticket of the product that the address names. */
export function SellScreen() {
  const { data: shop, error, refetch } = useQuery({ ...catalogueQuery, select: arrangeShop })
  const { categoryId, tileId, serviceId } = useParams()
  // The last catalogue is better than none: an error counts only where there is nothing to show.
  if (!shop) {
    return (
      <Frame
        stage={<StorefrontAway hasFailed={error !== null} onRetry={() => void refetch()} />}
        tray={<BetweenSales />}
      />
    )
  }

  const tile = tileId === undefined ? serviceId && shop.tileSelling(serviceId) : shop.storefront.byId.get(tileId)
  const picked = tile || undefined
  const isTicket = tileId !== undefined || serviceId !== undefined
  return (
    <Frame
      stage={
        <Storefront
          shop={shop}
          categoryId={picked ? picked.parentId : categoryId}
          selectedTileId={picked?.id}
          numberBox={isTicket ? <NumberMirror /> : <NumberBox />}
          notes={isTicket ? <TicketNotes warning={picked?.warning} /> : undefined}
        />
      }
      tray={isTicket ? <TicketOf shop={shop} tileId={picked?.id} serviceId={serviceId} /> : <BetweenSales />}
    />
  )
}

type TicketOfProps = { shop: Shop; tileId: string | undefined; serviceId: string | undefined }

function TicketOf({ shop, tileId, serviceId }: TicketOfProps) {
  const tile = tileId === undefined ? undefined : shop.storefront.byId.get(tileId)
  const soldId = tile?.action.kind === 'sell' ? tile.action.serviceId : serviceId
  const service = soldId === undefined ? undefined : shop.services.get(soldId)
  const isSellable = tile
    ? viewTile(tile, shop).hindrance === undefined
    : service?.isActive && service.kind !== 'international'
  if (!service || !isSellable) {
    return (
      <>
        <UnsellableTicket />
        <LastSales />
      </>
    )
  }
  const TicketOfKind = service.kind === 'voucher' ? VoucherTicket : Ticket
  return <TicketOfKind key={service.id} service={service} tile={tile} currency={shop.currency} />
}

function BetweenSales() {
  return (
    <>
      <EmptyTicket />
      <LastSales />
    </>
  )
}
