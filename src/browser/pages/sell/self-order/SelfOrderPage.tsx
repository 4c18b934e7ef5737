import { useQuery } from '@tanstack/react-query'
import { Globe } from 'lucide-react'
import { useMemo, useRef, useState } from 'react'
import { matchPath, useLocation, useNavigate } from 'react-router-dom'

import type { PlacedOrder as Placed } from '#api/orders.ts'
import type { Tile } from '#domain/catalog/frontview.ts'
import { hasInternational, type Service } from '#domain/catalog/service.ts'
import { arrangeCatalog, catalogQuery, type ArrangedCatalog } from '../../../api/catalog.ts'
import { useText } from '../../../i18n/use-text.ts'
import { paths, routes } from '../../../paths.ts'
import { formatAccount } from '../../../i18n/formats.ts'
import { useDraft } from '../../../sale/draft.ts'
import { Button } from '../../../ui/Button.tsx'
import { TileGrid, type TileGridHandle } from '../grid/TileGrid.tsx'
import { ConfirmOrder, type OrderRequest } from './ConfirmOrder.tsx'
import { AccountTicket } from './AccountTicket.tsx'
import { InternationalOrder } from './InternationalOrder.tsx'
import { orderableOf } from './orderable.ts'
import { OrderTicket, type Chosen } from './OrderTicket.tsx'
import { PlacedOrder } from './PlacedOrder.tsx'
import { findPlacedOrder, keepPlacedOrder } from './placed-order.ts'

type SelfOrderPageProps = {
  onEnd: () => void
}

export function SelfOrderPage({ onEnd }: SelfOrderPageProps) {
  const t = useText()
  const { data: catalog, errorUpdateCount, isFetching, refetch } = useQuery(catalogQuery)
  const shop = useMemo(() => catalog && arrangeCatalog(orderableOf(catalog)), [catalog])
  const [wish, setWish] = useState<OrderRequest>()
  const [placed, setPlaced] = useState<Placed | undefined>(findPlacedOrder)

  const keep = (order: Placed) => {
    keepPlacedOrder(order)
    setPlaced(order)
  }
  if (placed) return <PlacedOrder placed={placed} onEnd={onEnd} />
  if (wish) return <ConfirmOrder wish={wish} onChange={() => setWish(undefined)} onPlaced={keep} />
  if (shop && catalog)
    return <ChooseProduct shop={shop} isInternationalSold={hasInternational(catalog.services)} onChosen={setWish} />
  return (
    <main className="flex min-h-full min-w-0 flex-1 flex-col items-center justify-center gap-4 overflow-y-auto p-6 text-center">
      <p role="status" className="text-3">
        {t(errorUpdateCount > 0 ? 'selfOrder.away' : 'storefront.loading')}
      </p>
      {errorUpdateCount > 0 && (
        <Button size="lg" pending={isFetching} onClick={() => void refetch()}>
          {t('storefront.tryAgain')}
        </Button>
      )}
    </main>
  )
}

function useChosen(shop: ArrangedCatalog): {
  tile: Tile | undefined
  service: Service | undefined
  categoryId?: string
} {
  const { pathname } = useLocation()
  const tileId = matchPath(routes.product, pathname)?.params.tileId
  const serviceId = matchPath(routes.service, pathname)?.params.serviceId
  const categoryId = matchPath(routes.category, pathname)?.params.categoryId
  const tile = tileId === undefined ? serviceId && shop.tileSelling(serviceId) : shop.storefront.find(tileId)
  const soldId = tile && tile.action.kind === 'sell' ? tile.action.serviceId : serviceId
  const service = soldId === undefined ? undefined : shop.services.get(soldId)
  return {
    tile: tile || undefined,
    service: service?.isActive ? service : undefined,
    ...(categoryId !== undefined && { categoryId }),
  }
}

type ChooseProductProps = {
  shop: ArrangedCatalog
  isInternationalSold: boolean
  onChosen: (wish: OrderRequest) => void
}

function ChooseProduct({ shop, isInternationalSold, onChosen }: ChooseProductProps) {
  const t = useText()
  const navigate = useNavigate()
  const grid = useRef<TileGridHandle>(null)
  const { pathname } = useLocation()
  const { tile, service, categoryId } = useChosen(shop)
  const leave = () => {
    useDraft.getState().clear()
    void navigate(tile?.parentId === undefined ? paths.sell() : paths.category(tile.parentId))
  }
  if (pathname.startsWith(routes.international) || service?.kind === 'international')
    return <InternationalOrder shop={shop} onChosen={onChosen} />
  if (service) {
    const Ticket = service.kind === 'voucher' && service.isAccountRequired ? AccountTicket : OrderTicket
    return (
      <Ticket
        key={service.id}
        service={service}
        tile={tile}
        currency={shop.currency}
        onCancel={leave}
        onChosen={(chosen) =>
          onChosen(orderRequestOf(service, chosen, tile, tile && shop.storefront.warningOf(tile.id)))
        }
      />
    )
  }
  // Offered separately if no tile of the shop opens international top-ups.
  const offersInternational =
    isInternationalSold &&
    categoryId === undefined &&
    !shop.storefront.placed.some(({ action }) => action.kind === 'international')
  return (
    <main className="flex min-h-0 min-w-0 flex-1 flex-col gap-3 overflow-y-auto p-4 md:px-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-5 font-semibold">{t('selfOrder.choose')}</p>
        {offersInternational && (
          <Button size="lg" icon={Globe} onClick={() => void navigate(paths.international())}>
            {t('international.slip')}
          </Button>
        )}
      </div>
      <TileGrid
        ref={grid}
        shop={shop}
        categoryId={categoryId}
        selectedTileId={undefined}
        isTyping={false}
        onAbove={() => {}}
      />
    </main>
  )
}

function orderRequestOf(
  service: Service,
  { account, amount }: Chosen,
  tile: Tile | undefined,
  warning: string | undefined,
): OrderRequest {
  return {
    order: {
      kind: service.kind === 'voucher' ? 'voucher' : 'direct',
      serviceId: service.id,
      amount: amount.amount,
      ...(account !== undefined && { account }),
    },
    name: service.name,
    picture: tile?.imageSmall,
    pictureInstead: tile?.imageLarge,
    number: account === undefined ? undefined : formatAccount(account),
    amount,
    warning,
  }
}
