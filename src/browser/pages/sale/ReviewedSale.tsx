import '../../styles/review.css'

import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, CircleAlert } from 'lucide-react'

import type { FailureCode } from '#contract/proxy/failure.ts'
import { findFixedAmount } from '#domain/amount-rule.ts'
import type { Sale } from '#domain/sale/sale.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { useAbandonSale } from '../../api/sale.ts'
import { arrangeCatalogue } from '../../api/arranged-catalogue.ts'
import { useSellingStop } from '../../api/status.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { timesMoney } from '../../sale/quantity-total.ts'
import { FocusedAction } from '../../ui/FocusedAction.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { contentOfSale } from './content.ts'
import { PrintSwitch } from './PrintSwitch.tsx'
import { ReadBack } from './ReadBack.tsx'
import { SaleLayout } from './SaleLayout.tsx'
import { TrayFoot } from './SaleSummary.tsx'
import { OfferReadBack } from './OfferReadBack.tsx'
import { ReviewHead } from './ReviewHead.tsx'
import { ReviewSummary } from './ReviewSummary.tsx'
import { useHotkeys } from '../../hotkeys.ts'
import { KEYS } from '../../keys.ts'
import { useGoToStep } from './use-international-options.ts'
import { useEditSale, useNewSale } from './use-sale-options.ts'
import { useRememberChecked } from './use-remember-checked.ts'
import type { ReviewedQuantity } from './use-reviewed-batch.ts'

type ReviewedSaleProps = {
  sale: Sale
  tileId: string | undefined
  /** The sale is the first line of a quantity, and this review stands for all of them. */
  quantity: ReviewedQuantity | undefined
  /** Why the last *Send* was turned down. */
  refusal: FailureCode | undefined
  /** Another operator was detected, and the person here said that it is the same. */
  saidSame?: boolean
  onSend: () => void
}

/** Checked, not confirmed: what is read back to the customer, and the one button that moves money. */
export function ReviewedSale({ sale, tileId, quantity, refusal, saidSame = false, onSend }: ReviewedSaleProps) {
  const t = useText()
  const formats = useFormats()
  const stop = useSellingStop(false)
  const abandon = useAbandonSale(sale.id)
  const count = quantity?.count
  const content = contentOfSale(sale, count)
  const change = useEditSale(content, tileId)
  const newSale = useNewSale()
  const goTo = useGoToStep(content)
  const changeLabel = useChangeLabel(sale)
  const total = timesMoney(sale.pays, count ?? 1)
  const leave = (go: () => void) => {
    // Nobody waits for it: left alone, the check runs out by itself.
    if (quantity) quantity.onLeave()
    else abandon.mutate()
    go()
  }
  useHotkeys([{ ...KEYS.escape, isOnce: true, run: () => leave(newSale) }])
  useRememberChecked(sale)

  const abroad = sale.international

  return (
    <SaleLayout
      stage={
        abroad ? (
          <>
            <ReviewHead onGo={(step) => leave(() => goTo(step))} />
            <OfferReadBack sale={sale} choice={abroad} tileId={tileId} saidSame={saidSame} />
          </>
        ) : (
          <ReadBack sale={sale} tileId={tileId} count={count} />
        )
      }
      tray={
        <>
          <ReviewSummary sale={sale} count={count} onCancel={() => leave(newSale)} />
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
          <TrayFoot remark={t('sale.collectFirst')}>
            <FocusedAction
              isShy={saidSame}
              isSlow={saidSame}
              amount={formats.money(total)}
              notReady={stop && t(stop === 'ticket.offline' ? 'sale.offline' : stop)}
              onPress={onSend}
            >
              <SellVerb kind={sale.kind} count={count} />
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

function SellVerb({ kind, count }: { kind: Sale['kind']; count: number | undefined }) {
  const t = useText()
  if (kind !== 'voucher') return t('sale.send')
  return count === undefined ? t('sale.sell') : t('sale.sellCodes', { count })
}

function useChangeLabel({ kind, serviceId }: Sale): string {
  const t = useText()
  const { data: shop } = useQuery({ ...catalogueQuery, select: arrangeCatalogue })
  const service = shop?.services.get(serviceId)
  if (kind === 'direct') return t('sale.change')
  if (kind === 'international') return t('sale.changeAmount')
  return t(service && !findFixedAmount(service.rule) ? 'sale.changeAmount' : 'sale.changeVoucher')
}
