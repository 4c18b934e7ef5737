import { useQuery } from '@tanstack/react-query'

import { decimal, money, type Money } from '#domain/money.ts'
import { InternationalPicture } from '../../sale/InternationalPicture.tsx'
import { catalogueQuery } from '../../api/catalogue.ts'
import { arrangeCatalogue } from '../../api/arranged-catalogue.ts'
import { useFormats } from '../../i18n/use-formats.ts'
import { useText } from '../../i18n/use-text.ts'
import { timesMoney } from '../../sale/quantity-total.ts'
import { RecipientLines } from '../../sale/RecipientLines.tsx'
import { amountLabel } from '../../sale/sale-naming.ts'
import { Slip, SlipHead, SlipLine } from '../../ui/Slip.tsx'
import type { Content, OfferContent, ServiceContent } from './content.ts'
import { SalePicture, Total } from './SaleSummary.tsx'

type ContentSummaryProps<C = Content> = { content: C; totalLabel: string }

/** The slip while the till has not told the sale: all this tab knows is what it asked for. */
export function ContentSummary({ content, totalLabel }: ContentSummaryProps) {
  return content.kind === 'international' ? (
    <OfferSlip content={content} totalLabel={totalLabel} />
  ) : (
    <ServiceSlip content={content} totalLabel={totalLabel} />
  )
}

function ServiceSlip({ content, totalLabel }: ContentSummaryProps<ServiceContent>) {
  const t = useText()
  const formats = useFormats()
  const { data: shop } = useQuery({ ...catalogueQuery, select: arrangeCatalogue })
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

function OfferSlip({ content: { kind, account, offer }, totalLabel }: ContentSummaryProps<OfferContent>) {
  const t = useText()
  const formats = useFormats()
  return (
    <Slip>
      <SlipHead
        picture={<InternationalPicture size={40} choice={offer?.choice} />}
        title={t('sale.international.title')}
      />
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
