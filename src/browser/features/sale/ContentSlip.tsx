import { useQuery } from '@tanstack/react-query'

import { decimal, money, type Money } from '#domain/money.ts'
import { catalogueQuery } from '../../api/catalogue.ts'
import { arrangeShop } from '../../api/shop.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { timesMoney } from '../../quantity-total.ts'
import { Slip, SlipHead, SlipLine } from '../../ui/Slip.tsx'
import { RecipientLines } from '../../RecipientLines.tsx'
import { SalePicture, Total } from './SaleSlip.tsx'
import type { Content } from './use-ways-on.ts'

export type { Content } from './use-ways-on.ts'

type ContentSlipProps = { content: Content; totalLabel: string }

/** The slip while the till has not told the sale: all this tab knows is what it asked for. */
export function ContentSlip({ content, totalLabel }: ContentSlipProps) {
  const t = useText()
  const formats = useFormats()
  const { data: shop } = useQuery({ ...catalogueQuery, select: arrangeShop })
  const { kind, serviceId, batch } = content
  const isVoucher = kind === 'voucher'
  const name = shop?.services.get(serviceId)?.name ?? serviceId
  const amount: Money | undefined = shop && money(decimal(content.amount), shop.currency)
  return (
    <Slip>
      <SlipHead picture={<SalePicture serviceId={serviceId} name={name} size={40} />} title={name} />
      <hr />
      <dl className="lines">
        <RecipientLines of={content} />
        {batch && <SlipLine label={t('ticket.quantity')}>{t('ticket.codes', { count: batch.of })}</SlipLine>}
        {amount && (
          <SlipLine label={t(isVoucher ? 'money.faceValue' : 'sale.amount')}>{formats.money(amount)}</SlipLine>
        )}
      </dl>
      <hr />
      {amount && <Total label={totalLabel} money={timesMoney(amount, batch?.of ?? 1)} />}
    </Slip>
  )
}
