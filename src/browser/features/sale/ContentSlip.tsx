import { useQuery } from '@tanstack/react-query'

import { decimal, money, type Money } from '#domain/money.ts'
import { AbroadPicture } from '../../AbroadPicture.tsx'
import { catalogueQuery } from '../../api/catalogue.ts'
import { arrangeShop } from '../../api/shop.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { timesMoney } from '../../quantity-total.ts'
import { RecipientLines } from '../../RecipientLines.tsx'
import { amountLabel } from '../../sale-naming.ts'
import { Slip, SlipHead, SlipLine } from '../../ui/Slip.tsx'
import type { Content, OfferContent, ServiceContent } from './content.ts'
import { SalePicture, Total } from './SaleSlip.tsx'

type ContentSlipProps<C = Content> = { content: C; totalLabel: string }

/** The slip while the till has not told the sale: all this tab knows is what it asked for. */
export function ContentSlip({ content, totalLabel }: ContentSlipProps) {
  return content.kind === 'international' ? (
    <OfferSlip content={content} totalLabel={totalLabel} />
  ) : (
    <ServiceSlip content={content} totalLabel={totalLabel} />
  )
}

function ServiceSlip({ content, totalLabel }: ContentSlipProps<ServiceContent>) {
  const t = useText()
  const formats = useFormats()
  const { data: shop } = useQuery({ ...catalogueQuery, select: arrangeShop })
  const { kind, serviceId, count } = content
  const name = shop?.services.get(serviceId)?.name ?? serviceId
  const amount: Money | undefined = shop && money(decimal(content.amount), shop.currency)
  return (
    <Slip>
      <SlipHead picture={<SalePicture of={{ serviceId, brand: name }} size={40} />} title={name} />
      <hr />
      <dl className="lines">
        <RecipientLines of={content} />
        {count !== undefined && <SlipLine label={t('ticket.quantity')}>{t('ticket.codes', { count })}</SlipLine>}
        {amount && <SlipLine label={t(amountLabel(kind))}>{formats.money(amount)}</SlipLine>}
      </dl>
      <hr />
      {amount && <Total label={totalLabel} money={timesMoney(amount, count ?? 1)} />}
    </Slip>
  )
}

function OfferSlip({ content: { kind, account, offer }, totalLabel }: ContentSlipProps<OfferContent>) {
  const t = useText()
  const formats = useFormats()
  return (
    <Slip>
      <SlipHead picture={<AbroadPicture size={40} choice={offer?.choice} />} title={t('sale.intl.title')} />
      <hr />
      <dl className="lines">
        <RecipientLines of={{ kind, account, international: offer?.choice }} />
        {offer && <SlipLine label={t(amountLabel(kind))}>{formats.money(offer.gets)}</SlipLine>}
      </dl>
      <hr />
      {offer && <Total label={totalLabel} money={offer.pays} />}
    </Slip>
  )
}
