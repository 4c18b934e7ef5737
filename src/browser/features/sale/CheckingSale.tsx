import { Clock } from 'lucide-react'
import { useQuery } from '@tanstack/react-query'

import { money, decimal, type Money } from '#domain/money.ts'
import type { Sale } from '#domain/sale.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { arrangeShop } from '../../api/shop.ts'
import { formatAccount } from '../../i18n/format-account.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { Slip, SlipHead, SlipLine } from '../../ui/Slip.tsx'
import { StateBanner } from '../../ui/StateBanner.tsx'
import { FocusedAction } from './FocusedAction.tsx'
import { SaleLayout } from './SaleLayout.tsx'
import { SalePicture, Total, TrayFoot } from './SaleSlip.tsx'
import { useWaysOn } from './use-ways-on.ts'

type CheckingSaleProps = {
  content: { serviceId: string; amount: string; account: string }
  sale?: Sale
  tileId: string | undefined
  /** The till itself did not answer: a person may ask once more. */
  onAskAgain?: () => void
}

/** The check is on its way. Nothing can be charged yet. */
export function CheckingSale({ content, sale, tileId, onAskAgain }: CheckingSaleProps) {
  const t = useText()
  const formats = useFormats()
  const { data: shop } = useQuery({ ...catalogueQuery, select: arrangeShop })
  const { change } = useWaysOn(content, tileId)
  const name = sale?.serviceName ?? shop?.services.get(content.serviceId)?.name ?? content.serviceId
  const amount: Money | undefined = sale?.amount ?? (shop && money(decimal(content.amount), shop.currency))

  return (
    <SaleLayout
      stage={
        <StateBanner tone="wait" icon={<Clock className="ic" size={32} />} heading={t('state.opened.heading')}>
          <p>{onAskAgain ? t('sale.checkLostHint') : t('state.opened.next')}</p>
        </StateBanner>
      }
      tray={
        <>
          <Slip>
            <SlipHead picture={<SalePicture serviceId={content.serviceId} name={name} size={40} />} title={name} />
            <hr />
            <dl className="lines">
              <SlipLine label={t('sale.number')}>
                <span className="num">{formatAccount(content.account)}</span>
              </SlipLine>
              {amount && <SlipLine label={t('sale.amount')}>{formats.money(amount)}</SlipLine>}
            </dl>
            <hr />
            {amount && <Total label={t('money.customerPays')} money={amount} />}
          </Slip>
          <TrayFoot remark={t('sale.checkingHint')}>
            {onAskAgain ? (
              <>
                <FocusedAction onPress={onAskAgain}>{t('storefront.tryAgain')}</FocusedAction>
                <button type="button" className="btn btn--lg btn--block" onClick={() => change()}>
                  {t('sale.change')}
                </button>
              </>
            ) : null}
          </TrayFoot>
        </>
      }
    />
  )
}
