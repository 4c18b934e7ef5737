import { CircleAlert, Repeat2 } from 'lucide-react'
import { use, type Ref } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'

import type { Tile } from '#domain/catalog/frontview.ts'
import type { ArrangedCatalog } from '../../api/catalog.ts'
import { useTypingAnywhere } from '../../lib/hotkeys.ts'
import { useText } from '../../i18n/use-text.ts'
import { KioskContext } from '../../lib/kiosk.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { paths, withTile } from '../../paths.ts'
import { CustomerWarning } from '../../sale/CustomerWarning.tsx'
import { useDraft } from '../../sale/draft.ts'
import { findProbableOperator } from '../../sale/operators.ts'
import { Notice } from '../../ui/Notice.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { SummaryHead, TicketSummary } from '../../ui/TicketSummary.tsx'
import { RechargeTicket, type TicketHandle } from './RechargeTicket.tsx'
import { CancelButton } from './TicketParts.tsx'
import { viewTile } from './grid/tile-view.ts'

const LastSales = lazyPart(async () => (await import('./LastSales.tsx')).LastSales)
const VoucherTicket = lazyPart(async () => (await import('./VoucherTicket.tsx')).VoucherTicket)
const ServiceStar = lazyPart(async () => (await import('./QuickRow.tsx')).ServiceStar)

type TicketPanelProps = {
  ref: Ref<TicketHandle>
  shop: ArrangedCatalog
  tile: Tile | undefined
  serviceId: string | undefined
  onOperator: (path: string) => void
}

export function TicketPanel({ ref, shop, tile, serviceId, onOperator }: TicketPanelProps) {
  const t = useText()
  const kiosk = use(KioskContext)
  const number = useDraft((draft) => draft.number)
  const soldId = tile?.action.kind === 'sell' ? tile.action.serviceId : serviceId
  const service = soldId === undefined ? undefined : shop.services.get(soldId)
  if (service?.kind === 'international') return <Navigate to={withTile(paths.international(), tile?.id)} replace />
  const isSellable = tile ? viewTile(tile, shop).blockReason === undefined : service?.isActive
  if (!service || !isSellable) {
    return (
      <SidePanel>
        <UnsellableTicket />
        <LastSales />
      </SidePanel>
    )
  }
  const probable = findProbableOperator(shop, number)
  const TicketOfKind = service.kind === 'voucher' ? VoucherTicket : RechargeTicket
  const panel = (
    <TicketOfKind
      ref={ref}
      key={service.id}
      service={service}
      tile={tile}
      currency={shop.currency}
      star={<ServiceStar service={service} />}
      operatorHint={
        probable && probable.brand !== service.brand ? (
          <button
            type="button"
            className="-my-3 rounded-2 py-3 font-semibold text-act-ink underline"
            onClick={() => onOperator(probable.path)}
          >
            {t('ticket.probably', { operator: probable.brand })}
          </button>
        ) : undefined
      }
    />
  )
  return kiosk ? (
    <kiosk.Dock key={service.id} service={service} tile={tile}>
      {panel}
    </kiosk.Dock>
  ) : (
    panel
  )
}

export function TicketNotes({ shop, tile }: { shop: ArrangedCatalog; tile: Tile | undefined }) {
  const t = useText()
  const refusal = useDraft((draft) => draft.refusal)
  const service = tile && viewTile(tile, shop).service
  return (
    <div className="flex flex-col gap-2 pt-2">
      {refusal && (
        // The message came with the sale page.
        <Notice tone="info" role="alert" icon={<CircleAlert size={24} />} heading={t(`failure.${refusal}`)}>
          {t('failure.money.no')}
        </Notice>
      )}
      <CustomerWarning>{tile && shop.storefront.warningOf(tile.id)}</CustomerWarning>
      {(service?.kind === 'direct' || service?.isAccountRequired) && (
        <p className="flex items-center gap-2 text-ink-2">
          <Repeat2 size={20} aria-hidden /> {t('storefront.numberStays')}
        </p>
      )}
    </div>
  )
}

/** Shown for the URL of a product that was removed, was switched off or is not sold here. */
function UnsellableTicket() {
  const t = useText()
  const navigate = useNavigate()
  const cancel = () => void navigate(paths.sell())
  useTypingAnywhere({ onDigit: () => {}, onDelete: () => {}, onEscape: cancel })
  return (
    <TicketSummary label={t('ticket.region')}>
      <SummaryHead title={t('ticket.notSellable')} end={<CancelButton onPress={cancel} />} />
      <p className="text-paper-ink">{t('ticket.notSellableHint')}</p>
    </TicketSummary>
  )
}
