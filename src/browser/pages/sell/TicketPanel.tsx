import { useQuery } from '@tanstack/react-query'
import { CircleAlert, Repeat2 } from 'lucide-react'
import { use, type Ref, useLayoutEffect, type ReactNode } from 'react'
import { Navigate, useNavigate } from 'react-router-dom'

import type { Tile } from '#domain/frontview.ts'
import { sessionQuery, isPracticing } from '../../api/session.ts'
import type { ArrangedCatalog } from '../../api/catalog.ts'
import { useTypingAnywhere } from '../../hotkeys.ts'
import { formatAccount } from '../../i18n/formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { KioskContext } from '../../kiosk.ts'
import { lazyPart } from '../../lazy-part.tsx'
import { paths, withTile } from '../../paths.ts'
import { CustomerWarning } from '../../sale/CustomerWarning.tsx'
import { useDraft } from '../../sale/draft.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SidePanel } from '../../ui/SidePanel.tsx'
import { SummaryHead, SummaryLine, SummaryRule, TicketSummary } from '../../ui/TicketSummary.tsx'
import { ONE_COLUMN, useMedia } from '../../use-media.ts'
import { readNumberEntry, findProbableOperator } from './ticket-entry.ts'
import { RechargeTicket, type TicketHandle } from './RechargeTicket.tsx'
import { CancelButton } from './TicketParts.tsx'
import { viewTile } from './tile-view.ts'

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

/** Why the last review was refused, the fraud warning, and that the number stays. */
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

const STEPS = ['product', 'details', 'review', 'receipt'] as const

/** The ticket between two sales, which marks the previous input as left. */
export function EmptyTicket({ foot }: { foot?: ReactNode }) {
  const t = useText()
  const { data: isPractice } = useQuery({ ...sessionQuery, select: isPracticing })
  const account = accountOf(useDraft((draft) => draft.number))
  const isOneColumn = useMedia(ONE_COLUMN)
  useLayoutEffect(() => useDraft.getState().leave(), [])

  return (
    <div className="max-md:hidden">
      <TicketSummary label={t('ticket.region')}>
        <SummaryHead
          title={t('ticket.ready')}
          note={t('ticket.readyHint')}
          end={
            isPractice && (
              <span className="me-2 rounded-1 border-1 border-paper-line-strong px-2 py-1 text-1 font-medium text-paper-ink">
                {t('ticket.practice')}
              </span>
            )
          }
        />
        <SummaryRule />
        {!isOneColumn && <PreviousCustomer />}
        {account !== undefined && (
          <dl>
            <SummaryLine label={t('ticket.mobileNumber')}>
              <bdi dir="ltr">{formatAccount(account)}</bdi>
            </SummaryLine>
          </dl>
        )}
        <ol>
          {STEPS.map((step, at) => (
            <li
              key={step}
              className="flex min-h-7 items-center gap-3 text-paper-ink after:flex-1 after:border-b after:border-dotted after:border-paper-line-strong"
            >
              <span className="grid size-5 place-items-center rounded-full border-1 border-dashed border-paper-line-strong text-1">
                {at + 1}
              </span>
              {t(`ticket.step.${step}`)}
            </li>
          ))}
        </ol>
        {foot}
      </TicketSummary>
    </div>
  )
}

/** Offers to keep the customer of the abandoned review; otherwise, the next sale begins empty. */
export function PreviousCustomer() {
  const t = useText()
  const left = useDraft((draft) => draft.left)
  const clear = useDraft((draft) => draft.clear)
  const keepPreviousCustomer = useDraft((draft) => draft.keepPreviousCustomer)
  if (!left) return null
  const account = left.account || (accountOf(left.number) ?? left.number)
  return (
    <div className="flex md:mb-2 flex-wrap items-center gap-2" role="status">
      <span className="min-w-0 flex-1 font-medium wrap-anywhere">
        {t('ticket.keepNumber', { account: isolate(account) })}
      </span>
      <Button variant="tint" onClick={keepPreviousCustomer}>
        {t('ticket.keep')}
      </Button>
      <Button variant="quiet" onClick={clear}>
        {t('ticket.clear')}
      </Button>
    </div>
  )
}

function accountOf(typed: string): string | undefined {
  const { number } = readNumberEntry(typed)
  return 'account' in number ? number.account : undefined
}

/** Digits and email addresses run left to right in every language. */
const isolate = (account: string) => `\u2066${/^\d+$/.test(account) ? formatAccount(account) : account}\u2069`

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
