import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, CircleAlert, Megaphone, MessageSquareQuote } from 'lucide-react'
import { useEffect } from 'react'

import type { FailureCode } from '#contract/proxy/failure.ts'
import { readUaeNumber } from '#domain/phone.ts'
import type { Sale } from '#domain/sale.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { useAbandonSale } from '../../api/sale.ts'
import { arrangeShop } from '../../api/shop.ts'
import { useSellingStop } from '../../api/status.ts'
import { formatAccount } from '../../i18n/format-account.ts'
import { formatSaleNumber } from '../../i18n/format-sale-number.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { MoneyText } from '../../ui/MoneyText.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Slip, SlipHead, SlipLine } from '../../ui/Slip.tsx'
import { FocusedAction } from './FocusedAction.tsx'
import { ReadBackNumber, ReadBackProduct } from './ReadBack.tsx'
import { SaleLayout } from './SaleLayout.tsx'
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
              title={sale.serviceName}
              sub={sale.brand}
              end={
                <button type="button" className="btn" onClick={() => leave(newSale)}>
                  {t('ticket.cancel')} <kbd className="kbd">Esc</kbd>
                </button>
              }
            />
            <hr />
            <dl className="lines">
              <SlipLine label={t('sale.number')}>
                <span className="num">{formatAccount(sale.account)}</span>
              </SlipLine>
              <SlipLine label={t('sale.amount')}>{formats.money(sale.amount)}</SlipLine>
              <SlipLine label={t('sale.checkedAt')}>
                <span className="num">{formats.clock(sale.checkedAt ?? sale.openedAt)}</span>
              </SlipLine>
            </dl>
            <hr />
            <Total label={t('money.customerPays')} money={sale.pays} />
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
          <TrayFoot remark={t('sale.takeMoneyFirst')}>
            <FocusedAction
              amount={formats.money(sale.pays)}
              notReady={stop && t(stop === 'ticket.offline' ? 'sale.offline' : stop)}
              onPress={onSend}
            >
              {t('sale.send')}
            </FocusedAction>
            <button type="button" className="btn btn--lg btn--block" onClick={() => leave(() => change())}>
              <ArrowLeft className="ic flip" size={20} aria-hidden="true" /> {t('sale.change')}
            </button>
          </TrayFoot>
        </>
      }
    />
  )
}

function ReadBack({ sale, tileId }: { sale: Sale; tileId: string | undefined }) {
  const t = useText()
  const { data: shop } = useQuery({ ...catalogueQuery, select: arrangeShop })
  const tile = (tileId && shop?.storefront.byId.get(tileId)) || shop?.tileSelling(sale.serviceId)
  const isMobile = readUaeNumber(sale.account).status === 'mobile'

  return (
    <section className="readback" aria-label={t('sale.readBack')}>
      <h1 className="sr">
        <span role="status">{t('state.checked.heading')}</span>
      </h1>
      <div className="card paper readback__card">
        <div className="row muted gap-3 text-3">
          <MessageSquareQuote className="ic" size={24} aria-hidden="true" /> {t('sale.readThis')}
        </div>
        <div className="mt-6">
          <ReadBackProduct sale={sale} />
        </div>
        <ReadBackNumber sale={sale}>
          {!isMobile && <p className="font-semibold">{t('sale.notMobile')}</p>}
        </ReadBackNumber>
        <div className="grid grid-cols-2 gap-4">
          <div className="readback__box">
            <div className="muted text-4">{t('money.recipientGets')}</div>
            <div className="big font-medium">
              <MoneyText money={sale.amount} />
            </div>
            <div className="muted">{t('sale.recipientGetsHint')}</div>
          </div>
          <div className="readback__box readback__box--pays">
            <div className="muted text-4">{t('money.customerPays')}</div>
            <div className="big">
              <MoneyText money={sale.pays} />
            </div>
            <div className="muted">{t('sale.paysHint')}</div>
          </div>
        </div>
        {tile?.warning !== undefined && (
          <div className="mt-5 text-3">
            <Notice icon={<Megaphone className="ic" size={24} />} heading={t('ticket.tellCustomer')}>
              <span className="whitespace-pre-line">{tile.warning}</span>
            </Notice>
          </div>
        )}
      </div>
    </section>
  )
}

function useEscape(onEscape: () => void) {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && !event.repeat && onEscape()
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  })
}
