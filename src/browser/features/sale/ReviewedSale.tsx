import '../../styles/review.css'

import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, CircleAlert } from 'lucide-react'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'

import type { FailureCode } from '#contract/proxy/failure.ts'
import { findFixedAmount } from '#domain/amount-rule.ts'
import type { Sale } from '#domain/sale.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { useAbandonSale } from '../../api/sale.ts'
import { arrangeShop } from '../../api/shop.ts'
import { useSellingStop } from '../../api/status.ts'
import { useDraft } from '../../draft.ts'
import { formatSaleNumber } from '../../i18n/format-sale-number.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { paths } from '../../paths.ts'
import { timesMoney } from '../../quantity-total.ts'
import { FocusedAction } from '../../ui/FocusedAction.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Slip, SlipHead, SlipLine } from '../../ui/Slip.tsx'
import { PrintSwitch } from './PrintSwitch.tsx'
import { ReadBack } from './ReadBack.tsx'
import { SaleLayout } from './SaleLayout.tsx'
import { RecipientLines } from '../../RecipientLines.tsx'
import { SalePicture, Total, TrayFoot } from './SaleSlip.tsx'
import { useWaysOn } from './use-ways-on.ts'

type ReviewedSaleProps = {
  sale: Sale
  tileId: string | undefined
  /** Why the last *Send* was turned down. */
  refusal: FailureCode | undefined
  onSend: () => void
}

/** Checked, not confirmed: what is read back to the customer, and the one button that moves money. */
export function ReviewedSale({ sale, tileId, refusal, onSend }: ReviewedSaleProps) {
  const t = useText()
  const formats = useFormats()
  const stop = useSellingStop(false)
  const abandon = useAbandonSale(sale.id)
  const { change, newSale } = useWaysOn({ ...sale, amount: sale.amount.amount }, tileId)
  const sellQuantity = useSellQuantity(sale)
  const changeLabel = useChangeLabel(sale)
  const total = timesMoney(sale.pays, sale.batch?.of ?? 1)
  const leave = (go: () => void) => {
    // Nobody waits for it: left alone, the check runs out by itself.
    abandon.mutate()
    go()
  }
  useEscape(() => leave(newSale))

  return (
    <SaleLayout
      stage={<ReadBack sale={sale} tileId={tileId} />}
      tray={
        <>
          <Slip>
            <SlipHead
              picture={<SalePicture serviceId={sale.serviceId} name={sale.brand} size={40} />}
              title={<bdi>{sale.serviceName}</bdi>}
              sub={sale.brand}
              end={
                <button type="button" className="btn" onClick={() => leave(newSale)}>
                  {t('ticket.cancel')} <kbd className="kbd">Esc</kbd>
                </button>
              }
            />
            <hr />
            <ReviewLines sale={sale} />
            <hr />
            <Total label={t('money.customerPays')} money={total} />
            <p className="small muted">{t('sale.nothingChargedYet', { number: formatSaleNumber(sale.number) })}</p>
          </Slip>
          {refusal && (
            <div className="mt-4">
              <Notice
                kind="info"
                role="alert"
                icon={<CircleAlert className="ic" size={24} />}
                heading={t(`failure.${refusal}`)}
              >
                {t('failure.money.no')}
              </Notice>
            </div>
          )}
          <PrintSwitch />
          <TrayFoot remark={t('sale.takeMoneyFirst')}>
            <FocusedAction
              amount={formats.money(total)}
              notReady={stop && t(stop === 'ticket.offline' ? 'sale.offline' : stop)}
              onPress={sellQuantity ?? onSend}
            >
              <SellVerb sale={sale} />
            </FocusedAction>
            <button type="button" className="btn btn--lg btn--block" onClick={() => leave(() => change())}>
              <ArrowLeft className="ic flip" size={20} aria-hidden="true" /> {changeLabel}
            </button>
          </TrayFoot>
        </>
      }
    />
  )
}

function SellVerb({ sale: { kind, batch } }: { sale: Sale }) {
  const t = useText()
  if (kind === 'direct') return t('sale.send')
  return batch ? t('sale.sellCodes', { count: batch.of }) : t('sale.sell')
}

function ReviewLines({ sale }: { sale: Sale }) {
  const t = useText()
  const formats = useFormats()
  const isVoucher = sale.kind === 'voucher'
  return (
    <dl className="lines">
      <RecipientLines of={sale} />
      {isVoucher && (
        <SlipLine label={t('ticket.quantity')}>{t('ticket.codes', { count: sale.batch?.of ?? 1 })}</SlipLine>
      )}
      <SlipLine label={t(isVoucher ? 'money.faceValue' : 'sale.amount')}>{formats.money(sale.amount)}</SlipLine>
      <SlipLine label={t('sale.checkedAt')}>
        <span className="num">{formats.clock(sale.checkedAt ?? sale.openedAt)}</span>
      </SlipLine>
    </dl>
  )
}

/** A quantity is sold line by line on a screen of its own; this review stands for all of them. */
function useSellQuantity({ batch }: Sale): (() => void) | undefined {
  const navigate = useNavigate()
  const clearDraft = useDraft((draft) => draft.clear)
  if (!batch) return undefined
  return () => {
    clearDraft()
    void navigate(paths.batch(batch.id), { state: { sells: true }, replace: true })
  }
}

function useChangeLabel({ kind, serviceId }: Sale): string {
  const t = useText()
  const { data: shop } = useQuery({ ...catalogueQuery, select: arrangeShop })
  const service = shop?.services.get(serviceId)
  if (kind === 'direct') return t('sale.change')
  return t(service && !findFixedAmount(service.rule) ? 'sale.changeAmount' : 'sale.changeVoucher')
}

function useEscape(onEscape: () => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && !event.repeat && onEscape()
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  })
}
