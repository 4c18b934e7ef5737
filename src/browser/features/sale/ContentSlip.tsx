import { useQuery } from '@tanstack/react-query'

import { decimal, money, type Money } from '#domain/money.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { arrangeShop } from '../../api/shop.ts'
import { formatAccount } from '../../i18n/format-account.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { Slip, SlipHead, SlipLine } from '../../ui/Slip.tsx'
import { SalePicture, Total } from './SaleSlip.tsx'

export type Content = { serviceId: string; amount: string; account: string }

type ContentSlipProps = { content: Content; totalLabel: string }

/** The slip while the till has not told the sale: all this tab knows is what it asked for. */
export function ContentSlip({ content, totalLabel }: ContentSlipProps) {
  const t = useText()
  const formats = useFormats()
  const { data: shop } = useQuery({ ...catalogueQuery, select: arrangeShop })
  const name = shop?.services.get(content.serviceId)?.name ?? content.serviceId
  const amount: Money | undefined = shop && money(decimal(content.amount), shop.currency)
  return (
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
      {amount && <Total label={totalLabel} money={amount} />}
    </Slip>
  )
}
